// Histogram on all cores: every core counts in tables of its own, which are added up at the end.
//
// Cells of a block of samples are found first, in a loop that compilers turn into vectors, and then added to. Where
// there are few cells, four tables take turns, so that equal samples in a row do not wait for each other's store.
// Samples of one byte are counted by value, and their 256 values sorted into bins afterwards. Scratch is up to four
// tables of 8 bytes a cell for each core. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <tbb/enumerable_thread_specific.h>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/histogram/simd.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/reduce.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/pattern/weights.hpp>

namespace strider {

namespace cpu_backend {

/// The bytes themselves, as cells.
template <class T>
struct byte_values {
    static unsigned cell_of(T sample) { return static_cast<std::uint8_t>(sample); }
};

/// Tables of `cells` counters, a row a channel, that samples take turns at.
class histogram_tables {
public:
    static constexpr std::uint64_t several = 4;

    histogram_tables(std::uint64_t cells, std::uint64_t tables)
        : cells_(cells), tables_(tables), words_(std::make_unique<std::uint64_t[]>(cells * tables)) {}

    std::uint64_t* cells() { return words_.get(); }  ///< of the first table

    /// Adds `addend(i, cell)` for the samples from `begin`, which is of channel 0, to `end`.
    template <unsigned Channels, class Samples, class Rule, class Addend>
    void add(const Samples& samples, std::uint64_t begin, std::uint64_t end, const Rule& rule, std::uint64_t row,
             Addend addend) {
        if (tables_ == 1) {
            add_in_turns<1, Channels>(samples, begin, end, rule, row, addend);
        } else {
            add_in_turns<several, Channels>(samples, begin, end, rule, row, addend);
        }
    }

    /// Adds all tables to `sums`, cell by cell.
    void add_to(std::uint64_t* sums) const {
        for (std::uint64_t t = 0; t < tables_; ++t) {
            const std::uint64_t* const table = words_.get() + t * cells_;
            for (std::uint64_t c = 0; c < cells_; ++c) sums[c] += table[c];
        }
    }

private:
    template <std::uint64_t Tables, unsigned Channels, class Samples, class Rule, class Addend,
              class T = source_value<Samples>>
    void add_in_turns(const Samples& samples, std::uint64_t begin, std::uint64_t end, Rule rule, std::uint64_t row,
                      Addend addend) {
        constexpr std::uint64_t turn = Tables * Channels, block = 256 * Channels;
        constexpr bool immediate = std::is_same_v<Rule, byte_values<T>>;  // nothing to compute
        unsigned found[block];
        std::uint64_t* const words = words_.get();
        const std::uint64_t cells = cells_;
        for (std::uint64_t first = begin; first < end; first += block) {
            const std::uint64_t count = std::min(block, end - first);
            [[maybe_unused]] T made_up[is_contiguous<Samples> ? 1 : block];
            const T* here = made_up;
            if constexpr (is_contiguous<Samples>) {
                here = samples.data + first;
            } else {
                for (std::uint64_t i = 0; i < count; ++i) made_up[i] = samples(first + i);
            }
            if constexpr (std::is_same_v<Rule, binning::even_numbers<T>>) {
                find_cells(rule, here, count, found);
            } else if constexpr (!immediate) {
                by_widest_vectors([=, cells = found + 0] {
                    for (std::uint64_t i = 0; i < count; ++i) cells[i] = rule.cell_of(here[i]);
                });
            }
            const auto add_one = [&](std::uint64_t i, std::uint64_t in_turn) {
                unsigned cell;
                if constexpr (immediate) {
                    cell = rule.cell_of(here[i]);
                } else {
                    cell = found[i];
                }
                words[in_turn / Channels * cells + in_turn % Channels * row + cell] += addend(first + i, cell);
            };
            std::uint64_t i = 0;
            for (; i + turn <= count; i += turn) {
                for (std::uint64_t k = 0; k < turn; ++k) add_one(i + k, k);
            }
            for (std::uint64_t k = 0; i + k < count; ++k) add_one(i + k, k);
        }
    }

