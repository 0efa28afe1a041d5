// Warps as before Volta: of the lanes that can run, those at the lowest program counter run one basic block; then the
// choice is made again. Lanes that have jumped back to the start of a loop wait for lanes still inside of it. So a
// branch in a loop's body ends before the next iteration, as with the hardware's reconvergence stack.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// The current lane has reached the basic block at `pc`. Other lanes of its warp may run first.
void take_step(worker& w, const void* pc);

/// The current lane is about to update a cell atomically.
void note_update(worker& w, const void* address, std::size_t bytes);

/// The lane to run when the current one cannot; null if no lane can.
lane_state* next_in_step(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
