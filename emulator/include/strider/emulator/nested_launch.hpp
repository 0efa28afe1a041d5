// Launches by kernels.
#pragma once

#include <functional>

namespace strider::emulation {

/// What `make(data)` gives is called when the launch of this lane has ended, after that of the blocks before: so the
/// device may order it, as no kernel can wait for those that it launches. Called on a lane, but `make` is not.
void when_launch_has_ended(std::function<void()> (*make)(const void* data), const void* data);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
