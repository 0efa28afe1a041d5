// Copies of rows that may have gaps between them, in memory of the place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <strider/core/matrix_view.hpp>
#include <strider/distributed/memory.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

#if defined(STRIDER_DEVICE_CODE)

/// Rows of words; strides are in words.
template <class Word>
struct copied_rows {
    Word* to;
    const Word* from;
    std::uint64_t to_stride, from_stride, rows, words;
};

inline constexpr unsigned words_a_thread = 4;

/// A block copies blockDim.y rows at a time, of each as many words as its threads take.
template <class Word>
__global__ void copy_rows_kernel(copied_rows<Word> of) {
    const unsigned wide = blockDim.x * words_a_thread;
    const std::uint64_t across = (of.words + wide - 1) / wide, down = (of.rows + blockDim.y - 1) / blockDim.y;
    for (std::uint64_t at = blockIdx.x; at < across * down; at += gridDim.x) {
        const std::uint64_t row = at / across * blockDim.y + threadIdx.y, first = at % across * wide + threadIdx.x;
        if (row >= of.rows) continue;
        const Word* const from = of.from + row * of.from_stride;
        Word* const to = of.to + row * of.to_stride;
        Word some[words_a_thread];
#pragma unroll
        for (unsigned k = 0; k < words_a_thread; ++k) {
            if (first + k * blockDim.x < of.words) some[k] = from[first + k * blockDim.x];
        }
#pragma unroll
        for (unsigned k = 0; k < words_a_thread; ++k) {
            if (first + k * blockDim.x < of.words) to[first + k * blockDim.x] = some[k];
        }
    }
}

template <class Word, class T>
void launch_copy_of_rows(const device_policy& at, const matrix_view<T>& to, const matrix_view<const T>& from) {
    const auto in_words = [](std::uint64_t elements) { return elements * sizeof(T) / sizeof(Word); };
    const copied_rows<Word> task{reinterpret_cast<Word*>(to.data),
                                 reinterpret_cast<const Word*>(from.data),
                                 in_words(to.stride),
                                 in_words(from.stride),
                                 from.rows,
                                 in_words(from.columns)};
    constexpr unsigned threads = 256;
    constexpr std::uint64_t most_blocks = 4096;
    unsigned x = threads;
    while (x > 1 && (x / 2) * words_a_thread >= task.words) x /= 2;
    const unsigned y = threads / x;
    const std::uint64_t across = (task.words + x * words_a_thread - 1) / (x * words_a_thread);
    const std::uint64_t down = (task.rows + y - 1) / y;
    launch(copy_rows_kernel<Word>,
           {dim3(static_cast<unsigned>(std::min(across * down, most_blocks))), dim3(x, y), 0, stream_of(at)}, task);
}

#endif

/// to = from, two views of one shape. Stream-ordered on a device, where it goes by words as wide as the addresses, the
/// strides and the length of a row allow, up to 16 bytes.
template <class Local, class T>
void copy_rows([[maybe_unused]] const Local& at, const matrix_view<T>& to,
               const std::type_identity_t<matrix_view<const T>>& from) {
    if (from.rows == 0 || from.columns == 0) return;
    const std::size_t bytes = from.columns * sizeof(T);
    const auto copy_row = [&](std::uint64_t r) {
        std::memcpy(to.data + r * to.stride, from.data + r * from.stride, bytes);
    };
    if constexpr (std::is_same_v<Local, serial>) {
        for (std::uint64_t r = 0; r < from.rows; ++r) copy_row(r);
#if defined(STRIDER_DEVICE_CODE)
    } else {
        const std::uint64_t multiples = reinterpret_cast<std::uintptr_t>(to.data) |
                                        reinterpret_cast<std::uintptr_t>(from.data) | bytes |
                                        (from.rows > 1 ? (to.stride | from.stride) * sizeof(T) : 0);
        if (multiples % 16 == 0) return launch_copy_of_rows<uint4>(at, to, from);
        if (multiples % 4 == 0) return launch_copy_of_rows<std::uint32_t>(at, to, from);
        if (multiples % 2 == 0) return launch_copy_of_rows<std::uint16_t>(at, to, from);
        launch_copy_of_rows<std::uint8_t>(at, to, from);
#elif defined(STRIDER_HAS_CPU)
    } else {
        const std::uint64_t grain = std::max<std::uint64_t>(1, 64 * 1024 / bytes);
        cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, from.rows, grain), [&](const auto& range) {
            for (std::uint64_t r = range.begin(); r < range.end(); ++r) copy_row(r);
        });
#endif
    }
}

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
