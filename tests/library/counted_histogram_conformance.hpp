// Histograms of as many samples as stand in memory of the backend (views::counted_at): of one channel or several, and
// of weights.
#pragma once

#include <algorithm>
#include <vector>

#include <strider/histogram.hpp>

#include "tests/library/counted_conformance.hpp"

namespace strider::test {

template <class Backend>
class CountedHistogramConformance : public CountedConformance<Backend> {};
TYPED_TEST_SUITE_P(CountedHistogramConformance);

TYPED_TEST_P(CountedHistogramConformance, HistogramsCountThatMany) {
    const auto here = this->here();
    const auto expect_counted = [&]<class T>(const std::vector<T>& samples, const auto& bins_here, const auto& bins,
                                             std::uint64_t cells) {
        const typename TestFixture::template buffer<T> memory(samples, 1);
        this->for_counts(samples.size(), [&](std::uint64_t count, std::uint64_t size) {
            const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count});
            const typename TestFixture::template buffer<unsigned> found(std::vector<unsigned>(cells, 5));
            const typename TestFixture::template buffer<outside> out(std::vector<outside>(1));
            std::vector<unsigned> right(cells, 6);
            histogram_into(here, views::counted_at(memory.range(), number.address()), bins_here,
                           this->template writable<unsigned>(found), out.address());
            EXPECT_EQ(out.value(), histogram(serial{}, this->front(samples, size), bins, right)) << count;
            EXPECT_EQ(found.values(), right) << count;
        });
    };
    const std::uint64_t size = std::min<std::uint64_t>(20'000, TypeParam::largest_histogram);
    const std::vector<float> edges{-1000, -1, 0, 0.5f, 2, 1e6f};
    const typename TestFixture::template buffer<float> edges_here(edges);
    expect_counted(random_elements<float>(size, 15), edges_here.range(), edges, 5);
    const even_bins<int> few{100, -50, 50}, many{5000, -10'000, 70'000};
    expect_counted(random_elements<std::int16_t>(size, 16), few, few, 100);
    expect_counted(random_elements<std::int16_t>(size, 17), many, many, 5000);

    const std::vector<std::uint8_t> bytes = random_elements<std::uint8_t>(size, 18);
    const typename TestFixture::template buffer<std::uint8_t> memory(bytes);
    const typename TestFixture::template buffer<unsigned> found(std::vector<unsigned>(256, 5));
    const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{777});
    histogram_into(here, views::counted_at(memory.range(), number.address()), this->template writable<unsigned>(found));
    std::vector<unsigned> right(256);
    histogram(serial{}, this->front(bytes, 777), right);
    EXPECT_EQ(found.values(), right);
}

