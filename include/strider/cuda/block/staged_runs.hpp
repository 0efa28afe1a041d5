// Runs of a chunk whose operator is not known to commute, by way of shared memory: a lane's run is consecutive in
// memory, so that lanes that read their own runs would touch 32 lines a load. A warp copies 64 bytes or so of each of
// its 32 runs at a time, whole lines' sectors, while it folds what came before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// A copy that has the level-2 cache take the aligned 128 bytes around: what the lane's next stage wants. (On an H200
/// 3,940 GB/s where 2,440 are reached without. Stages of 128 bytes and 256 bytes around reach 4,150, but take twice as
/// long below 2^20 elements.)
__device__ __forceinline__ void copy_staged(uint4* shared, const uint4* global) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(shared))),
                 "l"(global)
                 : "memory");
#else
    copy_async(shared, global);
#endif
}

/// The part of every run of elements E that a stage holds: whole 16-byte words, and at most 64 bytes if possible. Runs
/// stand an odd number of words apart, so that lanes read their own without bank conflicts.
template <class E>
struct run_stage {
    static constexpr unsigned least() {
        unsigned count = 1;
        while (count * sizeof(E) % 16 != 0) count *= 2;
        while (2 * count * sizeof(E) <= 64) count *= 2;
        return count;
    }
    static constexpr unsigned elements = least();
    static constexpr unsigned words = elements * sizeof(E) / 16;
    static constexpr unsigned distance = words | 1;
    static constexpr unsigned stages = 2;
    static constexpr unsigned warp_words = 32 * distance;  // of one stage of one warp
    static constexpr std::size_t block_bytes =
        std::size_t{canonical_order::lanes / 32} * stages * warp_words * sizeof(uint4);
    struct content {
        E element[elements];
    };
    struct content_words {
        uint4 word[words];
    };
    static constexpr bool fits = block_bytes <= 160 * 1024;
};

// The memory behind a source, and the source's value of an element there.
template <class E>
STRIDER_HOST_DEVICE const contiguous<E>& staged_memory(const contiguous<E>& source) {
    return source;
}
template <class E, class Function>
STRIDER_HOST_DEVICE const contiguous<E>& staged_memory(const transformed<contiguous<E>, Function>& source) {
    return source.source;
}
template <class E>
__device__ __forceinline__ E value_of(const contiguous<E>&, const E& element, std::uint64_t) {
    return element;
}
template <class E, class Function>
__device__ __forceinline__ auto value_of(const transformed<contiguous<E>, Function>& source, const E& element,
                                         std::uint64_t i) {
    return rounded<transformed<contiguous<E>, Function>>(source.apply(element, i));
}

template <class Source>
concept has_staged_memory = requires(const Source& source) { staged_memory(source); };

template <class Source>
struct stage_of;
template <has_staged_memory Source>
struct stage_of<Source> {
    using memory = std::remove_cvref_t<decltype(staged_memory(std::declval<const Source&>()))>;
    using type = run_stage<typename memory::value_type>;
};

/// The shared memory that a block needs for runs of the source: none where it has to read them in place.
template <class Source>
inline constexpr std::size_t staged_bytes = 0;
template <has_staged_memory Source>
inline constexpr std::size_t staged_bytes<Source> =
    stage_of<Source>::type::fits ? stage_of<Source>::type::block_bytes : 0;

/// Whether runs of so many elements from `first` on can be staged.
template <class Source>
__device__ __forceinline__ bool can_stage(const Source& source, std::uint64_t first, std::uint64_t run) {
    const auto* const from = staged_memory(source).data + first;
    return run % stage_of<Source>::type::elements == 0 && reinterpret_cast<std::uintptr_t>(from) % 16 == 0;
}

/// Lane t's run of a chunk of `count` elements from `first` on, the t-th, folded from left to right; with
/// staged_bytes of dynamic shared memory. What is less than a stage, at the end of the elements, is read in place.
template <class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T fold_staged_run(const Source& source, std::uint64_t first, std::uint64_t count,
                                             std::uint64_t run, Operator op) {
    const auto memory = staged_memory(source);
    using stage = typename stage_of<Source>::type;
    constexpr unsigned step = stage::elements, words = stage::words;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    uint4* const stages = dynamic_shared<uint4>() + warp * stage::stages * stage::warp_words;
    uint4* const end = stages + stage::stages * stage::warp_words;
    const auto after = [=](uint4* at) { return at + stage::warp_words == end ? stages : at + stage::warp_words; };

    const auto in_stages = [&](unsigned thread) {  // elements of a thread's run that fill stages
        const std::uint64_t begin = thread * run;
        const std::uint64_t there = begin >= count ? 0 : count - begin < run ? count - begin : run;
        return static_cast<unsigned>(there - there % step);
    };
    // A lane copies a word of each of several runs: neighbouring lanes the words of one. What is kept from stage to
    // stage is counted on, for nvcc would calculate it anew.
    const uint4* from[words];
    unsigned left[words];
#pragma unroll
    for (unsigned k = 0; k < words; ++k) {
        const unsigned of = (lane + 32 * k) / words, word = (lane + 32 * k) % words;
        from[k] = reinterpret_cast<const uint4*>(memory.data + (first + (warp * 32 + of) * run)) + word;
        left[k] = in_stages(warp * 32 + of);
    }
    constexpr bool even = 32 % words == 0;  // copies of a lane are then a constant distance apart
    const auto place = [=](unsigned k) {
        const unsigned of = even ? lane / words : (lane + 32 * k) / words;
        const unsigned word = even ? lane % words : (lane + 32 * k) % words;
        return of * stage::distance + word + (even ? k * (32 / words) * stage::distance : 0);
    };
    uint4* into = stages;
    const auto fetch = [&] {
#pragma unroll
        for (unsigned k = 0; k < words; ++k) {
            if (left[k] == 0) continue;
            copy_staged(into + place(k), from[k]);
            from[k] += words;
            left[k] -= step;
        }
        commit_copies();
        into = after(into);
    };

    const unsigned longest = in_stages(warp * 32), mine = in_stages(threadIdx.x);
    const std::uint64_t begin = first + threadIdx.x * run;
#pragma unroll
    for (unsigned s = 0; s + 1 < stage::stages; ++s) fetch();
    T value{};
    const uint4* now = stages + lane * stage::distance;
    for (unsigned at = 0; at < longest; at += step) {
        fetch();
        wait_for_copies<stage::stages - 1>();
        __syncwarp();  // every lane's copies
        if (at < mine) {
            typename stage::content_words raw;
#pragma unroll
            for (unsigned w = 0; w < words; ++w) raw.word[w] = now[w];
            const auto elements = __builtin_bit_cast(typename stage::content, raw);
#pragma unroll
            for (unsigned i = 0; i < step; ++i) {
                const T next = value_of(source, elements.element[i], begin + at + i);
                value = i == 0 && at == 0 ? next : static_cast<T>(op(value, next));
            }
        }
        __syncwarp();  // the stage may be written again
        now = now + stage::warp_words < end ? now + stage::warp_words : now - (stage::stages - 1) * stage::warp_words;
    }
    for (std::uint64_t i = mine; i < run && threadIdx.x * run + i < count; ++i) {
        const T next = rounded<Source>(source(begin + i));
        value = i == 0 ? next : static_cast<T>(op(value, next));
    }
    return value;
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
