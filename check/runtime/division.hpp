// Integer division as a GPU does it.
#pragma once

namespace strider::emulation::program {

/// From here on lanes divide as on a GPU; the host's code still dies. x86 raises a signal for a division by zero, and
/// for the least integer divided by -1. A GPU goes on: the quotient by zero has all bits set and the remainder is the
/// dividend; the least integer by -1 is itself, with remainder 0.
void divide_as_a_gpu();

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
