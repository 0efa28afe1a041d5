// Lanes that use up their turn, and the detection of lanes that only wait for a memory cell to change.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// The lane has used up its quantum at `pc`: other lanes run, and endless spinning is detected.
void end_quantum(worker& w, const void* pc);

/// Something has happened in the block that spinning lanes may have waited for: a lane ended, a barrier completed.
void note_event(worker& w);

/// An access by a lane while the worker watches for spinning. `kind` is a set of access_kind.
void watch_access(worker& w, const void* address, std::size_t bytes, unsigned kind, const void* pc);

/// Whether no cell has changed that the lanes of a suspended block have looked at.
bool waits_in_vain(const worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
