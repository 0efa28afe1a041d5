// Lanes that cannot go on: waiting for each other, or spinning.
#pragma once

#include "worker.hpp"

namespace simt {

/// Lanes are left in the block and none can run.
void report_deadlock(worker& w);

/// No lane of its blocks can run, and none that could wake one.
void report_dead_cluster(const cluster_state& all);

/// A lane has used up its quantum, at `pc`: others get their turn, and endless spinning is found out.
void end_quantum(worker& w, const void* pc);

/// Something happened in the block that spinning lanes may have waited for: a lane ended, a barrier was met.
void note_event(worker& w);

/// An access by a lane while the worker watches for spinning. `how` is of access_kind.
void watch_access(worker& w, const void* address, std::size_t bytes, unsigned how, const void* pc);

/// Whether nothing has changed of what the lanes of a suspended block have looked at.
bool waits_in_vain(const worker& w);

/// No block of the launch can go on, and so not this one.
void report_dead_block(worker& w);

void report_outside_of_mask(worker& w, const void* pc, unsigned mask);
void report_exited_source(worker& w, const void* pc, unsigned mask, unsigned thread);
void report_different_collectives(worker& w, const void* pc, const open_collective& at);

}  // namespace simt
