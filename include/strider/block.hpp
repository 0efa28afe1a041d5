// Reductions, scans and exchanges by the threads of a block, for kernels of your own: compiled by nvcc, or for the
// emulator.
//
//     __shared__ strider::block::scratch<float, 256> shared;
//     const float sum = strider::block::reduce(value, shared);                             // every thread gets it
//     const auto [place, count] = strider::block::exclusive_scan(kept, shared);            // and the total
//
//     int items[4];                                                                        // a thread's, neighbours
//     const int total = strider::block::inclusive_scan(items, shared, strider::maximum{});
//
// All threads of the block call; their number is that of the scratch, a multiple of 32 up to 1,024, in the block's
// first dimension. Every call has one barrier, and needs another, your __syncthreads(), before its scratch is used
// again. Scratch is shared memory for a value of each warp.
//
// Values may be of any trivially copyable type of at most 32 bytes with a default; operators must be associative and
// pure, and need not commute: values are taken in the order of threads, a thread's items one after the other. The order
// of combination depends on the number of threads and items alone: the same bits on every GPU and in the emulator.
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/block/calls.hpp>
#endif
// SPDX-License-Identifier: Apache-2.0
