// Given edges as the samples of a block look them up: the range of the inner edges is cut into cells of one width, and
// a table says which edges are in each. Few cells have any, so that most samples are done when they know their cell;
// the others halve what is in theirs.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/pattern/bins.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace histogram_kernels {

/// Threads of a block that counts.
inline constexpr unsigned threads = 1024;

/// The parts of given edges that a block keeps in shared memory. Without cells: nothing.
struct look_up_shape {
    unsigned cells = 0;     ///< of its table
    bool edges = false;     ///< whether the edges are there too
    std::size_t bytes = 0;  ///< in all
};

/// A cell of the table: how many inner edges are below it, and how many in it, or `many`.
struct look_up_cell {
    static constexpr unsigned bits_below = 21, many = (1u << (32 - bits_below)) - 1;
    static_assert(most_bins >> bits_below == 0);
    unsigned packed;

    __device__ __forceinline__ static look_up_cell of(unsigned below, unsigned inside) {
        return {below | (inside < many ? inside : many) << bits_below};
    }
    __device__ __forceinline__ unsigned below() const { return packed & ((1u << bits_below) - 1); }
    __device__ __forceinline__ unsigned inside() const { return packed >> bits_below; }
};

/// Finds what bins_between finds.
template <class T, class Edge>
struct looked_up_edges {
    using number = typename binning::bins_between<T, Edge>::number;
    using real = std::conditional_t<std::is_same_v<number, double>, double, float>;
    unsigned bins;
    const Edge* edges;
    const look_up_cell* table;
    unsigned cells;
    number first, last;  ///< edges
    number low;          ///< of the inner ones
    real cells_per_unit;

    /// Never less for a greater number: differences, conversions and products are rounded, but keep the order.
    __device__ __forceinline__ real distance(number x) const {
        if constexpr (std::is_integral_v<number>) {
            using magnitude = std::make_unsigned_t<number>;  // narrow ones are subtracted as int, so it wraps here
            const auto above_low = static_cast<magnitude>(static_cast<magnitude>(x) - static_cast<magnitude>(low));
            return x < low ? real(0) : static_cast<real>(above_low);
        } else {
            return static_cast<real>(x - low);
        }
    }
    __device__ __forceinline__ unsigned cell_of_table(number x) const {
        const real place = distance(x) * cells_per_unit, greatest = static_cast<real>(static_cast<int>(cells) - 1);
        const real from_zero = place > real(0) ? place : real(0);  // of NaN 0
        return static_cast<unsigned>(static_cast<int>(from_zero < greatest ? from_zero : greatest));
    }

    __device__ __forceinline__ unsigned cell_of(T sample) const {
        const number x = static_cast<number>(sample);
        const look_up_cell cell = table[cell_of_table(x)];
        unsigned below = cell.below(), left = cell.inside();
        if (left == look_up_cell::many) left = bins - 1 - below;
        while (left > 0) {
            const unsigned half = left / 2;
            const bool is_above = static_cast<number>(edges[1 + below + half]) <= x;
            below = is_above ? below + half + 1 : below;
            left = is_above ? left - half - 1 : half;
        }
        return binning::cell_among(bins, x >= first, x <= last, below);
    }
};

/// Before each of a block's threads: the sum of what the threads before it have. All threads of the block call it, and
/// meet.
__device__ __forceinline__ warp::prefix<unsigned> sum_before(unsigned value) {
    static_assert(threads == 32 * 32);
    __shared__ unsigned totals[32];
    const unsigned lane = threadIdx.x % 32, inclusive = warp::inclusive_scan(value, 32, plus{});
    __syncthreads();
    if (lane == 31) totals[threadIdx.x / 32] = inclusive;
    __syncthreads();
    const auto of_warps = warp::scan_before(totals[lane], 32, threadIdx.x / 32, plus{});
    return {inclusive - value + (threadIdx.x < 32 ? 0 : of_warps.before), of_warps.total};
}

/// Makes the table, in shared memory that is aligned to 8 bytes. All threads of the block call it; they have to meet
/// before they look up.
template <class T, class Edge>
__device__ __forceinline__ looked_up_edges<T, Edge> looked_up(const binning::bins_between<T, Edge>& rule,
                                                              const look_up_shape& shape, void* shared) {
    using found = looked_up_edges<T, Edge>;
    using number = typename found::number;
    using real = typename found::real;
    const unsigned bins = rule.bins;
    auto* const table = static_cast<look_up_cell*>(shared);
    auto* const edges_here = reinterpret_cast<Edge*>(table + shape.cells);
    found look_up{bins,
                  shape.edges ? edges_here : rule.edges,
                  table,
                  shape.cells,
                  static_cast<number>(rule.edges[0]),
                  static_cast<number>(rule.edges[bins]),
                  static_cast<number>(rule.edges[1]),
                  0};
    const real wide =
        static_cast<real>(static_cast<int>(shape.cells)) / look_up.distance(static_cast<number>(rule.edges[bins - 1]));
    look_up.cells_per_unit = wide > real(0) && std::isfinite(wide) ? wide : real(0);

    for (unsigned c = threadIdx.x; c < shape.cells; c += threads) table[c].packed = 0;
    for (unsigned e = threadIdx.x; shape.edges && e <= bins; e += threads) edges_here[e] = rule.edges[e];
    __syncthreads();
    for (unsigned e = 1 + threadIdx.x; e < bins; e += threads) {
        atomicAdd(&table[look_up.cell_of_table(static_cast<number>(rule.edges[e]))].packed, 1u);
    }
    __syncthreads();
    unsigned below = 0;
    for (unsigned c = threadIdx.x; c - threadIdx.x < shape.cells; c += threads) {
        const unsigned inside = c < shape.cells ? table[c].packed : 0;
        const auto sum = sum_before(inside);
        if (c < shape.cells) table[c] = look_up_cell::of(below + sum.before, inside);
        below += sum.total;
    }
    return look_up;
}

/// A rule as a block uses it: given edges by their table, unless `AsItIs`; any other as it is.
template <bool AsItIs, class Rule>
__device__ __forceinline__ const Rule& rule_of_block(const Rule& rule, const look_up_shape&, void*) {
    return rule;
}
template <bool AsItIs, class T, class Edge>
    requires(!AsItIs)
__device__ __forceinline__ auto rule_of_block(const binning::bins_between<T, Edge>& rule, const look_up_shape& shape,
                                              void* shared) {
    return looked_up(rule, shape, shared);
}

/// The parts of given edges to keep in at most `room` bytes, where a block takes so many samples.
template <class Rule>
look_up_shape look_up_shape_of(const Rule&, std::size_t, std::uint64_t) {
    return {};
}
template <class T, class Edge>
look_up_shape look_up_shape_of(const binning::bins_between<T, Edge>& rule, std::size_t room, std::uint64_t samples) {
    const std::size_t edges = (rule.bins + std::size_t{1}) * sizeof(Edge);
    const bool both = edges <= room / 2;
    const std::size_t left = (room - (both ? edges : 0)) / sizeof(look_up_cell);
    unsigned cells = 16384;
    while (cells > 64 && (cells > left || cells > 16 * std::size_t{rule.bins} || cells > samples)) cells /= 2;
    return {cells, both, (cells * sizeof(look_up_cell) + (both ? edges : 0) + 15) / 16 * 16};
}

}  // namespace histogram_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
