// Reductions, scans and shuffles by the 32 lanes of a warp, for kernels of your own: compiled by nvcc, or for the
// emulator.
//
//     const float sum = strider::warp::reduce(value);                                      // every lane gets it.
//     const int before = strider::warp::exclusive_scan(count);                             // of the lanes before.
//     const state all = strider::warp::inclusive_scan(mine, compose{});                    // need not commute.
//     const matrix next = strider::warp::shuffle(mine, (lane + 1) % 32);                   // of any size.
//
// All 32 lanes call, in a block whose first dimension is a multiple of 32 and whose others are 1. Values may be of any
// trivially copyable type of at most 32 bytes with a default. Operators must be associative and pure. They need not
// commute. A reduction combines neighbours first, then pairs of them, and so on. A scan combines at distances 1, 2, 4,
// ...: every GPU and the emulator return the same bits. A call takes five shuffles for every 4 bytes of a value. Sums,
// extremes and bits of 32-bit integers take one instruction where the GPU has it (sm_80 and newer).
//
// Source of the scan: P. Kogge and H. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of
// Recurrence Equations (1973).
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/warp/calls.hpp>
#endif
// SPDX-License-Identifier: Apache-2.0
