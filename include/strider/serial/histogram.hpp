// The oracle: each sample's bin as its definition has it, one sample at a time. Never optimised.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/pattern/weights.hpp>

namespace strider {

namespace serial_backend {

/// The bin of a sample, or bins, bins + 1 and bins + 2 for one below, above, or no number.
template <std::floating_point T, class Edge>
std::uint64_t cell_of(T sample, const even_bins<Edge>& bins) {
    const T low = static_cast<T>(bins.low), high = static_cast<T>(bins.high);
    if (sample != sample) return bins.count + 2;
    if (sample < low) return bins.count;
    if (sample > high || (sample == high && !bins.closed)) return bins.count + 1;
    const double length = static_cast<double>(high) - static_cast<double>(low);
    const T distance = sample - low;
    const T place = distance * static_cast<T>(static_cast<double>(bins.count) / length);
    return std::min(static_cast<std::uint64_t>(place), bins.count - 1);
}

template <std::integral T, class Edge>
std::uint64_t cell_of(T sample, const even_bins<Edge>& bins) {
    const binning::wide_signed x = sample, low = bins.low, high = bins.high;
    if (x < low) return bins.count;
    if (x > high || (x == high && !bins.closed)) return bins.count + 1;
    const auto place = (x - low) * static_cast<binning::wide_signed>(bins.count) / (high - low);
    return std::min(static_cast<std::uint64_t>(place), bins.count - 1);
}

template <class T, class Edge>
std::uint64_t cell_of(T sample, const edge_list<Edge>& bins) {
    using number = std::conditional_t<std::is_same_v<T, Edge>, T, std::int64_t>;
    const number x = static_cast<number>(sample);
    const Edge* const last = bins.edges + bins.count;
    if (x != x) return bins.count + 2;
    if (x < static_cast<number>(bins.edges[0])) return bins.count;
    if (x > static_cast<number>(*last)) return bins.count + 1;
    const auto is_below = [](number a, Edge edge) { return a < static_cast<number>(edge); };
    return static_cast<std::uint64_t>(std::upper_bound(bins.edges, last, x, is_below) - bins.edges) - 1;
}

/// Element i is of channel i modulo Channels; row c of `sums` is of channel c.
template <unsigned Channels, class Samples, class Bins, class Addend, class Weights, class Sum>
void add_up(const Samples& samples, std::uint64_t elements, const Bins& bins, Addend addend, const Weights& weights,
            Sum* sums, outside* out) {
    const std::uint64_t row = bins.count + binning::outside_cells;
    std::vector<std::uint64_t> cells(Channels * row);
    for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t cell = cell_of(samples(i), bins);
        cells[i % Channels * row + cell] += cell < bins.count ? addend(i) : 1;
    }
    for (std::uint64_t c = 0; c < Channels; ++c) {
        const std::uint64_t* const of = cells.data() + c * row;
        for (std::uint64_t b = 0; b < bins.count; ++b) sums[c * bins.count + b] = weights.template total<Sum>(of[b]);
        if (out != nullptr) out[c] = {of[bins.count], of[bins.count + 1], of[bins.count + 2]};
    }
}

}  // namespace serial_backend

/// The histogram of `elements` samples.
template <unsigned Channels, element_source Samples, class Bins, class Count>
void count_samples(serial, const Samples& samples, std::uint64_t elements, const Bins& bins, Count* counts,
                   outside* out) {
    const binning::no_weights none;
    serial_backend::add_up<Channels>(
        samples, elements, bins, [](std::uint64_t) { return std::uint64_t{1}; }, none, counts, out);
}

/// The same of their weights: integers of 64 bits, whatever makes them.
template <element_source Samples, class Weights, class Bins, class Sum>
void sum_addends(serial, const Samples& samples, const Weights& weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    serial_backend::add_up<1>(
        samples, elements, bins, [&](std::uint64_t i) { return weights.addend(weights.data[i]); }, weights, sums, out);
}

template <element_source Samples, std::integral Weight, class Bins, class Sum>
void sum_weights(serial, const Samples& samples, const Weight* weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    sum_addends(serial{}, samples, binning::integer_weights<Weight>{weights}, elements, bins, sums, out);
}

template <element_source Samples, std::floating_point Weight, class Bins, class Sum>
void sum_weights(serial, const Samples& samples, const Weight* weights, std::uint64_t elements, const Bins& bins,
                 Sum* sums, outside* out) {
    Weight greatest = 0;
    for (std::uint64_t i = 0; i < elements; ++i) {
        const Weight magnitude = binning::magnitude{}(weights[i]);
        if (magnitude > greatest || magnitude != magnitude) greatest = magnitude;
        if (greatest != greatest) break;
    }
    sum_addends(serial{}, samples, binning::real_weights<Weight>(weights, greatest, elements), elements, bins, sums,
                out);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
