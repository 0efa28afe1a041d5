// __syncthreads and __syncwarp.
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

// Inlined: it is the hottest of all calls.
[[gnu::always_inline]] inline void __syncthreads() { strider::emulation::block_barrier(); }

/// The number of threads of the block whose predicate is not zero; and 1 where all, or any, are not, else 0.
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
