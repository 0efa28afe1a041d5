// Alignment checks of kernel accesses: which kind of build can check which access.
#pragma once

namespace strider::emulation {

/// True if the kernels check each address against the alignment of its type (-fsanitize=alignment). Without these
/// checks, g++ passes each structure of 16 bytes as a vector. clang++ always passes the alignment of an access.
extern bool alignment_is_checked;

/// True if this program could be built with alignment checks. Then a misaligned access that may belong to a structure
/// is not yet a finding.
extern bool alignment_can_be_checked;

/// If set, the emulator calls this function at an access that may belong to a structure.
extern void (*alignment_is_unknown)();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
