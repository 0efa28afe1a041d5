// Lanes that use up their turn, and whether they do nothing but wait for a memory cell to change.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// A lane has used up its quantum, at `pc`: others get their turn, and endless spinning is found out.
void end_quantum(worker& w, const void* pc);

/// Something happened in the block that spinning lanes may have waited for: a lane ended, a barrier was met.
void note_event(worker& w);

/// An access by a lane while the worker watches for spinning. `how` is of access_kind.
void watch_access(worker& w, const void* address, std::size_t bytes, unsigned how, const void* pc);

/// Whether nothing has changed of what the lanes of a suspended block have looked at.
bool waits_in_vain(const worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
