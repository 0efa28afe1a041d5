// Reductions, scans and exchanges by the threads of a block, for kernels of your own: compiled by nvcc, or for the
// emulator.
//
//     __shared__ strider::block::scratch<float, 256> shared;
//     const float sum = strider::block::reduce(value, shared);                             // every thread gets it.
//     const auto [place, count] = strider::block::exclusive_scan(kept, shared);            // and the total.
//
//     int items[4];                                                                        // a thread's, neighbours.
//     const int total = strider::block::inclusive_scan(items, shared, strider::maximum{});
//
// All threads of the block call. The block has as many threads as the scratch: a multiple of 32, at most 1,024, all in
// the first dimension. Every call has one barrier. Call __syncthreads() before its scratch is used again. Scratch is
// shared memory for a value of each warp.
//
// Values may be of any trivially copyable type of at most 32 bytes with a default. Operators must be associative and
// pure. They need not commute: values are combined in the order of threads, and a thread's items one after the other.
// The order of combination depends only on the number of threads and items: every GPU and the emulator return the same
// bits.
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/block/calls.hpp>
#endif
// SPDX-License-Identifier: Apache-2.0
