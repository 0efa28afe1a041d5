// Errors that only histograms over ranks can make.
#pragma once

#include <span>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_histogram.hpp"
#include "tests/library/histogram_conformance.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HistogramConformance);  // whose types and bins are those of one rank

/// Calls of the suite of histograms: each kind of counts that ranks add.
template <class Backend>
class HistogramOfParts : public HistogramConformance<Backend> {};
TYPED_TEST_SUITE_P(HistogramOfParts);

TYPED_TEST_P(HistogramOfParts, Counts) {
    this->template expect_at_all_sizes<float>(even_bins{100u, -3.0f, 4.0f});
    const std::vector<float> samples = samples_around<float>(9'000, 0, 7, 1 << 20, 1);
    this->expect_serial_counts(samples, even_bins{1u << 20, 0.0f, 7.0f});
    this->template expect_serial_counts<1, std::uint32_t>(std::span(samples), even_bins{64u, 0.0f, 7.0f});
    this->template expect_serial_counts<3>(samples, even_bins{100u, 0.0f, 7.0f}, 2);
    this->expect_serial_counts(samples, std::vector<float>{0, 1, 1, 4, 7});
}

TYPED_TEST_P(HistogramOfParts, SumsOfWeights) {
    const auto expect = [this]<class Sum>(Sum, const even_bins<float>& bins) {
        const std::vector<float> samples = samples_around<float>(9'001, 0, 1, bins.count, 1);
        const std::vector<float> weights = random_elements<float>(samples.size(), 8);
        std::vector<Sum> right(bins.count, Sum{5});
        const outside beyond = weighted_histogram(serial{}, samples, weights, bins, right);
        const typename TypeParam::template buffer<float> input(samples), of(weights, 1);
        const typename TypeParam::template buffer<Sum> sums(std::vector<Sum>(bins.count, Sum{5}));
        EXPECT_EQ(weighted_histogram(this->here(), input.range(), of.range(), bins, this->all_of(sums)), beyond);
        expect_same(sums.values(), right, "sums of weights");
    };
    expect(float{}, even_bins{50u, 0.0f, 1.0f});
    expect(double{}, even_bins{40'000u, 0.0f, 1.0f});
}

REGISTER_TYPED_TEST_SUITE_P(HistogramOfParts, Counts, SumsOfWeights);

template <class Backend>
class HistogramOverRanks : public testing::Test {};
TYPED_TEST_SUITE_P(HistogramOverRanks);

/// Few bins, which one exchange brings, and many; also with weights whose quantum another rank's decide.
TYPED_TEST_P(HistogramOverRanks, EveryCutOfAFewSamples) {
    using counts_of = typename TypeParam::template buffer<std::uint32_t>;
    using floats = typename TypeParam::template buffer<float>;
    const std::vector<float> samples = {0.5f, 7, 0.25f, -1, 0.5f}, weights = {1e-30f, 1, 3e20f, 1, 5};
    for (const std::uint64_t bins_here : {4, 60'000}) {
        const even_bins bins{bins_here, 0.0f, 1.0f};
        std::vector<std::uint32_t> right(bins_here);
        std::vector<float> right_sums(bins_here);
        const outside none = histogram(serial{}, samples, bins, right);
        weighted_histogram(serial{}, samples, weights, bins, right_sums);
        for (const int ranks : {2, 3}) {
            for (const auto& first : every_cut(samples.size(), ranks)) {
                const auto thrown = each_rank<TypeParam>(ranks, [&](const auto& here) {
                    const std::uint64_t r = static_cast<std::uint64_t>(here.rank()), size = first[r + 1] - first[r];
                    const floats part(std::span<const float>(samples).subspan(first[r], size)),
                        of(std::span<const float>(weights).subspan(first[r], size)),
                        sums(std::vector<float>(bins_here, 2));
                    const counts_of counts(std::vector<std::uint32_t>(bins_here + 1, 9));
                    EXPECT_EQ(
                        histogram(here, part.range(), bins, std::span<std::uint32_t>(counts.address(), bins_here + 1)),
                        none);
                    std::vector<std::uint32_t> found = counts.values();
                    EXPECT_EQ(found.back(), 9u);
                    found.pop_back();
                    EXPECT_EQ(found, right);
                    EXPECT_EQ(weighted_histogram(here, part.range(), of.range(), bins,
                                                 std::span<float>(sums.address(), bins_here)),
                              none);
                    EXPECT_EQ(sums.values(), right_sums);
                });
                EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
            }
            if (bins_here > 4) break;
        }
    }
}

TYPED_TEST_P(HistogramOverRanks, CountsAreModuloTheirSize) {
    using counts_of = typename TypeParam::template buffer<std::int32_t>;
    each_rank<TypeParam>(3, [](const auto& here) {
        const counts_of part(std::vector<std::int32_t>(1, 0)), weight(std::vector<std::int32_t>(1, 1 << 30)),
            sums(std::vector<std::int32_t>(1, 0));
        weighted_histogram(here, part.range(), weight.range(), even_bins{1, 0, 1},
                           std::span<std::int32_t>(sums.address(), 1));
        EXPECT_EQ(sums.value(), static_cast<std::int32_t>(3u << 30));
    });
}

TYPED_TEST_P(HistogramOverRanks, OneRanksWrongArgumentsAreAllRanks) {
    using counts_of = typename TypeParam::template buffer<std::uint64_t>;
    using bytes = typename TypeParam::template buffer<std::uint8_t>;
    for (const std::uint64_t bins : {8, 50'000}) {
        const auto thrown = each_rank<TypeParam>(3, [bins](const auto& here) {
            const bytes part(std::vector<std::uint8_t>(7, 1));
            const counts_of counts(std::vector<std::uint64_t>(3 * bins, 5));
            const auto call = [&](std::size_t samples, std::uint64_t room, int high) {
                histogram<3>(here, part.range().first(samples), even_bins{bins, 0, high},
                             std::span<std::uint64_t>(counts.address(), room));
            };
            EXPECT_THROW(call(here.rank() == 2 ? 7 : 6, 3 * bins, 256), std::exception) << "part of a pixel";
            EXPECT_THROW(call(6, 3 * bins, here.rank() == 2 ? 255 : 256), std::invalid_argument) << "other bins";
            EXPECT_THROW(call(6, 3 * bins, here.rank() == 1 ? -1 : 256), std::exception) << "impossible bins";
            EXPECT_EQ(counts.values(), std::vector<std::uint64_t>(3 * bins, 5));
            call(6, here.rank() == 1 ? 3 * bins - 1 : 3 * bins, 256);
        });
        const std::string why = "histogram: room for " + std::to_string(3 * bins - 1) + " counts: give " +
                                std::to_string(3 * bins) + ", one for each bin and channel";
        EXPECT_EQ(thrown, (std::vector<std::string>{"rank 1: " + why, why, "rank 1: " + why}));
    }
}

/// -0 is 0, in a pair of edges and in a list.
TYPED_TEST_P(HistogramOverRanks, EdgesThatCompareEqualAreTheSame) {
    using floats = typename TypeParam::template buffer<float>;
    const auto thrown = each_rank<TypeParam>(2, [](const auto& here) {
        const float zero = here.rank() == 0 ? 0.0f : -0.0f;
        const floats part(std::vector<float>{0, 1}), edges(std::vector<float>{-1, zero, 2});
        const typename TypeParam::template buffer<std::uint64_t> counts(std::vector<std::uint64_t>(2, 5));
        const std::span<std::uint64_t> both(counts.address(), 2);
        histogram(here, part.range(), edges.range(), both);
        EXPECT_EQ(counts.values(), (std::vector<std::uint64_t>{0, 4}));
        histogram(here, part.range(), even_bins{2, zero, 2.0f}, both);
        EXPECT_EQ(counts.values(), (std::vector<std::uint64_t>{2, 2}));
    });
    EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
}

TYPED_TEST_P(HistogramOverRanks, OtherEdgesOfTheSameNumberAreFoundOut) {
    using counts_of = typename TypeParam::template buffer<std::uint64_t>;
    using floats = typename TypeParam::template buffer<float>;
    const auto thrown = each_rank<TypeParam>(2, [](const auto& here) {
        const floats part(std::vector<float>(7, 1)), edges(std::vector<float>{0, 1, here.rank() == 0 ? 2.0f : 3.0f});
        const counts_of counts(std::vector<std::uint64_t>(2, 5));
        histogram(here, part.range(), edges.range(), std::span<std::uint64_t>(counts.address(), 2));
    });
    for (const std::string& one : thrown) {
        EXPECT_EQ(one, "histogram: rank 1 gives other bins than rank 0: give the same on all ranks");
    }
}

REGISTER_TYPED_TEST_SUITE_P(HistogramOverRanks, EveryCutOfAFewSamples, CountsAreModuloTheirSize,
                            OneRanksWrongArgumentsAreAllRanks, EdgesThatCompareEqualAreTheSame,
                            OtherEdgesOfTheSameNumberAreFoundOut);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
