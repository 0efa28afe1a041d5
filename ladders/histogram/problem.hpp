// The problem of the histogram ladder: samples counted by bins.
//
// The output is bins + 1 counts of 64 bits: of each bin, and, last, of the samples outside of all bins (NaN is
// outside). They are 64 bits wide so that no number of samples can overflow one; counters within a block may be 32 bits
// wide.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include <ladders/harness/problem.hpp>
#include <ladders/histogram/binning.hpp>

namespace strider::ladders::histogram {

/// A sample in so many lies on the last edge, and one is the type's most extreme or no number at all.
inline constexpr std::uint64_t rarity = 1024;

/// Samples are whole multiples of a step: 1 for integers, 1/64, a sixteenth of an even bin, for f32. So every
/// sample's distance from an edge is exact, whatever computes it.
template <class T>
inline constexpr edge<T> step = std::is_floating_point_v<T> ? static_cast<edge<T>>(0.015625) : edge<T>(1);

/// Ascending edges of uneven bins, about as wide as even ones on average.
template <class T>
std::vector<edge<T>> make_edges(unsigned bins, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto [lower, width] = range_of<T>(bins);
    const std::uint64_t widest = 2 * static_cast<std::uint64_t>(width / step<T>);
    std::vector<edge<T>> edges(bins + 1);
    edges[0] = lower + 2 * step<T>;  // so that bytes lie below it too
    for (unsigned b = 0; b < bins; ++b) edges[b + 1] = edges[b] + static_cast<edge<T>>(1 + random() % widest) * step<T>;
    return edges;
}

/// Samples that no range holds; for bytes, just their ends.
template <class T>
constexpr T extreme(std::uint64_t which) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
        constexpr T values[] = {limits::quiet_NaN(), limits::infinity(), -limits::infinity(), T(-0.0)};
        return values[which % 4];
    } else {
        return which % 2 == 0 ? limits::min() : limits::max();
    }
}

/// - uniform: from a little below the range to a little above it;
/// - skewed: the fifth power of that, so that a third of the samples share the first 256th of the range;
/// - constant: one value, in the middle.
template <class T>
std::vector<T> make_samples(const instance& of, edge<T> last_edge, std::uint64_t seed) {
    const unsigned bins = bins_of(of);
    const auto [lower, width] = range_of<T>(bins);
    const bool bytes = sizeof(T) == 1;
    const double length = static_cast<double>(bins) * static_cast<double>(width / step<T>);
    const double margin = bytes ? 0 : std::floor(length / 32) + 1;
    const auto sample_at = [&, first = lower](double steps) {  // clang 14 captures no structured binding
        if (bytes) return static_cast<T>(static_cast<std::int64_t>(std::min(steps, 255.0)));
        return static_cast<T>(first + static_cast<edge<T>>(std::floor(steps)) * step<T>);
    };
    std::vector<T> samples(of.elements, sample_at(length / 2));
    if (of.parameters[samples_place] == constant_samples) return samples;

    const bool skewed = of.parameters[samples_place] == skewed_samples;
    const double extent = bytes ? 256 : length + margin;
    std::mt19937_64 random(seed);
    for (T& sample : samples) {
        const std::uint64_t bits = random();
        const double x = static_cast<double>(bits >> 11) * 0x1p-53, square = x * x;
        const std::uint64_t special = bits % rarity;
        if (special == 0) {
            sample = extreme<T>(bits / rarity);
        } else if (special == 1) {
            sample = static_cast<T>(last_edge);
        } else {
            sample = sample_at(skewed ? square * square * x * extent : x * (extent + margin) - margin);
        }
    }
    return samples;
}

/// The sample's bin, or `bins`, as a textbook has it: not by the code that the rungs use.
template <class T>
unsigned right_bin(T sample, unsigned bins, const std::vector<edge<T>>& edges) {
    if (!edges.empty()) {
        const edge<T> x = sample;
        if (x == edges[bins]) return bins - 1;
        const auto above = std::upper_bound(edges.begin(), edges.end(), x);
        if (std::isnan(static_cast<double>(sample)) || above == edges.begin() || above == edges.end()) return bins;
        return static_cast<unsigned>(above - edges.begin()) - 1;
    }
    const auto [lower, width] = range_of<T>(bins);
    const double place = std::floor((static_cast<double>(sample) - lower) / width);
    return place >= 0 && place < bins ? static_cast<unsigned>(place) : bins;
}

inline problem make(const instance& of, std::uint64_t seed) {
    return with_sample_type(of, [&](auto zero) {
        using T = decltype(zero);
        const unsigned bins = bins_of(of);
        const auto [lower, width] = range_of<T>(bins);
        std::vector<edge<T>> edges;
        if (of.parameters[edges_place] == given_edges) edges = make_edges<T>(bins, seed);
        const edge<T> last_edge = edges.empty() ? lower + static_cast<edge<T>>(bins) * width : edges.back();
        std::vector<T> samples = make_samples<T>(of, last_edge, seed);
        std::vector<std::uint64_t> counts(bins + 1);
        for (const T sample : samples) ++counts[right_bin(sample, bins, edges)];
        const std::uint64_t bytes =
            samples.size() * sizeof(T) + edges.size() * sizeof(edge<T>) + counts.size() * sizeof(std::uint64_t);
        return exact_problem(std::move(samples), std::move(counts), bytes, std::move(edges));
    });
}

inline constexpr element_type sample_types[] = {element_type::u8, element_type::i32, element_type::f32};
inline constexpr std::string_view samples_words[] = {"uniform", "skewed", "constant"};
inline constexpr std::string_view edges_words[] = {"even", "given"};
inline constexpr std::int64_t tested_bins[] = {1, 2, 100, 1000, 20000, 65536, 200000};
inline constexpr parameter parameters[] = {
    {.name = "bins", .meaning = "number of bins", .usual = 256, .least = 1, .most = 200000, .tested = tested_bins},
    {.name = "samples", .meaning = "how the samples are spread over the bins", .words = samples_words},
    {.name = "edges", .meaning = "bins of one width, computed, or between given edges, searched", .words = edges_words},
};

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "global_atomics",
                                                      "atomic_max_contention"};

inline constexpr pattern description = {
    .name = "histogram",
    .meaning = "A histogram counts how many elements fall into each bin.",
    .types = sample_types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 28,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::read,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
