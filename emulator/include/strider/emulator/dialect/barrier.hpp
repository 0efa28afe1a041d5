// __syncthreads and __syncwarp.
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

// Inlined, because this is the most frequent call.
[[gnu::always_inline]] inline void __syncthreads() { strider::emulation::block_barrier(); }

/// _count: the number of threads of the block whose predicate is not zero. _and, _or: 1 if all, or any, are not zero;
/// else 0.
STRIDER_EMULATOR_INTRINSIC int __syncthreads_count(int predicate) {
    return strider::emulation::block_barrier_vote(STRIDER_EMULATOR_CALLER, strider::emulation::block_vote::count,
                                                  predicate);
}
STRIDER_EMULATOR_INTRINSIC int __syncthreads_and(int predicate) {
    return strider::emulation::block_barrier_vote(STRIDER_EMULATOR_CALLER, strider::emulation::block_vote::all,
                                                  predicate);
}
STRIDER_EMULATOR_INTRINSIC int __syncthreads_or(int predicate) {
    return strider::emulation::block_barrier_vote(STRIDER_EMULATOR_CALLER, strider::emulation::block_vote::any,
                                                  predicate);
}

STRIDER_EMULATOR_INTRINSIC void __syncwarp(unsigned mask = 0xffffffffu) {
    strider::emulation::warp_barrier(STRIDER_EMULATOR_CALLER, mask);
}
// SPDX-License-Identifier: Apache-2.0
