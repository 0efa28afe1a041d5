// Who knows the alignment of what a kernel accesses.
#pragma once

namespace strider::executor {

/// The kernels check each address against the alignment of its type (-fsanitize=alignment). In other kernels of g++
/// each structure of 16 bytes counts as a vector. Accesses of clang++ tell their alignment.
extern bool alignment_is_checked;

/// Called in other kernels, if set, where it depends on that whether an access is misaligned.
extern void (*alignment_is_unknown)();

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
