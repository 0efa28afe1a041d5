// How a block's elements come and go: neighbours in accesses as wide as they can be, and copies to shared memory that
// go on while the thread does.
//
// A piece is what one thread takes of a row: neighbouring elements, 16 bytes of them where they are small enough. A
// source that is not aligned to pieces, or is not in memory, is read element by element; the load policy says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#include <strider/pattern/canonical_order.hpp>
#if defined(__CUDACC__)
#include <cuda_pipeline_primitives.h>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// The widest access, in bytes, that cuts `bytes` evenly.
STRIDER_HOST_DEVICE constexpr unsigned widest_word(std::size_t bytes) {
    return bytes % 16 == 0 ? 16 : static_cast<unsigned>(bytes & -bytes);
}

/// The type of an access of so many bytes.
template <unsigned Bytes>
struct word_of {
    using small =
        std::conditional_t<Bytes == 1, unsigned char, std::conditional_t<Bytes == 2, unsigned short, unsigned>>;
    using type = std::conditional_t<Bytes == 16, uint4, std::conditional_t<Bytes == 8, uint2, small>>;
};

}  // namespace detail

/// `Count` neighbouring elements, as aligned accesses move them.
template <class T, unsigned Count>
struct alignas(T) alignas(detail::widest_word(Count * sizeof(T))) piece {
    T element[Count];
};

/// How a kernel reads its source, and writes what has the same shape: the same for all of its threads.
struct load_policy {
    bool vectors;         ///< whole pieces may be read and written at once
    bool staged = false;  ///< runs go by way of shared memory (block/staged_runs.hpp)
};

namespace detail {

/// A piece as the words that it is moved by.
template <class Piece>
struct alignas(Piece) words_of_piece {
    static constexpr unsigned bytes = widest_word(sizeof(Piece)), count = sizeof(Piece) / bytes;
    using word = typename word_of<bytes>::type;
    word of[count];
};

/// The elements of `data[0 ...]`; their address is a multiple of the widest word's size that divides the piece.
template <class T, unsigned Count>
__device__ __forceinline__ void load(const T* data, piece<T, Count>& into) {
    using words = words_of_piece<piece<T, Count>>;
    words raw;
    const auto* const from = reinterpret_cast<const typename words::word*>(data);
#pragma unroll
    for (unsigned w = 0; w < words::count; ++w) raw.of[w] = from[w];
    into = __builtin_bit_cast(piece<T, Count>, raw);
}

/// One store: nvcc cuts assignments of what it has put together from elements.
template <class Word>
__device__ __forceinline__ void store(Word* to, const Word& word) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(Word) == 16) {
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x),
                     "r"(word.y), "r"(word.z), "r"(word.w)
                     : "memory");
        return;
    } else if constexpr (sizeof(Word) == 8) {
        asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x), "r"(word.y)
                     : "memory");
        return;
    }
#endif
    *to = word;
}

}  // namespace detail

// Whether `Count` elements at `first` and any multiple of Count behind it may be read, or written, as one piece: a
// source says so by an overload, and by one of `read`. What is not in memory has no address to be aligned.
template <unsigned Count, class Source>
bool readable_in_pieces(const Source&, std::uint64_t = 0) {
    return false;
}
template <unsigned Count, class T>
bool readable_in_pieces(const contiguous<T>& source, std::uint64_t first = 0) {
    constexpr unsigned bytes = detail::widest_word(Count * sizeof(T));
    return reinterpret_cast<std::uintptr_t>(source.data + first) % bytes == 0;
}
template <unsigned Count, class T>
bool readable_in_pieces(const counting<T>&, std::uint64_t = 0) {
    return true;
}
template <unsigned Count, class T>
bool readable_in_pieces(const repeated<T>&, std::uint64_t = 0) {
    return true;
}
template <unsigned Count, class Source, class Function>
bool readable_in_pieces(const transformed<Source, Function>& source, std::uint64_t first = 0) {
    return readable_in_pieces<Count>(source.source, first);
}
template <unsigned Count, class First, class Second, class Function>
bool readable_in_pieces(const zipped<First, Second, Function>& source, std::uint64_t first = 0) {
    return readable_in_pieces<Count>(source.first, first) && readable_in_pieces<Count>(source.second, first);
}
template <unsigned Count, class T>
bool writable_in_pieces(const T* data) {
    return readable_in_pieces<Count>(contiguous<T>{data});
}

