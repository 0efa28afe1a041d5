// Short segments, a thread each. Warps stage the values of many of them in shared memory at once, so that loads are of
// whole lines wherever segments begin.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/segmented_reduce/groups.hpp>
#include <strider/cuda/segmented_reduce/search.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

/// Values that a thread has under way, a subtree of the canonical order: a power of two; and the longest segment that
/// it takes, of so many subtrees.
template <class T>
inline constexpr unsigned at_once = sizeof(T) < 4 ? 8 : 2 * canonical_order::accumulators_per_lane(sizeof(T));
template <class T, class Operator, unsigned Subtrees>
inline constexpr unsigned longest_of_thread =
    is_commutative<Operator, T> ? Subtrees * at_once<T> : 2 * unit<T, Operator>;

/// A segment of one to longest_of_thread values, by one thread.
template <unsigned Subtrees, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T reduce_by_thread(const Source& values, unsigned count, Operator op) {
    if constexpr (is_commutative<Operator, T>) {
        T parts[Subtrees];
#pragma unroll
        for (unsigned p = 0; p < Subtrees; ++p) {
            const unsigned first = p * at_once<T>;
            if (first >= count) break;
            T some[at_once<T>];
#pragma unroll
            for (unsigned v = 0; v < at_once<T>; ++v) {
                if (first + v < count) some[v] = values(first + v);
            }
            parts[p] = block::thread_tree(some, count - first, op);
        }
        return block::thread_tree(parts, (count + at_once<T> - 1) / at_once<T>, op);
    } else {
        constexpr unsigned each = unit<T, Operator>;
        const T value = fold(values, 0, count < each ? count : each, op);
        return count <= each ? value : static_cast<T>(op(value, fold(values, each, count - each, op)));
    }
}

/// Starts to copy `count` values from `first` on to shared memory, by threads `rank`, `rank` + `Threads`, ...: they are
/// there after wait_for_copies<0>() and a barrier of those threads.
template <unsigned Threads, class Source, class T = source_value<Source>>
__device__ __forceinline__ void stage(const Source& values, std::uint64_t first, unsigned count, unsigned rank, T* to) {
    constexpr bool copied = (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) && alignof(T) == sizeof(T);
#pragma unroll 4
    for (unsigned i = rank; i < count; i += Threads) {
        if constexpr (std::is_same_v<Source, contiguous<T>> && copied) {
            copy_async(to + i, values.data + first + i);
        } else {
            to[i] = rounded<Source>(values(first + i));
        }
    }
    commit_copies();
}

/// Whether warps are to stage the values of segments: if these stand side by side and are short on average. (2^27 f32
/// on an H200: 2.4 times as fast for segments of 1, 1.8 for 5 and 1.5 for 7. Level for 12 and 15. Slower for random
/// lengths of 16 on average, where a warp's longest segment decides, and for 8 and 16, which meet in few banks.)
template <class Segments>
bool are_staged(const Segments& segments, std::uint64_t elements) {
    constexpr std::uint64_t too_long = 8;
    if constexpr (std::is_same_v<Segments, equal_segments> || requires { segments.offsets; }) {
        return elements < too_long * segments.count;
    } else {
        return false;
    }
}

/// Where a warp stages its segments, in the block's dynamic shared memory: their values, and for each where it begins
/// there and, 16 bits higher, its size.
template <class T>
struct segment_stage {
    static constexpr unsigned capacity = 4800 / sizeof(T);  ///< values of a warp
    static constexpr unsigned most = 128;                   ///< segments of a warp
    static constexpr unsigned subtrees = sizeof(T) <= 8 ? 40 / at_once<T> : 4;
    static constexpr std::size_t bytes_of_warp = capacity * sizeof(T) + most * sizeof(std::uint32_t);
    static constexpr std::size_t bytes = shares * bytes_of_warp;
    static_assert(capacity < 1u << 16);

    T* values;
    std::uint32_t* places;

    __device__ __forceinline__ segment_stage() {
        unsigned char* const memory =
            reinterpret_cast<unsigned char*>(dynamic_shared<uint4>()) + threadIdx.x / 32 * bytes_of_warp;
        values = reinterpret_cast<T*>(memory);
        places = reinterpret_cast<std::uint32_t*>(memory + capacity * sizeof(T));
    }

    /// Reduces the segments from `first` to `end`, a thread each, as many multiples of 32 as have room and none that is
    /// too long for a thread; returns how many.
    template <class Source, class Segments, class Operator, class U>
    __device__ __forceinline__ unsigned reduce(const Source& source, const Segments& segments, std::uint64_t first,
                                               std::uint64_t end, const segment_result<T, Operator>& result,
                                               U* output) const {
        constexpr unsigned longest = longest_of_thread<T, Operator, subtrees>;
        const unsigned lane = threadIdx.x % 32, left = end - first < most ? static_cast<unsigned>(end - first) : most;
        const std::uint64_t from = segments.begin(first);
        unsigned taken = 0, count = 0;  // segments, and values of this lane's
        bool fit = true;
#pragma unroll
        for (unsigned base = 0; base < most; base += 32) {
            const unsigned i = base + lane;
            const std::uint64_t begin = i < left ? segments.begin(first + i) - from : 0;
            const std::uint64_t size = i < left ? segments.size(first + i) : 0, last = begin + size;
            places[i] = static_cast<unsigned>(begin) | static_cast<unsigned>(size) << 16;
            fit = fit && __all_sync(~0u, size <= longest && last <= capacity);
            if (!fit) continue;
            taken = base + 32;
            if (size != 0) count = static_cast<unsigned>(last);
        }
        count = warp::reduce(count, maximum{});
        if (taken > left) taken = left;
        if (taken == 0) return 0;
        stage<32>(source, from, count, lane, values);
        wait_for_copies<0>();
        __syncwarp();
#pragma unroll 1
        for (unsigned i = lane; i < taken; i += 32) {
            const unsigned size = places[i] >> 16;
            T total = result.empty();
            if (size != 0) {
                const contiguous<T> its{values + (places[i] & 0xffff)};
                total = result.of(reduce_by_thread<subtrees>(its, size, result.op));
            }
            store_result(segments, output, first + i, total);
        }
        __syncwarp();
        return taken;
    }
};

}  // namespace segment_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
