// Map on a GPU, and in the emulator: a block takes one stretch, 16 bytes an access where all addresses allow it, with
// all of its loads under way before the function is called.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace map_kernels {

inline constexpr unsigned threads = 256;

// A source, cut into what it reads and what it makes of that: everything is read before the first call.
template <class Source, class Function>
__device__ __forceinline__ auto inputs_of(const transformed<Source, Function>& source) {
    return source.source;
}
template <class First, class Second, class Function>
__device__ __forceinline__ auto inputs_of(const zipped<First, Second, Function>& source) {
    return zipped<First, Second, pair_up>{source.first, source.second, {}};
}
template <class Source, class Function, class T>
__device__ __forceinline__ auto result_of(const transformed<Source, Function>& source, const T& input,
                                          std::uint64_t i) {
    return source.apply(input, i);
}
template <class First, class Second, class Function, class A, class B>
__device__ __forceinline__ auto result_of(const zipped<First, Second, Function>& source, const pair_of<A, B>& input,
                                          std::uint64_t) {
    return source.function(input.first, input.second);
}

template <class Source>
inline constexpr std::size_t bytes_read = 0;
template <class T>
inline constexpr std::size_t bytes_read<contiguous<T>> = sizeof(T);
template <class Source, class Function>
inline constexpr std::size_t bytes_read<transformed<Source, Function>> = bytes_read<Source>;
template <class First, class Second, class Function>
inline constexpr std::size_t bytes_read<zipped<First, Second, Function>> = bytes_read<First> + bytes_read<Second>;
template <class Source>
inline constexpr std::size_t widest_read = bytes_read<Source>;
template <class Source, class Function>
inline constexpr std::size_t widest_read<transformed<Source, Function>> = widest_read<Source>;
template <class First, class Second, class Function>
inline constexpr std::size_t widest_read<zipped<First, Second, Function>> =
    widest_read<First> < widest_read<Second> ? widest_read<Second> : widest_read<First>;

/// Elements in a piece: as many as make 16 bytes of the widest type, so that no access of a warp has gaps.
template <class Source, class U>
inline constexpr unsigned piece_size =
    canonical_order::accumulators_per_lane(widest_read<Source> < sizeof(U) ? sizeof(U) : widest_read<Source>);

/// The first `head` elements, in front of the first piece, are taken one by one by the first block. (nvcc does not find
/// a class of ours as the type of a kernel's template parameter: so the policy comes in its parts.)
template <bool Vectors, unsigned Pieces, unsigned Count, class Source, class U>
__global__ void __launch_bounds__(threads) map_kernel(Source source, U* output, std::uint64_t elements, unsigned head) {
    constexpr load_policy How{Vectors};
    constexpr unsigned stretch = Pieces * threads * Count;
    const auto inputs = inputs_of(source);
    using input = source_value<decltype(inputs)>;
    const std::uint64_t first = head + std::uint64_t{blockIdx.x} * stretch + threadIdx.x * Count;

    const auto write = [&](std::uint64_t at, const piece<input, Count>& from) {
        piece<U, Count> results;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            results.element[v] = static_cast<U>(result_of(source, from.element[v], at + v));
        }
        if constexpr (Vectors) {
            write_piece(output, at, results);
        } else {
            output[at] = results.element[0];
        }
    };
    piece<input, Count> read_ahead[Pieces];
    if (elements - head >= (std::uint64_t{blockIdx.x} + 1) * stretch) {
#pragma unroll
        for (unsigned k = 0; k < Pieces; ++k) read_ahead[k] = read<Count>(inputs, first + k * threads * Count, How);
#pragma unroll
        for (unsigned k = 0; k < Pieces; ++k) write(first + k * threads * Count, read_ahead[k]);
    } else {
#pragma unroll
        for (unsigned k = 0; k < Pieces; ++k) {
            const std::uint64_t at = first + k * threads * Count;
            if (at + Count <= elements) {
                write(at, read<Count>(inputs, at, How));
            } else {
#pragma unroll 1
                for (std::uint64_t i = at; i < elements; ++i) output[i] = static_cast<U>(source(i));
            }
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < head) output[threadIdx.x] = static_cast<U>(source(threadIdx.x));
}

}  // namespace map_kernels

/// Stream-ordered: the values of a source's `elements` elements to `output`, which may be where they come from.
template <element_source Source, class U>
void map_source(const device_policy& policy, const Source& source, std::uint64_t elements, U* output) {
    using namespace map_kernels;
    constexpr unsigned count = piece_size<Source, U>;
    constexpr std::uint64_t larger_than_caches = std::uint64_t{64} << 20;
    const auto start = [&]<bool Vectors, unsigned Pieces, unsigned Count>(unsigned head) {
        constexpr std::uint64_t stretch = std::uint64_t{Pieces} * threads * Count;
        const std::uint64_t blocks = elements == head ? 1 : (elements - head - 1) / stretch + 1;
        launch(map_kernel<Vectors, Pieces, Count, Source, U>, detail::launch_of(policy, blocks, threads), source,
               output, elements, head);
    };
    for (unsigned head = 0; head < count && head < elements; ++head) {
        if (!readable_in_pieces<count>(source, head) || !writable_in_pieces<count>(output + head)) continue;
        // Data that no cache holds takes more accesses of a thread under way; less data, more blocks.
        if (elements * (bytes_read<Source> + sizeof(U)) >= larger_than_caches) {
            return start.template operator()<true, 4, count>(head);
        }
        return start.template operator()<true, 2, count>(head);
    }
    start.template operator()<false, 8, 1>(0);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
