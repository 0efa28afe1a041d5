// Reading several neighbouring elements of a source at once, in loads as wide as they can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/launch.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/words.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace detail {

/// What fetch_line fetches.
inline constexpr unsigned line_bytes = 128;

/// Asks for the line at `address` to be brought to the second-level cache, and waits for nothing. The executor has
/// none.
__device__ __forceinline__ void fetch_line([[maybe_unused]] const void* address) {
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address) : "memory");
#endif
}

/// The widest load, in bytes, that cuts `bytes` evenly.
STRIDER_HOST_DEVICE constexpr unsigned widest_word(std::size_t bytes) {
    return bytes % 16 == 0 ? 16 : static_cast<unsigned>(bytes & -bytes);
}

}  // namespace detail

/// `Count` neighbouring elements, as aligned loads bring them.
template <class T, unsigned Count>
struct alignas(T) alignas(detail::widest_word(Count * sizeof(T))) piece {
    T element[Count];
};

/// How a load treats the caches: `streaming` data is used once and may go first.
enum class caching { normal, streaming };

namespace detail {

template <unsigned Bytes>
struct word_of;
template <>
struct word_of<1> {
    using type = unsigned char;
};
template <>
struct word_of<2> {
    using type = unsigned short;
};
template <>
struct word_of<4> {
    using type = unsigned;
};
template <>
struct word_of<8> {
    using type = uint2;
};
template <>
struct word_of<16> {
    using type = uint4;
};

/// The elements of `data[first ...]`; their address is a multiple of the widest word's size that divides the piece.
template <caching How, class T, unsigned Count>
__device__ __forceinline__ void load(const T* data, piece<T, Count>& into) {
    constexpr unsigned bytes = widest_word(sizeof into);
    using word = typename word_of<bytes>::type;
    constexpr unsigned words = sizeof into / bytes;
    struct alignas(piece<T, Count>) {
        word of[words];
    } raw;
    const word* from = reinterpret_cast<const word*>(data);
#pragma unroll
    for (unsigned w = 0; w < words; ++w) {
        if constexpr (How == caching::streaming) {
            raw.of[w] = __ldcs(from + w);
        } else {
            raw.of[w] = from[w];
        }
    }
    into = __builtin_bit_cast(piece<T, Count>, raw);
}

}  // namespace detail

/// Sources that are read in pieces where their address allows it.
template <class Source>
inline constexpr bool has_pieces = false;
template <class T>
inline constexpr bool has_pieces<contiguous<T>> = true;
template <class Source, class Function>
inline constexpr bool has_pieces<transformed<Source, Function>> = has_pieces<Source>;
template <class First, class Second, class Function>
inline constexpr bool has_pieces<zipped<First, Second, Function>> = has_pieces<First> && has_pieces<Second>;

/// Whether `read_piece` may take `Count` elements at any multiple of Count.
template <unsigned Count, class T>
bool readable_in_pieces(const contiguous<T>& source) {
    constexpr unsigned bytes = detail::widest_word(Count * sizeof(T));
    return reinterpret_cast<std::uintptr_t>(source.data) % bytes == 0;
}
template <unsigned Count, class Source, class Function>
bool readable_in_pieces(const transformed<Source, Function>& source) {
    return readable_in_pieces<Count>(source.source);
}
template <unsigned Count, class First, class Second, class Function>
bool readable_in_pieces(const zipped<First, Second, Function>& source) {
    return readable_in_pieces<Count>(source.first) && readable_in_pieces<Count>(source.second);
}

/// Whether a source's values may be products.
template <class Source>
inline constexpr bool gives_products = false;
template <class Source, class Function>
inline constexpr bool gives_products<transformed<Source, Function>> = may_multiply<Function> || gives_products<Source>;
template <class First, class Second, class Function>
inline constexpr bool gives_products<zipped<First, Second, Function>> = may_multiply<Function>;

/// A value of `Source`. Where it may be a product, it is kept apart from the sum that it goes to, which neither nvcc
/// nor ptxas may then contract it with: by adding -0, which leaves every number as it is, and of other types by
/// permuting the bytes of words to themselves. (An empty asm statement does not do: ptxas does not see it.)
template <class Source, class T>
__device__ __forceinline__ T rounded(T value) {
#if defined(__CUDA_ARCH__)
    if constexpr (!gives_products<Source> || std::is_integral_v<T>) {
        return value;
    } else if constexpr (std::is_same_v<T, float>) {
        return __fadd_rn(value, -0.0f);
    } else if constexpr (std::is_same_v<T, double>) {
        return __dadd_rn(value, -0.0);
    } else {
        words_of<T> raw = to_words(value);
#pragma unroll
        for (unsigned w = 0; w < words_of<T>::count; ++w) asm("prmt.b32 %0, %0, %0, 0x7654;" : "+r"(raw.word[w]));
        return from_words<T>(raw);
    }
#else
    return value;
#endif
}

/// Elements `first` to `first + Count`, where `readable_in_pieces` and first is a multiple of Count.
template <unsigned Count, caching How, class T>
__device__ __forceinline__ piece<T, Count> read_piece(const contiguous<T>& source, std::uint64_t first) {
    piece<T, Count> elements;
    detail::load<How>(source.data + first, elements);
    return elements;
}
template <unsigned Count, caching How, class Source, class Function>
__device__ __forceinline__ auto read_piece(const transformed<Source, Function>& source, std::uint64_t first) {
    const auto raw = read_piece<Count, How>(source.source, first);
    using whole = transformed<Source, Function>;
    piece<source_value<whole>, Count> elements;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        elements.element[i] = rounded<whole>(source.apply(raw.element[i], first + i));
    }
    return elements;
}
template <unsigned Count, caching How, class First, class Second, class Function>
__device__ __forceinline__ auto read_piece(const zipped<First, Second, Function>& source, std::uint64_t first) {
    const auto a = read_piece<Count, How>(source.first, first);
    const auto b = read_piece<Count, How>(source.second, first);
    using whole = zipped<First, Second, Function>;
    piece<source_value<whole>, Count> elements;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        elements.element[i] = rounded<whole>(source.function(a.element[i], b.element[i]));
    }
    return elements;
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

}  // namespace STRIDER_TARGET
}  // namespace strider