/// How to read the source in pieces of 16 bytes of values.
template <class Source>
load_policy load_policy_of(const Source& source) {
    using T = source_value<Source>;
    return {readable_in_pieces<canonical_order::accumulators_per_lane(sizeof(T))>(source)};
}

/// Calls `go.operator()<policy>()`, for loops that are to have no branch an access: one for each policy.
template <class Go>
__device__ __forceinline__ auto with_constant(load_policy how, Go go) {
    if (!how.vectors) return go.template operator()<load_policy{false}>();
    return go.template operator()<load_policy{true}>();
}

/// The first `available` of Count elements, one by one, from any source and any address. The others are
/// value-initialised.
template <unsigned Count, class Source>
__device__ __forceinline__ auto read_some(const Source& source, std::uint64_t first, unsigned available) {
    piece<source_value<Source>, Count> elements{};
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        if (i < available) elements.element[i] = rounded<Source>(source(first + i));
    }
    return elements;
}

/// Elements `first` to `first + Count`, where `readable_in_pieces` and first is a multiple of Count.
template <unsigned Count, class T>
__device__ __forceinline__ piece<T, Count> read_piece(const contiguous<T>& source, std::uint64_t first) {
    piece<T, Count> elements;
    detail::load(source.data + first, elements);
    return elements;
}

/// Elements `first` to `first + Count`; where the policy has vectors, first is a multiple of Count.
template <unsigned Count, class Source>
__device__ __forceinline__ auto read(const Source& source, std::uint64_t first, load_policy) {
    return read_some<Count>(source, first, Count);
}
template <unsigned Count, class T>
__device__ __forceinline__ piece<T, Count> read(const contiguous<T>& source, std::uint64_t first, load_policy how) {
    if (!how.vectors) return read_some<Count>(source, first, Count);
    return read_piece<Count>(source, first);
}
template <unsigned Count, class Source, class Function>
__device__ __forceinline__ auto read(const transformed<Source, Function>& source, std::uint64_t first,
                                     load_policy how) {
    const auto raw = read<Count>(source.source, first, how);
    using whole = transformed<Source, Function>;
    piece<source_value<whole>, Count> elements;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        elements.element[i] = rounded<whole>(source.apply(raw.element[i], first + i));
    }
    return elements;
}
template <unsigned Count, class First, class Second, class Function>
__device__ __forceinline__ auto read(const zipped<First, Second, Function>& source, std::uint64_t first,
                                     load_policy how) {
    const auto a = read<Count>(source.first, first, how);
    const auto b = read<Count>(source.second, first, how);
    using whole = zipped<First, Second, Function>;
    piece<source_value<whole>, Count> elements;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        elements.element[i] = rounded<whole>(source.function(a.element[i], b.element[i]));
    }
    return elements;
}

/// Elements `first` to `first + Count`, where `writable_in_pieces` and first is a multiple of Count.
template <class T, unsigned Count>
__device__ __forceinline__ void write_piece(T* data, std::uint64_t first, const piece<T, Count>& elements) {
    using words = detail::words_of_piece<piece<T, Count>>;
    const words raw = __builtin_bit_cast(words, elements);
    auto* const to = reinterpret_cast<typename words::word*>(data + first);
#pragma unroll
    for (unsigned w = 0; w < words::count; ++w) detail::store(to + w, raw.of[w]);
}

/// Starts to copy an object of 4, 8 or 16 bytes to shared memory (cp.async, sm_80 and newer; older GPUs copy at once).
/// It has arrived when wait_for_copies says so, for this thread; for others once they have met it at a barrier
/// afterwards.
template <class Word>
__device__ __forceinline__ void copy_async(Word* shared, const Word* global) {
    static_assert(sizeof(Word) == 4 || sizeof(Word) == 8 || sizeof(Word) == 16);
    __pipeline_memcpy_async(shared, global, sizeof(Word));
}

/// Ends a batch: the copies that this thread has started since the last one, if any.
__device__ __forceinline__ void commit_copies() { __pipeline_commit(); }

/// Waits until no more than the last `Pending` batches are on their way.
template <unsigned Pending>
__device__ __forceinline__ void wait_for_copies() {
    static_assert(Pending <= 8);
    __pipeline_wait_prior(Pending);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
