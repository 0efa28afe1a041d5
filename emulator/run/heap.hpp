// The heap of the device: what kernels get by malloc() and new, and give back by free() and delete.
#pragma once

namespace strider::emulation {

/// A launch has ended: what its kernels gave back is really given back.
void settle_heap();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
