// A block's counters of the cells of a histogram, in shared memory, and how samples are added to them.
//
// There is a copy of them for each lane where that fits. Where the cells do not fit at all, but would if counters had
// 16 bits, they have: whoever brings one to a multiple of 4,096 moves these to the sums, and a barrier every few
// samples gives it the time. Bytes are counted by value. Weights are added as integers of 64 bits.
//
// Source: J. Gomez-Luna and others, An optimized approach to histogram computation on GPU (2013), for the copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/histogram/edges.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/pattern/weights.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace histogram_kernels {

using binning::no_weights;
using binning::outside_cells;

/// Floating-point weights whose greatest magnitude an earlier launch writes to memory of the device.
template <class Weight, class Count>
struct unscaled_weights {
    const Weight* data;
    const Weight* greatest;
    Count count;
};
template <class Weight, class Count>
unscaled_weights(const Weight*, Weight*, Count) -> unscaled_weights<Weight, Count>;

template <class Weights>
__device__ __forceinline__ const Weights& scaled(const Weights& weights) {
    return weights;
}
template <class Weight, class Count>
__device__ __forceinline__ binning::real_weights<Weight> scaled(const unscaled_weights<Weight, Count>& weights) {
    return {weights.data, *weights.greatest, detail::elements_now(weights.count)};
}

/// The properties of weights that a kernel knows.
template <class Weights>
struct weight_traits {
    static constexpr std::size_t bytes = sizeof(*Weights::data);
    using counter = unsigned long long;
};
template <>
struct weight_traits<no_weights> {
    static constexpr std::size_t bytes = 1;
    using counter = unsigned;  // a block takes fewer than 2^32 samples
};

/// Samples of one byte are counted by value.
template <class T, class Weights>
inline constexpr bool by_value = sizeof(T) == 1 && std::is_same_v<Weights, no_weights>;

/// `Count` neighbouring elements as the one word that a load brings; kept so, since elements of one byte would take a
/// register each.
template <class T, unsigned Count>
using word_with = typename detail::word_of<Count * sizeof(T)>::type;

/// Neighbouring samples, and their weights.
template <class T, class Weights, unsigned Count>
struct loaded {
    using weight = std::remove_cvref_t<decltype(*Weights::data)>;
    word_with<T, Count> samples;
    word_with<weight, Count> weights;
};
template <class T, unsigned Count>
struct loaded<T, no_weights, Count> {
    word_with<T, Count> samples;
};

template <class Rule>
inline constexpr bool is_search = false;
template <class T, class Edge>
inline constexpr bool is_search<looked_up_edges<T, Edge>> = true;

/// Counters of 16 bits, two a word. One that reaches a multiple of `moved` is the sum's by as much, at once; and
/// between two barriers a block adds too few samples to reach 2^16 from there.
inline constexpr unsigned moved = 4096, most_between_barriers = 65535 - moved;

/// The cells that a block has counters for.
enum class layout {
    words,   ///< all cells
    halves,  ///< all cells, two of them a word
    parts    ///< a part of the cells
};

/// A block's counters of cells `first` to `first + size`, and how samples are added to them.
template <unsigned Channels, layout Layout, class T, class Rule, class Weights>
struct counting {
    using counter = typename weight_traits<Weights>::counter;
    static constexpr bool weighted = !std::is_same_v<Weights, no_weights>;
    static constexpr bool whole = Layout != layout::parts, halves = Layout == layout::halves;
    /// Whether eight loads can be in flight without spilling; four do nearly as well.
    static constexpr bool few_registers = !weighted && sizeof(T) != 2 && sizeof(Rule) <= 32 && !is_search<Rule>;

    const Rule& rule;
    const Weights& weights;
    counter* mine;  ///< of this thread's copies
    unsigned copies, first, size;
    unsigned long long* sums;  ///< of all cells

    __device__ __forceinline__ unsigned row() const { return by_value<T, Weights> ? 256 : rule.bins + outside_cells; }

    __device__ __forceinline__ unsigned cell_of(T sample) const {
        if constexpr (by_value<T, Weights>) {
            return static_cast<std::uint8_t>(sample);
        } else {
            return rule.cell_of(sample);
        }
    }

