// The blocks that one thread of the host runs. Mostly one after the other; where a block can only wait for others, the
// thread turns to another of its blocks, or starts one, so that what is waited for comes on any number of threads.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// Takes blocks of the launch and runs them, until there are none, or the launch stops.
void run_blocks(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
