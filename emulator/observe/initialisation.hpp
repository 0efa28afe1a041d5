// Reads of memory that was never written.
#pragma once

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "analysis.hpp"
#include "block.hpp"

namespace strider::emulation {

class initialisation final : public analysis {
public:
    void begin_block(worker&) override { unwritten_swaps_.clear(); }
    void on_access(worker& w, touched_memory& what) override {
        const bool written = what.shared() ? touch_shared(w, what) : touch_global(what);
        if (!written || what.has(access_swap)) [[unlikely]]
            note(w, what, written);
    }
    void on_local_access(worker& w, const memory_access& what) override {
        if (what.has(access_swap)) unwritten_swaps_.erase(w.current->index);
    }
    void copied(worker& w, touched_memory& what) override { on_access(w, what); }
    void use_swapped(worker& w) override;

private:
    // Note writes; return whether the memory that is read was written.
    static bool touch_shared(const worker& w, touched_memory& what) {
        auto& cells = shadow_of(w, what.at).written;
        const std::uint32_t block = observed(what.at.of == nullptr ? w : *what.at.of).order.shared_serial;
        const bool writes = what.writes(), reads = what.reads();
        bool written = true;
        for (std::size_t done = 0; done < what.bytes;) {
            const auto first = static_cast<unsigned>((what.address + done) % 4);
            const auto count = static_cast<unsigned>(std::min<std::size_t>(4 - first, what.bytes - done));
            const unsigned mask = ((1u << count) - 1) << first;
            auto& cell = cells[(what.at.offset + done) / 4];
            const unsigned before = cell.block == block ? cell.bytes : 0;
            if (reads && (mask & ~before) != 0) written = false;
            if (writes) cell = {block, before | mask};
            if (cell.bytes != 0xF) what.read_again = true;
            done += count;
        }
        return written;
    }
    static bool touch_global(touched_memory& what) {
        const memory_entry* const entry = what.at.entry;
        if (entry == nullptr) return true;
        const bool written = !what.reads() || !entry->poisoned || !uninitialised(*entry, what.address, what.bytes);
        if (!written) what.read_again = true;
        if (what.writes()) note_written(*entry, what.address, what.bytes);
        return written;
    }
    void note(worker& w, const touched_memory& what, bool written);

    /// By lane: reports that its last swap read memory that was never written.
    std::unordered_map<unsigned, std::function<void()>> unwritten_swaps_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
