// Every backend's histograms between given edges (conformance.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/library/histogram_conformance.hpp"

namespace strider::test {

template <class Backend>
class HistogramEdgesConformance : public HistogramConformance<Backend> {};
TYPED_TEST_SUITE_P(HistogramEdgesConformance);

TYPED_TEST_P(HistogramEdgesConformance, CountsBetweenGivenEdges) {
    for (const std::uint64_t bins : {1, 2, 3, 256, 1000, 60'000}) {
        std::vector<float> edges(bins + 1);
        std::mt19937_64 random(bins);
        for (float& edge : edges) edge = static_cast<float>(random() % 4096) / 64 - 32;  // many are equal
        std::sort(edges.begin(), edges.end());
        std::vector<float> samples = samples_around<float>(9'000, -32, 32, 4096, 2);
        samples[17] = edges.front();
        samples[18] = edges.back();
        this->expect_serial_counts(samples, edges);
    }
    this->expect_serial_counts(samples_around<std::uint8_t>(9'001, 0, 256, 256, 2), std::vector<int>{-3, 1, 17, 256});
    this->expect_serial_counts(samples_around<std::uint64_t>(5'000, 0, 1e18, 9, 2),
                               std::vector<std::uint64_t>{5, std::uint64_t{1} << 59, ~std::uint64_t{0}});
    const double infinity = std::numeric_limits<double>::infinity();
    this->expect_serial_counts(samples_around<double>(5'000, -1, 1, 9, 2), std::vector<double>{-infinity, 0, infinity});
}

/// Edges that are hard to find one's way in: far apart and close together, equal, at the ends of the type, infinite;
/// and samples on and beside them.
TYPED_TEST_P(HistogramEdgesConformance, CountsBetweenAnyEdges) {
    const auto expect = [&]<class T>(std::vector<T> edges) {
        using limits = std::numeric_limits<T>;
        std::sort(edges.begin(), edges.end());
        std::vector<T> samples = samples_around<T>(6'000, -100, 100, 977, edges.size());
        for (std::size_t e = 0; e < edges.size(); ++e) {
            const T edge = edges[e];
            samples[3 * e % 6'000] = edge;
            if constexpr (std::is_floating_point_v<T>) {
                samples[(3 * e + 1) % 6'000] = std::nextafter(edge, -limits::infinity());
                samples[(3 * e + 2) % 6'000] = std::nextafter(edge, limits::infinity());
            } else {
                samples[(3 * e + 1) % 6'000] = edge == limits::min() ? edge : static_cast<T>(edge - 1);
                samples[(3 * e + 2) % 6'000] = edge == limits::max() ? edge : static_cast<T>(edge + 1);
            }
        }
        this->expect_serial_counts(samples, edges);
    };
    const auto powers = []<class T>(T base, int count) {
        std::vector<T> edges;
        for (int e = -count; e <= count; ++e) edges.push_back(std::pow(base, static_cast<T>(e)));
        return edges;
    };
    expect(powers(1.05f, 900));
    expect(powers(1.5, 800));
    const float infinity = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
    expect(std::vector<float>{-infinity, -most, -1, 0, 0x1p-149f, 0x1p-148f, 1, most, infinity, infinity});
    expect(std::vector<float>{-infinity, -infinity, infinity, infinity});
    expect(std::vector<float>{-most, 3, most});
    expect(std::vector<float>(3'000, 5.0f));
    expect(std::vector<double>{-1e308, -1e300, 7, 1e300, 1e308});
    expect(std::vector<double>{0, 0x1p-1074, 0x1p-1073, 1e-300});
    std::vector<float> both(2'500, 7.0f);  // more in a cell of a table than it can say
    both.push_back(-1e6f);
    both.push_back(1e6f);
    expect(both);
    const auto integers = []<class T>(T step) {
        std::vector<T> edges{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
        for (int e = -100; e < 100; ++e) edges.push_back(static_cast<T>(static_cast<T>(e) * step));
        return edges;
    };
    expect(integers(std::uint64_t{1} << 55));
    expect(integers(std::int8_t{1}));
    expect(integers(std::int64_t{1} << 55));
    expect(integers(std::int64_t{3}));
    expect(integers(std::int32_t{77'777}));
    expect(integers(std::uint16_t{3}));
}

/// Edges and samples over the whole range of every type, its ends among both.
TYPED_TEST_P(HistogramEdgesConformance, CountsBetweenRandomEdges) {
    const auto expect = [&]<class T>(T) {
        using limits = std::numeric_limits<T>;
        for (const std::uint64_t bins : {1, 2, 3, 5, 17, 100}) {
            std::vector<T> samples = random_elements<T>(3'000, bins), edges = random_elements<T>(bins + 1, bins + 1000);
            samples[0] = limits::lowest();
            samples[1] = limits::max();
            if (bins % 2 == 0) edges[0] = limits::lowest();
            if (bins % 3 == 0) edges[1] = limits::max();
            std::ranges::copy(edges, samples.begin() + 2);
            std::ranges::sort(edges);
            this->expect_serial_counts(samples, edges);
        }
    };
    expect(std::int8_t{});
    expect(std::uint8_t{});
    expect(std::int16_t{});
    expect(std::uint16_t{});
    expect(std::int32_t{});
    expect(std::uint32_t{});
    expect(std::int64_t{});
    expect(std::uint64_t{});
    expect(float{});
    expect(double{});
}

REGISTER_TYPED_TEST_SUITE_P(HistogramEdgesConformance, CountsBetweenGivenEdges, CountsBetweenAnyEdges,
                            CountsBetweenRandomEdges);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
