// Who knows the alignment of what a kernel accesses.
#pragma once

namespace strider::emulation {

/// The kernels check each address against the alignment of its type (-fsanitize=alignment). In other kernels of g++
/// each structure of 16 bytes counts as a vector. Accesses of clang++ tell their alignment.
extern bool alignment_is_checked;

/// The kernels of this program could check it: an access that may be a structure's is no finding.
extern bool alignment_can_be_checked;

/// Called at such an access, if set.
extern void (*alignment_is_unknown)();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
