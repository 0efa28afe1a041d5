// Warps as before Volta: of the lanes that can run, those at the least place in the program run one basic block, then
// it is decided again. Lanes that have jumped back to the beginning of a loop wait for those still inside of it, so
// that a branch in a loop's body ends before the next iteration begins, as with the hardware's reconvergence stack.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// The current lane has come to the basic block at `pc`; others of its warp may run first.
void take_step(worker& w, const void* pc);

/// The current lane is about to update a cell atomically.
void note_update(worker& w, const void* address, std::size_t bytes);

/// The lane to run when the current one cannot; null when none can.
lane_state* next_in_step(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