    template <class Weight>
    __device__ __forceinline__ void add(T sample, unsigned first_of_row, const Weight& weight) const {
        const unsigned cell = cell_of(sample), place = first_of_row + cell - (whole ? 0 : first);
        if (!whole && place >= size) return;
        if constexpr (weighted) {
            const counter addend = cell < rule.bins ? weights.addend(weight) : 1;
            atomicAdd(&mine[place * copies], addend);
        } else {
            atomicAdd(&mine[place * copies], 1u);
        }
    }

    /// Adds `addend` to a half, which is in units of `one`; whether that brought it to a multiple of `moved`.
    __device__ __forceinline__ bool fills(unsigned place, unsigned one, unsigned addend) const {
        const unsigned before = atomicAdd(&mine[place / 2], addend * one);
        return addend == 1 ? ((moved - 1) * one & ~before) == 0
                           : (((before & (moved - 1) * one) + addend * one) & moved * one) != 0;
    }
    __device__ __forceinline__ void move(unsigned place, unsigned one) const {
        atomicSub(&mine[place / 2], moved * one);
        atomicAdd(&sums[place], static_cast<unsigned long long>(moved));
    }

    /// To halves: all additions, and then a look at what they found. Samples that are all the same are added at once,
    /// since additions to one place wait for each other.
    template <unsigned Count>
    __device__ __forceinline__ void add_halves(const T (&samples)[Count], const unsigned* rows) const {
        unsigned place[Count], one[Count];
        bool same = Count > 1 && Channels == 1, full[Count], any_full = false;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            place[v] = rows[v % Channels] + cell_of(samples[v]);
            one[v] = 1 + (place[v] & 1) * 0xffff;
            same = same && place[v] == place[0];
        }
        if (same) {
            if (fills(place[0], one[0], Count)) move(place[0], one[0]);
            return;
        }
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            full[v] = fills(place[v], one[v], 1);
            any_full |= full[v];
        }
        if (!any_full) return;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            if (full[v]) move(place[v], one[v]);
        }
    }

    /// Which sum a cell's count is added to.
    __device__ __forceinline__ unsigned sum_of(unsigned cell) const {
        if constexpr (by_value<T, Weights>) {
            return cell / 256 * (rule.bins + outside_cells) + rule.cell_of(static_cast<T>(cell % 256));
        } else {
            return cell;
        }
    }

    /// Samples from `index` on.
    template <unsigned Count>
    __device__ __forceinline__ void add(const loaded<T, Weights, Count>& some, std::uint64_t index) const {
        unsigned rows[Channels] = {};
        if constexpr (Channels > 1) {
            rows[0] = static_cast<unsigned>(index % Channels) * row();
#pragma unroll
            for (unsigned c = 1; c < Channels; ++c) {
                rows[c] = rows[c - 1] + row();
                if (rows[c] == Channels * row()) rows[c] = 0;
            }
        }
        const auto samples = __builtin_bit_cast(piece<T, Count>, some.samples);
        if constexpr (halves) {
            add_halves(samples.element, rows);
        } else if constexpr (weighted) {
            using weight = typename loaded<T, Weights, Count>::weight;
            const auto of = __builtin_bit_cast(piece<weight, Count>, some.weights);
#pragma unroll
            for (unsigned v = 0; v < Count; ++v) add(samples.element[v], rows[v % Channels], of.element[v]);
        } else {
#pragma unroll
            for (unsigned v = 0; v < Count; ++v) add(samples.element[v], rows[v % Channels], 1u);
        }
    }

    template <class Samples>
    __device__ __forceinline__ void add_one(const Samples& samples, std::uint64_t index) const {
        const unsigned of_row = Channels == 1 ? 0 : static_cast<unsigned>(index % Channels) * row();
        if constexpr (halves) {
            const T one[1] = {samples(index)};
            add_halves(one, &of_row);
        } else if constexpr (weighted) {
            add(samples(index), of_row, weights.data[index]);
        } else {
            add(samples(index), of_row, 1u);
        }
    }
};

}  // namespace histogram_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
