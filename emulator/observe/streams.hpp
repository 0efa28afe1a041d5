// Races of streams: launches, copies and fills access the same bytes, at least one writes, and neither an event nor the
// host orders their streams.
#pragma once

#include "analysis.hpp"
#include "block.hpp"
#include "session_state.hpp"

namespace strider::emulation {

class streams final : public analysis {
public:
    void on_access(worker& w, touched_memory& what) override {
        if (!observed(w).launch->unordered.empty()) [[unlikely]]
            compare(w, what);
        if (what.has(access_volatile) && what.writes()) [[unlikely]]
            note_message(w, what);
    }
    void atomic(worker& w, const memory_access& what, emulation::order, scope reach) override {
        if (reach == scope::system) note_message(w, {what, locate(w, what.address, what.bytes)});
    }
    void copied(worker& w, touched_memory& what) override { on_access(w, what); }

private:
    [[gnu::noinline]] static void compare(worker& w, const touched_memory& what);
    // A host that has seen the message may go on with later operations.
    static void note_message(worker& w, const touched_memory& what);
};

/// Compares bytes that the current operation uses with the operations that nothing orders with it. `pc`: the access,
/// for a host function.
void compare(session::state& session, const unordered_operations& among, const transferred_bytes& bytes,
             const memory_entry* entry, const void* pc = nullptr);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
