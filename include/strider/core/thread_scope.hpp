// Who takes part in an atomic operation.
#pragma once

namespace strider {

/// The threads among which an operation is atomic and ordered: those of a block, of the device, or of the whole
/// machine, host included. A narrower scope may be faster on a GPU; a processor knows only the widest.
enum class thread_scope { block, device, system };

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
