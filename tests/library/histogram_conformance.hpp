// The suite of every backend's histogram (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <strider/histogram.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Samples around [low, high): some outside, some on the edges of `bins` bins, some special, some equal in a row.
template <class T>
std::vector<T> samples_around(std::uint64_t count, double low, double high, std::uint64_t bins, std::uint64_t seed) {
    using limits = std::numeric_limits<T>;
    std::mt19937_64 random(seed);
    std::vector<T> samples(count);
    const double length = high - low;
    const auto as_sample = [](double x) {
        return static_cast<T>(
            std::clamp(x, static_cast<double>(limits::lowest()), static_cast<double>(limits::max()) * (1 - 0x1p-50)));
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random();
        const double uniform = static_cast<double>(bits >> 11) * 0x1p-53;
        switch (bits % 16) {
            case 0:  // on an edge, or one value beside it
                samples[i] =
                    as_sample(low + length * static_cast<double>(bits / 16 % (bins + 1)) / static_cast<double>(bins));
                if constexpr (std::is_floating_point_v<T>) {
                    if (bits & 1 << 20) samples[i] = std::nextafter(samples[i], -limits::infinity());
                }
                break;
            case 1:
                samples[i] = bits & 1 << 20 ? limits::lowest() : limits::max();
                if constexpr (std::is_floating_point_v<T>) {
                    const T special[] = {limits::quiet_NaN(), limits::infinity(), -limits::infinity(), T(-0.0),
                                         limits::denorm_min()};
                    samples[i] = special[bits / 16 % 5];
                }
                break;
            case 2:
            case 3:
                if (i != 0) samples[i] = samples[i - 1];
                break;
            case 4:
            case 5:  // skewed
                samples[i] = as_sample(low + length * std::pow(uniform, 5));
                break;
            default:
                samples[i] = as_sample(low + length * (uniform * 1.25 - 0.125));
        }
    }
    return samples;
}

template <class Backend>
class HistogramConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;
    static std::uint64_t most() { return Backend::largest_histogram; }

    static auto here() { return Backend::policy(); }

    template <class T>
    static std::span<T> all_of(const buffer<T>& memory) {
        return {memory.address(), memory.range().size()};
    }

    /// Bins in memory of this backend, for as long as this lives.
    template <class Bins>
    struct bins_here {
        Bins value;
        explicit bins_here(const Bins& bins) : value(bins) {}
        const Bins& get() const { return value; }
    };
    template <class Edge>
    struct bins_here<std::vector<Edge>> {
        buffer<Edge> memory;
        explicit bins_here(const std::vector<Edge>& edges) : memory(edges) {}
        std::span<const Edge> get() const { return memory.range(); }
    };

    template <class Bins>
    static std::uint64_t count_of(const Bins& bins) {
        if constexpr (requires { bins.count; }) {
            return bins.count;
        } else {
            return bins.size() - 1;
        }
    }

    /// Counts are the oracle's, whatever was in their memory before, and every sample is counted once.
    template <unsigned Channels = 1, class Count = std::uint64_t, class T, class Bins>
    static void expect_serial_counts(std::span<const T> samples, const Bins& bins, std::size_t offset = 0) {
        const std::uint64_t row = count_of(bins);
        std::vector<Count> right(Channels * row, Count{77});
        const auto right_outside = histogram<Channels>(serial{}, samples, bins, right);
        const buffer<T> input(samples, offset);
        const buffer<Count> counts(std::vector<Count>(Channels * row + 1, Count{77}));
        const bins_here<Bins> placed(bins);
        const auto found = histogram<Channels>(here(), input.range(), placed.get(), all_of(counts));
        EXPECT_EQ(found, right_outside) << samples.size() << " samples, " << row << " bins";
        std::vector<Count> values = counts.values();
        EXPECT_EQ(values.back(), Count{77}) << "a count behind the last";
        values.pop_back();
        ASSERT_EQ(values, right) << samples.size() << " samples of " << sizeof(T) << " bytes, " << row << " bins";

        const buffer<outside> out(std::vector<outside>(Channels, outside{7, 7, 7}));
        histogram_into<Channels>(here(), input.range(), placed.get(), all_of(counts), out.address());
        std::uint64_t sum = 0;
        for (const Count c : right) sum += c;
        for (const outside& o : out.values()) sum += o.below + o.above + o.nan;
        EXPECT_EQ(sum, samples.size());
    }

    template <unsigned Channels = 1, class T, class Bins>
    static void expect_serial_counts(const std::vector<T>& samples, const Bins& bins, std::size_t offset = 0) {
        expect_serial_counts<Channels>(std::span<const T>(samples), bins, offset);
    }

    template <class T, class Edge>
    static void expect_at_all_sizes(const even_bins<Edge>& bins) {
        const std::vector<T> samples = samples_around<T>(most(), static_cast<double>(bins.low),
                                                         static_cast<double>(bins.high), bins.count, sizeof(T));
        for (const std::uint64_t size : {0, 1, 2, 3, 15, 16, 17, 31, 33, 1023, 1025, 4096, 9999, 20'000, 70'001}) {
            if (size > most()) break;
            expect_serial_counts(std::span<const T>(samples).first(size), bins, size % 5);
        }
    }
};
TYPED_TEST_SUITE_P(HistogramConformance);