    std::uint64_t cells_, tables_;
    std::unique_ptr<std::uint64_t[]> words_;
};

/// Calls `use(cells)` with the sums of all samples' cells, a row of `row` a channel.
template <unsigned Channels, class Samples, class Rule, class Addend, class Use>
void with_sums(const Samples& samples, std::uint64_t elements, const Rule& rule, std::uint64_t row, Addend addend,
               Use use) {
    constexpr std::uint64_t few_cells = 4096;
    const std::uint64_t cells = Channels * row;
    // A core's share must be worth its tables: clearing them and adding them up.
    const std::uint64_t share = std::max(parallel_from / 8, 4 * cells), groups = elements / Channels;
    if (elements < std::max(parallel_from, 2 * share)) {
        const std::uint64_t tables = cells <= few_cells && elements >= 16 * cells ? histogram_tables::several : 1;
        histogram_tables mine(cells, tables);
        mine.add<Channels>(samples, 0, elements, rule, row, addend);
        if (tables == 1) return use(mine.cells());
        histogram_tables sums(cells, 1);
        mine.add_to(sums.cells());
        return use(sums.cells());
    }
    tbb::enumerable_thread_specific<histogram_tables> of_threads(cells,
                                                                 cells <= few_cells ? histogram_tables::several : 1);
    in_parallel(tbb::blocked_range<std::uint64_t>(0, groups, share / Channels), [&](const auto& range) {
        of_threads.local().template add<Channels>(samples, range.begin() * Channels, range.end() * Channels, rule, row,
                                                  addend);
    });
    histogram_tables sums(cells, 1);
    for (const histogram_tables& mine : of_threads) mine.add_to(sums.cells());
    use(sums.cells());
}

/// Cells as results.
template <unsigned Channels, class Weights, class Sum>
void store_sums(const std::uint64_t* cells, std::uint64_t bins, const Weights& weights, Sum* sums, outside* out) {
    for (std::uint64_t c = 0; c < Channels; ++c, cells += bins + binning::outside_cells) {
        for (std::uint64_t b = 0; b < bins; ++b) sums[c * bins + b] = weights.template total<Sum>(cells[b]);
        if (out != nullptr) out[c] = {cells[bins], cells[bins + 1], cells[bins + 2]};
    }
}

}  // namespace cpu_backend

/// The histogram of `elements` samples.
template <unsigned Channels, element_source Samples, class Bins, class Count, class T = source_value<Samples>>
void count_samples(cpu, const Samples& samples, std::uint64_t elements, const Bins& bins, Count* counts, outside* out) {
    using namespace cpu_backend;
    const auto rule = binning::rule_of<T>(bins);
    const std::uint64_t row = rule.bins + std::uint64_t{binning::outside_cells};
    const auto one = [](std::uint64_t, unsigned) { return std::uint64_t{1}; };
    const auto store = [&](const std::uint64_t* cells) {
        store_sums<Channels>(cells, rule.bins, binning::no_weights{}, counts, out);
    };
    if constexpr (sizeof(T) == 1) {
        constexpr std::uint64_t values = 256;
        with_sums<Channels>(samples, elements, byte_values<T>{}, values, one, [&](const std::uint64_t* by_value) {
            histogram_tables by_cell(Channels * row, 1);
            for (std::uint64_t v = 0; v < Channels * values; ++v) {
                by_cell.cells()[v / values * row + rule.cell_of(static_cast<T>(v % values))] += by_value[v];
            }
            store(by_cell.cells());
        });
    } else {
        with_sums<Channels>(samples, elements, rule, row, one, store);
    }
}

/// The same of their weights: integers of 64 bits, whatever makes them.
template <element_source Samples, class Weights, class Bins, class Sum>
void sum_addends(cpu, const Samples& samples, const Weights& weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    using namespace cpu_backend;
    const auto rule = binning::rule_of<source_value<Samples>>(bins);
    const auto addend = [&weights, count = rule.bins](std::uint64_t i, unsigned cell) {
        return cell < count ? weights.addend(weights.data[i]) : 1;
    };
    with_sums<1>(samples, elements, rule, rule.bins + binning::outside_cells, addend,
                 [&](const std::uint64_t* cells) { store_sums<1>(cells, rule.bins, weights, sums, out); });
}

template <element_source Samples, std::integral Weight, class Bins, class Sum>
void sum_weights(cpu, const Samples& samples, const Weight* weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    sum_addends(cpu{}, samples, binning::integer_weights<Weight>{weights}, elements, bins, sums, out);
}

template <element_source Samples, std::floating_point Weight, class Bins, class Sum>
void sum_weights(cpu, const Samples& samples, const Weight* weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    const transformed magnitudes{contiguous<Weight>{weights}, binning::magnitude{}};
    const Weight greatest = elements == 0 ? Weight{0} : reduce_source(cpu{}, magnitudes, elements, maximum{});
    sum_addends(cpu{}, samples, binning::real_weights<Weight>(weights, greatest, elements), elements, bins, sums, out);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
