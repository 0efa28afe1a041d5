// Asynchronous copies: accesses to their memory before they are done, and the order that barriers with copies make.
#pragma once

#include "analysis.hpp"

namespace strider::emulation {

/// The fix for a copy that a wait skipped because it was in no batch; see pending_copy::passed_by.
std::string fix_of_uncommitted(const pending_copy& copy);

/// The fix for a lane whose last wait for the copy's barrier repeated the phase before; else empty.
std::string fix_of_early_wait(worker& w, const pending_copy& copy, unsigned lane);

class copies final : public analysis {
public:
    void on_access(worker& w, touched_memory& what) override {
        if (w.asynchronous.pending) [[unlikely]]
            check_pending(w, what);
    }
    void begin_copy(worker& w, const pending_copy& copy) override;
    void begin_copy_to(worker& w, const located& to, const pending_copy& copy) override;
    void misaligned_copy(worker& w, const pending_copy& copy) override;
    void unread_copies(worker& w) override;
    void end_phase(worker& w, const ended_phase& phase) override;

private:
    static void check_pending(worker& w, const memory_access& what);
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
