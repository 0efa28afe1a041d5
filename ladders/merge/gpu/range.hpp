// A thread's range of the merged sequence: where it begins in both sequences, and its keys.
#pragma once

#include <cstdint>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/merge/sequences.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

/// The co-rank: how many of the first `place` merged keys come from `first`. The others come from `second`.
template <class Index>
__device__ __forceinline__ Index keys_from_first(sequence<Index> first, sequence<Index> second, Index place) {
    Index low = place > second.count ? place - second.count : 0, high = place < first.count ? place : first.count;
    while (low < high) {
        const Index middle = (low + high) / 2;
        if (first.keys[middle] <= second.keys[place - 1 - middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Calls `store(r, key)` with `Items` merged keys from `place` on, as far as there are any. A key that was not taken
/// stays in a register.
template <unsigned Items, class Index, class Store>
__device__ __forceinline__ void merge_range(sequence<Index> first, sequence<Index> second, Index place,
                                            const Store& store) {
    const Index count = first.count + second.count;
    if (place >= count) return;
    Index a = keys_from_first(first, second, place), b = place - a;
    key of_first = a < first.count ? first.keys[a] : 0, of_second = b < second.count ? second.keys[b] : 0;
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) {
        if (place + r >= count) break;
        if (b >= second.count || (a < first.count && of_first <= of_second)) {
            store(r, of_first);
            if (++a < first.count) of_first = first.keys[a];
        } else {
            store(r, of_second);
            if (++b < second.count) of_second = second.keys[b];
        }
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
