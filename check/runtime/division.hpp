// Integer division as a GPU does it.
#pragma once

namespace strider::emulation::program {

/// x86 answers a division by zero, and that of the least integer by -1, with a signal; a GPU gives a result and goes
/// on. By zero the quotient has all bits set and the remainder is the dividend; the least integer by -1 is itself, with
/// remainder 0. From here on lanes get these results. What the host divides ends the program as before.
void divide_as_a_gpu();

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
