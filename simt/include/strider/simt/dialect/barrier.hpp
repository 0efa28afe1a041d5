// __syncthreads and __syncwarp.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

// Inlined: it is the hottest of all calls.
[[gnu::always_inline]] inline void __syncthreads() { strider::executor::block_barrier(); }

/// The number of threads of the block whose predicate is not zero; and 1 where all, or any, are not, else 0.
STRIDER_SIMT_INTRINSIC int __syncthreads_count(int predicate) {
    return strider::executor::block_barrier_vote(STRIDER_SIMT_CALLER, strider::executor::block_vote::count, predicate);
}
STRIDER_SIMT_INTRINSIC int __syncthreads_and(int predicate) {
    return strider::executor::block_barrier_vote(STRIDER_SIMT_CALLER, strider::executor::block_vote::all, predicate);
}
STRIDER_SIMT_INTRINSIC int __syncthreads_or(int predicate) {
    return strider::executor::block_barrier_vote(STRIDER_SIMT_CALLER, strider::executor::block_vote::any, predicate);
}

STRIDER_SIMT_INTRINSIC void __syncwarp(unsigned mask = 0xffffffffu) {
    strider::executor::warp_barrier(STRIDER_SIMT_CALLER, mask);
}
// SPDX-License-Identifier: Apache-2.0