/// Pixels that are there as a whole.
TYPED_TEST_P(CountedHistogramConformance, ChannelsCountWholePixels) {
    const auto here = this->here();
    const auto expect_counted = [&]<unsigned Channels, class T>(std::uint64_t pixels, const auto& bins) {
        const std::vector<T> samples = random_elements<T>(pixels * Channels, Channels);
        const typename TestFixture::template buffer<T> memory(samples, 1);
        const std::uint64_t cells = Channels * bins.count;
        this->for_counts(samples.size(), [&](std::uint64_t count, std::uint64_t size) {
            const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count});
            const typename TestFixture::template buffer<unsigned> found(std::vector<unsigned>(cells, 5));
            const typename TestFixture::template buffer<outside> out(std::vector<outside>(std::size_t{Channels}));
            std::vector<unsigned> right(cells, 6);
            histogram_into<Channels>(here, views::counted_at(memory.range(), number.address()), bins,
                                     this->template writable<unsigned>(found), out.address());
            const auto outside_right =
                histogram<Channels>(serial{}, this->front(samples, size - size % Channels), bins, right);
            EXPECT_TRUE(std::ranges::equal(out.values(), outside_right)) << count;
            EXPECT_EQ(found.values(), right) << count;
        });
    };
    const std::uint64_t pixels = std::min<std::uint64_t>(20'000, TypeParam::largest_histogram) / 4;
    expect_counted.template operator()<3, float>(pixels, even_bins<float>{100, -50, 50});
    expect_counted.template operator()<4, std::uint8_t>(pixels, even_bins<int>{256, 0, 256});
    if constexpr (every_type)
        expect_counted.template operator()<4, std::int16_t>(pixels, even_bins<int>{3000, -10'000, 70'000});
    // As many as the CPU's cores share.
    if (TypeParam::largest_histogram >= 100'000)
        expect_counted.template operator()<3, float>(100'000, even_bins<float>{100, -50, 50});
}

TYPED_TEST_P(CountedHistogramConformance, WeightsAreThoseOfThatMany) {
    const auto here = this->here();
    const auto expect_summed = [&]<class T, class W>(std::vector<W> weights, const auto& bins) {
        const std::vector<T> samples = random_elements<T>(weights.size(), 19);
        const typename TestFixture::template buffer<T> memory(samples, 1);
        const typename TestFixture::template buffer<W> of(weights);
        this->for_counts(samples.size(), [&](std::uint64_t count, std::uint64_t size) {
            const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count});
            const typename TestFixture::template buffer<W> found(std::vector<W>(bins.count, 5));
            const typename TestFixture::template buffer<outside> out(std::vector<outside>(1));
            std::vector<W> right(bins.count, 6);
            weighted_histogram_into(here, views::counted_at(memory.range(), number.address()), of.range(), bins,
                                    this->template writable<W>(found), out.address());
            EXPECT_EQ(out.value(),
                      weighted_histogram(serial{}, this->front(samples, size), this->front(weights, size), bins, right))
                << count;
            expect_same(found.values(), right, "weights of " + std::to_string(count), nan_bits::any);
        });
    };
    const std::uint64_t size = std::min<std::uint64_t>(20'000, TypeParam::largest_histogram);
    const even_bins<float> few{50, -50, 50};
    expect_summed.template operator()<float>(random_elements<int>(size, 20), few);
    if constexpr (every_type) {
        expect_summed.template operator()<std::int16_t>(random_elements<double>(size, 21),
                                                        even_bins<int>{5000, -9000, 70'000});
    }
    // A greatest weight, and one that is no number, which only some of the counts reach.
    std::vector<float> rising(size);
    for (std::uint64_t i = 0; i < size; ++i) rising[i] = 1e-3f * static_cast<float>(i + 1);
    rising[size - 2] = std::numeric_limits<float>::quiet_NaN();
    expect_summed.template operator()<float>(rising, few);
}

TYPED_TEST_P(CountedHistogramConformance, WrongCallsAreRefused) {
    const auto here = this->here();
    const typename TestFixture::template buffer<float> memory(std::vector<float>(100)), sums(std::vector<float>(10));
    const typename TestFixture::template buffer<unsigned> counts(std::vector<unsigned>(30));
    const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{3});
    const auto counted = views::counted_at(memory.range(), number.address());
    const even_bins<float> bins{10, 0, 10};
    // There are weights for all samples that there may be, and pixels have their channels.
    EXPECT_THROW(
        weighted_histogram_into(here, counted, memory.range().first(99), bins, this->template writable<float>(sums)),
        std::invalid_argument);
    EXPECT_THROW(histogram_into<3>(here, counted, bins, this->template writable<unsigned>(counts)),
                 std::invalid_argument);
    EXPECT_THROW(histogram_into(here, counted, bins, this->template writable<unsigned>(counts).first(9)),
                 std::invalid_argument);
}

REGISTER_TYPED_TEST_SUITE_P(CountedHistogramConformance, HistogramsCountThatMany, ChannelsCountWholePixels,
                            WeightsAreThoseOfThatMany, WrongCallsAreRefused);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
