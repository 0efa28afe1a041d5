// The blocks that one host thread runs, mostly one after the other. If a block can only wait for others, the thread
// turns to another of its blocks or starts one. So every launch ends with any number of threads.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// Takes blocks of the launch and runs them until none are left, or the launch stops.
void run_blocks(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
