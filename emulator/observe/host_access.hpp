// Accesses of host code to device memory, or to memory that an operation of a stream may still use.
#pragma once

#include "analysis.hpp"
#include "block.hpp"

namespace strider::emulation {

/// Reports launches that use memory which the host uses too.
class host_access final : public analysis {
public:
    void on_access(worker& w, touched_memory& what) override {
        if (what.at.entry != nullptr && what.at.entry->of_both_sides &&
            !observed(w).launch->known_to_host.load(std::memory_order_relaxed)) [[unlikely]]
            note_launch(w);
    }
    void copied(worker& w, touched_memory& what) override { on_access(w, what); }

private:
    [[gnu::noinline]] static void note_launch(const worker& w);
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
