// Launches by kernels.
#pragma once

#include <functional>

namespace strider::emulation {

/// Calls the function that `make(data)` returns when the launch of this lane, and the calls for earlier blocks, have
/// ended. CUDA allows that order, because no kernel can wait for the launches that it makes. Call this on a lane;
/// `make` runs on the host.
void when_launch_has_ended(std::function<void()> (*make)(const void* data), const void* data);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
