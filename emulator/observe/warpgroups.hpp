// Products of warpgroups: registers and tiles that are used while a product may use them, and missing fences. A
// register is the variable of the kernel that an operand names: the address of its four bytes.
#pragma once

#include <map>
#include <unordered_map>

#include <strider/emulator/dialect/warpgroup.hpp>

#include "analysis.hpp"

namespace strider::emulation {

class warpgroups final : public analysis {
public:
    void begin_block(worker&) override { lanes_.clear(); }
    void on_local_access(worker& w, const memory_access& what) override {
        if (!lanes_.empty()) [[unlikely]]
            note_register(w, what);
    }
    void on_access(worker& w, touched_memory& what) override {
        if (!lanes_.empty() && what.shared()) [[unlikely]]
            check_tile(w, what);
    }
    void begin_copy_to(worker& w, const located& to, const pending_copy& copy) override;
    void begin_product(worker& w, const warpgroup_product& what, std::uint64_t number, const void* pc) override;
    void fence_registers(worker& w) override;
    void end_products(worker& w, unsigned warpgroup, std::uint64_t groups, std::uint64_t products) override;

private:
    struct register_use {
        std::uint64_t product = 0;
        const void* pc = nullptr;
        bool is_sum = false;
        product_shape shape;
    };
    struct lane_registers {
        bool fenced = false;
        std::unordered_map<std::uintptr_t, register_use> pending;
        std::unordered_map<std::uintptr_t, const void*> written;  ///< since the last fence: where
    };

    void note_register(worker& w, const memory_access& what);
    static void check_tile(worker& w, const touched_memory& what);
    static void begin_use(worker& w, lane_registers& lane, const void* at, const register_use& use);

    std::map<unsigned, lane_registers> lanes_;  ///< those that have fenced or begun a product
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
