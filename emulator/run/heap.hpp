// The heap of the device: malloc(), new, free() and delete in kernels.
#pragma once

namespace strider::emulation {

/// Call this when a launch has ended: memory that its kernels freed is really freed.
void settle_heap();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
