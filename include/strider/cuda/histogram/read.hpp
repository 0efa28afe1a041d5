// How the samples of a histogram are read: in 16-byte loads, up to eight in flight.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/cuda/histogram/counters.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace histogram_kernels {

template <class T, unsigned Count>
__device__ __forceinline__ word_with<T, Count> load_word(const T* aligned) {
    return *reinterpret_cast<const word_with<T, Count>*>(aligned);
}

/// Adds this thread's samples, all threads of a row of the grid taking turns at pieces of 16 bytes.
template <class Weights, class T, class Counting>
__device__ __forceinline__ void add_all(const contiguous<T>& source, std::uint64_t elements, const Counting& counters) {
    const T* const samples = source.data;
    constexpr bool weighted = Counting::weighted;
    constexpr std::size_t wider = sizeof(T) > weight_traits<Weights>::bytes ? sizeof(T) : weight_traits<Weights>::bytes;
    constexpr unsigned width = 16 / wider, in_flight = Counting::few_registers ? 8 : 4;
    constexpr std::size_t alignment = width * sizeof(T);
    const std::uint64_t step = std::uint64_t{gridDim.x} * threads;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * threads + threadIdx.x;

    // One by one: what stands before the first aligned piece, and behind the last one.
    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(samples) % alignment / sizeof(T);
    const std::uint64_t before = misaligned == 0 ? 0 : width - misaligned;
    const std::uint64_t head = before < elements ? before : elements;
    const std::uint64_t pieces = (elements - head) / width;
    if (me < head) counters.add_one(source, me);
    const std::uint64_t behind = head + pieces * width + me;
    if (behind < elements) counters.add_one(source, behind);

    const auto load = [&](std::uint64_t i) __attribute__((always_inline)) {
        loaded<T, Weights, width> some;
        some.samples = load_word<T, width>(samples + head + i * width);
        if constexpr (weighted) {
            using weight = typename loaded<T, Weights, width>::weight;
            const weight* const weights = counters.weights.data + head + i * width;
            if (reinterpret_cast<std::uintptr_t>(weights) % sizeof some.weights == 0) {
                some.weights = load_word<weight, width>(weights);
            } else {
                const auto one_by_one = read_some<width>(contiguous<weight>{weights}, 0, width);
                some.weights = __builtin_bit_cast(decltype(some.weights), one_by_one);
            }
        }
        return some;
    };
    static_assert(!Counting::halves || (in_flight * width + 2) * threads <= most_between_barriers);
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < pieces; first += in_flight * step) {
        const std::uint64_t i = first + threadIdx.x;
        loaded<T, Weights, width> next[in_flight];
        if (i + (in_flight - 1) * step < pieces) {
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) next[k] = load(i + k * step);
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) counters.add(next[k], head + (i + k * step) * width);
        } else {
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                if (i + k * step < pieces) next[k] = load(i + k * step);
            }
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                if (i + k * step < pieces) counters.add(next[k], head + (i + k * step) * width);
            }
        }
        if constexpr (Counting::halves) __syncthreads();
    }
}

/// The same of samples that a source makes up, one by one.
template <class Weights, class Source, class Counting>
__device__ __forceinline__ void add_all(const Source& source, std::uint64_t elements, const Counting& counters) {
    constexpr unsigned in_flight = 4;
    static_assert(!Counting::halves || in_flight * threads <= most_between_barriers);
    const std::uint64_t step = std::uint64_t{gridDim.x} * threads;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < elements; first += in_flight * step) {
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
            const std::uint64_t i = first + threadIdx.x + k * step;
            if (i < elements) counters.add_one(source, i);
        }
        if constexpr (Counting::halves) __syncthreads();
    }
}

}  // namespace histogram_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
