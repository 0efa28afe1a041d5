// Lanes that cannot go on, in words: a finding, or at speed run the launch's exception.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// Lanes are left in the block and none can run.
void report_deadlock(worker& w);

/// No lane of its blocks can run, and none that could wake one.
void report_dead_cluster(const cluster_state& all);

/// No block of the launch can go on, and so not this one.
void report_dead_block(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
