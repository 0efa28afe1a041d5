// Messages about lanes that cannot go on: a finding, or at speed run the launch's exception.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// The block has lanes left, but none can run.
void report_deadlock(worker& w);

/// No lane of the cluster can run, or wake one that could.
void report_dead_cluster(const cluster_state& all);

/// No block of the launch can go on, including this one.
void report_dead_block(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
