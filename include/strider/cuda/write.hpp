// Writing several neighbouring elements at once, in stores as wide as they can be: the counterpart of read.hpp.
#pragma once

#include <cstdint>

#include <strider/cuda/read.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// Whether `write_piece` may write `Count` elements at any multiple of Count.
template <unsigned Count, class T>
bool writable_in_pieces(const T* data) {
    return readable_in_pieces<Count>(contiguous<T>{data});
}

/// Elements `first` to `first + Count`, where `writable_in_pieces` and first is a multiple of Count.
template <caching How, class T, unsigned Count>
__device__ __forceinline__ void write_piece(T* data, std::uint64_t first, const piece<T, Count>& elements) {
    constexpr unsigned bytes = detail::widest_word(sizeof elements);
    using word = typename detail::word_of<bytes>::type;
    struct alignas(piece<T, Count>) raw_words {
        word of[sizeof elements / bytes];
    };
    const raw_words raw = __builtin_bit_cast(raw_words, elements);
    word* const to = reinterpret_cast<word*>(data + first);
#pragma unroll
    for (unsigned w = 0; w < sizeof elements / bytes; ++w) {
        if constexpr (How == caching::streaming) {
            __stcs(to + w, raw.of[w]);
        } else {
            to[w] = raw.of[w];
        }
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