TYPED_TEST_P(HistogramConformance, CountsEvenBinsAtEverySize) {
    this->template expect_at_all_sizes<float>(even_bins{100u, -3.0f, 4.0f});
    this->template expect_at_all_sizes<std::uint8_t>(even_bins{256u, 0, 256});
    this->template expect_at_all_sizes<std::int32_t>(even_bins{1000u, -5000, 7001});
}

TYPED_TEST_P(HistogramConformance, CountsEveryType) {
    const auto expect = [&]<class T>(T, auto bins) {
        const auto samples =
            samples_around<T>(10'001, static_cast<double>(bins.low), static_cast<double>(bins.high), bins.count, 3);
        this->expect_serial_counts(samples, bins, 1);
    };
    expect(std::int16_t{}, even_bins{50'000u, -100'000, 100'000});  // beyond the type
    if constexpr (every_type) {
        expect(std::int8_t{}, even_bins{7u, -100, 50});
        expect(std::uint16_t{}, even_bins{333u, 1000, 65'536});
        expect(std::uint32_t{}, even_bins{1'000u, std::int64_t{0}, std::int64_t{1} << 32});
        expect(std::int64_t{}, even_bins{12'345u, std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::max(), true});
    }
    expect(std::uint64_t{}, even_bins{77u, std::uint64_t{1} << 62, ~std::uint64_t{0}});
    expect(double{}, even_bins{1'000u, 1.0, 1.125});
    expect(double{}, even_bins{10u, -8e307, 8e307});
    expect(float{}, even_bins{999u, 1e-35f, 3e-35f});
}

/// 1 bin, 2^20 bins, more bins than values, and around what fits in one part of a multiprocessor.
TYPED_TEST_P(HistogramConformance, CountsAnyNumberOfBins) {
    for (const std::uint64_t bins : {1, 2, 4093, 4094, 58'100, 58'200}) {
        this->expect_serial_counts(samples_around<float>(9'000, -1, 1, bins, bins), even_bins{bins, -1.0f, 1.0f});
        this->expect_serial_counts(samples_around<std::int32_t>(5'000, 0, 1000, bins, bins), even_bins{bins, 0, 1000});
    }
    this->expect_serial_counts(samples_around<float>(9'000, 0, 7, 1 << 20, 1), even_bins{1u << 20, 0.0f, 7.0f});
}

TYPED_TEST_P(HistogramConformance, CountsChannels) {
    for (const std::uint64_t pixels : {0, 1, 5, 1000, 7'001}) {
        const auto bytes = samples_around<std::uint8_t>(12 * pixels, 0, 256, 256, pixels);
        this->template expect_serial_counts<3>(bytes, even_bins{256u, 0, 256}, 1);
        this->template expect_serial_counts<4>(bytes, even_bins{10u, 3, 250}, 3);
    }
    const auto numbers = samples_around<float>(12 * 800, 0, 1, 20'000, 4);
    this->template expect_serial_counts<3>(numbers, even_bins{100u, 0.0f, 1.0f}, 2);
    this->template expect_serial_counts<4>(numbers, even_bins{20'000u, 0.0f, 1.0f}, 1);  // in parts
    if constexpr (every_type) {
        this->template expect_serial_counts<3>(samples_around<std::uint16_t>(9'999, 0, 4096, 64, 4),
                                               even_bins{64u, 0, 4096}, 5);
    }
}

TYPED_TEST_P(HistogramConformance, CountsConstantSamplesAndIn32Bits) {
    const std::uint64_t some = std::min<std::uint64_t>(this->most(), 50'000);
    this->expect_serial_counts(std::vector<float>(some, 0.75f), even_bins{64u, 0.0f, 1.0f});
    this->expect_serial_counts(std::vector<std::uint8_t>(some, 200), even_bins{256u, 0, 256});
    const auto samples = samples_around<float>(some, 0, 1, 64, 9);
    this->template expect_serial_counts<1, std::uint32_t>(std::span<const float>(samples), even_bins{64u, 0.0f, 1.0f});
}

/// So many bins, and samples for each multiprocessor, that these are sorted by the part of the bins that they count in:
/// tiles that are full and not, from any address, and samples of one part.
TYPED_TEST_P(HistogramConformance, CountsSamplesOfPartsOfBins) {
    const std::uint64_t some = TypeParam::largest < 100'000 ? 131'073 : 5'000'003;
    for (const unsigned count : {170'000u, 262'144u, 1'048'576u}) {
        this->expect_serial_counts(samples_around<float>(some, 0, 1, count, 5), even_bins{count, 0.0f, 1.0f}, 1);
    }
    this->expect_serial_counts(std::vector<float>(some, 0.75f), even_bins{262'144u, 0.0f, 1.0f});
    this->expect_serial_counts(std::vector<float>(some, 7.0f), even_bins{262'144u, 0.0f, 1.0f});
    this->expect_serial_counts(samples_around<double>(some, 0, 1, 200'000, 6), even_bins{200'000u, 0.0, 1.0});
    this->expect_serial_counts(samples_around<std::int32_t>(some, -3, 299'997, 300'000, 6),
                               even_bins{300'000u, -3, 299'997}, 3);
}

/// More bins than a block has words for, and so many samples that its counters of 16 bits are moved again and again: on
/// the emulator, and, of more samples, on a GPU of 132 multiprocessors.
TYPED_TEST_P(HistogramConformance, CountsManySamplesOfManyBins) {
    for (const std::uint64_t some : {200'001, 5'000'003}) {
        if (some > 200'001 && some > this->most()) continue;
        const even_bins bins{60'001u, 0.0f, 1.0f};
        this->expect_serial_counts(samples_around<float>(some, 0, 1, 60'001, 7), bins);
        std::vector<float> few(some);
        for (std::uint64_t i = 0; i < some; ++i) few[i] = i / 8 % 3 == 0 ? 0.5f : i % 2 == 0 ? 0.50002f : 2.0f;
        this->expect_serial_counts(few, bins);
        this->expect_serial_counts(std::vector<std::int32_t>(some, 59'999), even_bins{60'000u, 0, 60'000});
        std::vector<float> pixels(some / 3 * 3, 0.25f);
        this->template expect_serial_counts<3>(pixels, even_bins{20'000u, 0.0f, 1.0f}, 0);
    }
}

/// Written out. NumPy's histogram of the samples between 0 and 4, bins=4, range=(0, 4), is {3, 1, 0, 3}: its last bin
/// holds 4 too.
TYPED_TEST_P(HistogramConformance, HasTheDocumentedEdges) {
    using limits = std::numeric_limits<float>;
    const typename TypeParam::template buffer<float> samples(
        std::vector<float>{0, -0.0f, 1, 3, 3.5f, 4, limits::infinity(), -limits::infinity(), limits::quiet_NaN(),
                           -limits::denorm_min(), std::nextafter(0.0f, 1.0f)});
    const typename TypeParam::template buffer<std::uint64_t> counts(std::vector<std::uint64_t>(4, 9));
    using four = std::vector<std::uint64_t>;
    EXPECT_EQ(histogram(this->here(), samples.range(), even_bins{4u, 0.0f, 4.0f}, this->all_of(counts)),
              (outside{2, 2, 1}));
    EXPECT_EQ(counts.values(), (four{3, 1, 0, 2}));
    EXPECT_EQ(histogram(this->here(), samples.range(), even_bins{4u, 0.0f, 4.0f, true}, this->all_of(counts)),
              (outside{2, 1, 1}));
    EXPECT_EQ(counts.values(), (four{3, 1, 0, 3})) << "NumPy's";
    const typename TypeParam::template buffer<float> edges(std::vector<float>{0, 1, 2, 3, 4});
    EXPECT_EQ(histogram(this->here(), samples.range(), edges.range(), this->all_of(counts)), (outside{2, 1, 1}));
    EXPECT_EQ(counts.values(), (four{3, 1, 0, 3})) << "NumPy's";

    // 10 values in 3 bins: 0 to 3, 4 to 6, 7 to 9.
    std::vector<int> ten(10);
    std::iota(ten.begin(), ten.end(), -5);
    const typename TypeParam::template buffer<int> integers(ten);
    const auto three = this->all_of(counts).first(3);
    EXPECT_EQ(histogram(this->here(), integers.range(), even_bins{3u, -5, 5}, three), outside{});
    EXPECT_EQ(counts.values(), (four{4, 3, 3, 3}));
    EXPECT_EQ(histogram(this->here(), integers.range(), even_bins{3u, -4, -1}, three), (outside{1, 6, 0}));
    EXPECT_EQ(counts.values(), (four{1, 1, 1, 3}));
    EXPECT_EQ(histogram(this->here(), integers.range(), even_bins{3u, -5, 4, true}, three), outside{});
    EXPECT_EQ(counts.values(), (four{3, 3, 4, 3}));

    const typename TypeParam::template buffer<std::uint8_t> bytes(std::vector<std::uint8_t>{0, 255, 255, 7, 0, 128});
    const typename TypeParam::template buffer<std::uint32_t> of_bytes(std::vector<std::uint32_t>(768, 9));
    histogram<3>(this->here(), bytes.range(), this->all_of(of_bytes));
    const std::vector<std::uint32_t> values = of_bytes.values();
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0u), 6u);
    EXPECT_TRUE(values[0] == 1 && values[7] == 1 && values[256] == 1 && values[256 + 255] == 1 &&
                values[512 + 128] == 1 && values[512 + 255] == 1);
}

TYPED_TEST_P(HistogramConformance, SumsWeights) {
    const auto expect = [&]<class W, class Sum>(W, Sum, const auto& samples, const auto& bins) {
        using T = std::ranges::range_value_t<decltype(samples)>;
        for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{1021}, samples.size()}) {
            const std::span<const T> some(samples.data(), size);
            std::vector<W> weights = random_elements<W>(size, 8);
            std::vector<Sum> right(bins.count, Sum{5});
            const outside right_outside = weighted_histogram(serial{}, some, weights, bins, right);
            const typename TypeParam::template buffer<T> input(some, size % 3);
            const typename TypeParam::template buffer<W> of(weights, size % 4);
            const typename TypeParam::template buffer<Sum> sums(std::vector<Sum>(bins.count, Sum{5}));
            EXPECT_EQ(weighted_histogram(this->here(), input.range(), of.range(), bins, this->all_of(sums)),
                      right_outside);
            const std::vector<Sum> found = sums.values();
            ASSERT_EQ(std::memcmp(found.data(), right.data(), right.size() * sizeof(Sum)), 0) << size << " samples";
        }
    };
    const auto floats = samples_around<float>(std::min<std::uint64_t>(this->most(), 100'000), 0, 1, 50, 1);
    expect(float{}, float{}, floats, even_bins{50u, 0.0f, 1.0f});
    expect(std::int32_t{}, std::int64_t{}, floats, even_bins{5'000u, 0.0f, 1.0f});
    expect(float{}, double{}, samples_around<double>(3'000, 0, 1, 40'000, 1), even_bins{40'000u, 0.0, 1.0});
    if constexpr (every_type) {
        expect(double{}, double{}, floats, even_bins{50u, 0.0f, 1.0f});
        const auto bytes = samples_around<std::uint8_t>(9'000, 0, 256, 256, 1);
        expect(std::uint64_t{}, std::uint32_t{}, bytes, even_bins{20u, 10, 250});
    }
}

/// Against the exact sum, within the documented bound; and what is not finite.
TYPED_TEST_P(HistogramConformance, SumsOfWeightsKeepTheirBound) {
    const std::vector<double> weights = random_elements<double>(3'000, 4);
    const std::vector<float> samples(weights.size(), 0.5f);
    const typename TypeParam::template buffer<float> input(samples);
    const typename TypeParam::template buffer<double> sums(std::vector<double>(2, 1));
    const auto sum_of = [&](const std::vector<double>& of) {
        const typename TypeParam::template buffer<double> there(of);
        weighted_histogram(this->here(), input.range(), there.range(), even_bins{2u, -1.0f, 1.0f}, this->all_of(sums));
        return sums.values();
    };
    long double exact = 0;
    double most = 0;
    for (const double weight : weights) {
        exact += weight;
        most = std::max(most, std::abs(weight));
    }
    const double n = static_cast<double>(weights.size());
    const std::vector<double> found = sum_of(weights);
    EXPECT_EQ(found[0], 0.0);
    EXPECT_LE(std::abs(static_cast<double>(found[1] - exact)),
              n * n * most * 0x1p-61 + std::abs(static_cast<double>(exact)) * 0x1p-53);

    using limits = std::numeric_limits<double>;
    EXPECT_EQ(sum_of(std::vector<double>(3'000, 0.0))[1], 0.0);
    EXPECT_EQ(sum_of(std::vector<double>(3'000, 0x1p-1074))[1], 3'000 * 0x1p-1074);
    EXPECT_EQ(sum_of(std::vector<double>(3'000, limits::max()))[1], limits::infinity());
    EXPECT_EQ(sum_of(std::vector<double>(3'000, -0x1p1000))[1], -3'000 * 0x1p1000);
    for (const double special : {limits::infinity(), limits::quiet_NaN(), -limits::infinity()}) {
        std::vector<double> with = weights;
        with[1234] = special;
        EXPECT_TRUE(std::isnan(sum_of(with)[0]) && std::isnan(sum_of(with)[1]));
    }
    EXPECT_EQ(sum_of(weights), found) << "after these";
}

REGISTER_TYPED_TEST_SUITE_P(HistogramConformance, CountsEvenBinsAtEverySize, CountsEveryType, CountsAnyNumberOfBins,
                            CountsChannels, CountsConstantSamplesAndIn32Bits, CountsSamplesOfPartsOfBins,
                            CountsManySamplesOfManyBins, HasTheDocumentedEdges, SumsWeights,
                            SumsOfWeightsKeepTheirBound);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
