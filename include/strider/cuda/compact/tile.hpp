// A tile of a compaction, by a block of 256 threads: a warp a strip, a lane 16 bytes in each of the strip's rows. Its
// elements in registers, a flag for each that is selected, and where those go. Flags are counted by one warp scan of
// packed counters.
//
// Source: M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures
// (2009).
#pragma once

#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace compact_kernels {

inline constexpr unsigned threads = 256, warps = threads / 32;

/// Says that a count is of all tiles up to the one that published it.
inline constexpr unsigned inclusive = 1u << 31;

/// Rows of a strip where there is enough to do, and where there is little, so that every multiprocessor gets some.
/// Fewer rows where elements are wide, for shared memory, and where they are narrow: a lane's elements each take a
/// register.
template <class T>
inline constexpr unsigned many_rows = sizeof(T) >= 4 && sizeof(T) <= 16 ? 8 : 4;
inline constexpr unsigned few_rows = 2;
inline constexpr std::uint64_t small_bytes = std::uint64_t{1} << 20;

/// Elements in 16 bytes; one, where an element does not fit.
template <class T>
inline constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
template <class T, unsigned Rows>
inline constexpr unsigned tile_size = warps * Rows * 32 * width<T>;

/// Shared memory for the elements of a tile, whose type need not be trivial to construct.
template <class T, unsigned Elements>
struct alignas(T) alignas(16) tile_memory {
    unsigned char bytes[Elements * sizeof(T)];
};

/// The pieces of a lane, and a bit for each of their elements that is selected. `count` elements are in the tile, which
/// starts at element `first` of the input.
template <bool Complete, unsigned Rows, class Source, class T, class Selector>
__device__ __forceinline__ void load_tile(const Source& input, std::uint64_t first, unsigned count, load_policy how,
                                          const Selector& selector, piece<T, width<T>> (&pieces)[Rows],
                                          unsigned (&flags)[Rows]) {
    constexpr unsigned row = 32 * width<T>;
    const unsigned lane = threadIdx.x % 32, at = threadIdx.x / 32 * Rows * row + lane * width<T>;
    const auto available = [count, at](unsigned r) {
        if constexpr (Complete) return width<T>;
        const unsigned here = at + r * row;
        return count <= here ? 0 : count - here < width<T> ? count - here : width<T>;
    };
    [[maybe_unused]] T edge{};  // to the left of the strip
    if constexpr (Selector::looks_left) {
        if (lane == 0 && available(0) > 0 && first + at > 0) edge = input(first + at - 1);
    }
    how.vectors = how.vectors && Complete;
    with_constant(how, [&]<load_policy How>() {
#pragma unroll
        for (unsigned r = 0; r < Rows; ++r) {
            if constexpr (Complete) {
                pieces[r] = read<width<T>>(input, first + at + r * row, How);
            } else {
                pieces[r] = read_some<width<T>>(input, first + at + r * row, available(r));
            }
        }
    });
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        unsigned selected = 0;
        if constexpr (Selector::looks_left) {
            T left = warp::shuffle_up(pieces[r].element[width<T> - 1], 1);
            if (r > 0) edge = warp::shuffle(pieces[r - (r > 0)].element[width<T> - 1], 31);
            if (lane == 0) left = edge;
            const bool nothing_left = first + at == 0 && r == 0;
#pragma unroll
            for (unsigned v = 0; v < width<T>; ++v) {
                if (v >= available(r)) continue;
                const T& neighbour = v == 0 ? left : pieces[r].element[v - (v > 0)];
                if ((v == 0 && nothing_left) || selector(neighbour, pieces[r].element[v])) selected |= 1u << v;
            }
        } else {
#pragma unroll
            for (unsigned v = 0; v < width<T>; ++v) {
                if (v < available(r) && selector(pieces[r].element[v])) selected |= 1u << v;
            }
        }
        flags[r] = selected;
    }
}

/// How many elements of the tile are selected in all, and before a lane's piece in each row of its strip.
template <unsigned Rows>
struct ranks {
    unsigned before_lane[Rows / 2], before_row[Rows], of_tile;

    __device__ __forceinline__ unsigned before(unsigned r) const {
        return before_row[r] + (before_lane[r / 2] >> (r % 2 * 16) & 0xffff);
    }
};

/// Counts the selected elements by the whole block. Counts of two rows share a word: one scan of the warp for both. One
/// barrier: `warp_counts` may be written again behind the next.
template <unsigned Rows>
__device__ __forceinline__ ranks<Rows> rank_selected(const unsigned (&flags)[Rows], unsigned (&warp_counts)[warps]) {
    static_assert(Rows % 2 == 0, "of a piece of 16 bytes, the counts of a row fit half a word");
    const unsigned warp = threadIdx.x / 32;
    ranks<Rows> rank;
    unsigned of_rows[Rows / 2], of_warp = 0;
#pragma unroll
    for (unsigned p = 0; p < Rows / 2; ++p) {
        const unsigned mine =
            static_cast<unsigned>(__popc(flags[2 * p])) | static_cast<unsigned>(__popc(flags[2 * p + 1])) << 16;
        const unsigned sum = warp::inclusive_scan(mine, 32, plus{});
        rank.before_lane[p] = sum - mine;
        of_rows[p] = warp::shuffle(sum, 31);
        of_warp += (of_rows[p] & 0xffff) + (of_rows[p] >> 16);
    }
    if (threadIdx.x % 32 == 0) warp_counts[warp] = of_warp;
    __syncthreads();
    unsigned place = 0;  // where the strip's next row goes
    rank.of_tile = 0;
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
        if (w < warp) place += warp_counts[w];
        rank.of_tile += warp_counts[w];
    }
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        rank.before_row[r] = place;
        place += of_rows[r / 2] >> (r % 2 * 16) & 0xffff;
    }
    return rank;
}

/// `count` elements from shared memory, by the whole block, in words as wide as their alignment allows.
template <class T>
__device__ __forceinline__ void write_out(const T* staged, unsigned count, T* to) {
    constexpr unsigned bytes = alignof(T) < 16 ? alignof(T) : 16;
    using word = typename detail::word_of<bytes>::type;
    const word* const from = reinterpret_cast<const word*>(staged);
    word* const target = reinterpret_cast<word*>(to);
    for (unsigned i = threadIdx.x; i < count * (sizeof(T) / bytes); i += threads) target[i] = from[i];
}

}  // namespace compact_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
