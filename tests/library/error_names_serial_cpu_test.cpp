// Each error names the call that the caller has made, also where several calls share their checks.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <strider/convolve.hpp>
#include <strider/histogram.hpp>
#include <strider/transpose.hpp>

#include "tests/library/host_places.hpp"

namespace strider::test {
namespace {

template <class Call>
std::string name_in_error_of(Call call) {
    try {
        call();
    } catch (const std::invalid_argument& error) {
        const std::string what = error.what();
        return what.substr(0, what.find(": "));
    }
    return "nothing thrown";
}

template <class Place>
class ErrorNames : public testing::Test {};
using host_places = testing::Types<serial_place, cpu_place>;
TYPED_TEST_SUITE(ErrorNames, host_places);

TYPED_TEST(ErrorNames, OfHistogramsAreTheirOwn) {
    const auto here = TypeParam::policy();
    const std::vector<float> samples(8, 0.5f), weights(8, 1.0f), descending{1, 0, 2}, one_edge{1};
    std::vector<std::uint64_t> counts(2);
    std::vector<float> sums(2);
    const even_bins no_width{2u, 1.0f, 1.0f}, too_many{3u, 0.0f, 1.0f}, right{2u, 0.0f, 1.0f};
    outside out;
    const auto expect = [&](const auto& bins) {
        EXPECT_EQ(name_in_error_of([&] { histogram(here, samples, bins, counts); }), "histogram");
        EXPECT_EQ(name_in_error_of([&] { histogram_into(here, samples, bins, counts); }), "histogram_into");
        EXPECT_EQ(name_in_error_of([&] { histogram_into(here, samples, bins, counts, &out); }), "histogram_into");
        EXPECT_EQ(name_in_error_of([&] { weighted_histogram(here, samples, weights, bins, sums); }),
                  "weighted_histogram");
        EXPECT_EQ(name_in_error_of([&] { weighted_histogram_into(here, samples, weights, bins, sums); }),
                  "weighted_histogram_into");
    };
    expect(no_width);
    expect(too_many);
    expect(descending);
    expect(one_edge);
    EXPECT_EQ(name_in_error_of([&] { histogram_into(here, samples, right, counts, nullptr); }), "histogram_into");
    EXPECT_EQ(name_in_error_of([&] { weighted_histogram_into(here, samples, weights, right, sums, nullptr); }),
              "weighted_histogram_into");
    EXPECT_EQ(name_in_error_of([&] { weighted_histogram_into(here, samples, descending, right, sums); }),
              "weighted_histogram_into");
    EXPECT_EQ(name_in_error_of([&] { weighted_histogram(here, samples, weights, right, std::span(sums).first(1)); }),
              "weighted_histogram");
}

TYPED_TEST(ErrorNames, OfConvolutionsAndTranspositionsAreTheirOwn) {
    const auto here = TypeParam::policy();
    std::vector<float> memory(32, 1);
    const std::vector<float> mask(9, 1);
    const matrix_view<const float> from(memory.data(), 3, 4);
    const matrix_view<float> too_small(memory.data() + 16, 2, 4), overlapping(memory.data(), 3, 4),
        turned(memory.data() + 4, 4, 3);
    for (const auto& to : {too_small, overlapping}) {
        EXPECT_EQ(name_in_error_of([&] { convolve(here, from, matrix_view<const float>(mask.data(), 3, 3), to); }),
                  "convolve");
        EXPECT_EQ(name_in_error_of([&] { convolve_separable(here, from, mask, mask, to); }), "convolve_separable");
    }
    for (const auto& to : {too_small, turned}) {
        EXPECT_EQ(name_in_error_of([&] { transpose(here, from, to); }), "transpose");
        EXPECT_EQ(name_in_error_of([&] { transpose_batch(here, from, 12, to, 12, 1); }), "transpose_batch");
    }
}

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
