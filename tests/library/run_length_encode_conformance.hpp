// The suite of every backend's run-length encoding (conformance.hpp). The right runs are those of a loop.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <strider/run_length_encode.hpp>

#include "tests/library/conformance.hpp"
#include "tests/library/runs.hpp"

namespace strider::test {

template <class Backend>
class RunLengthEncodeConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::uint64_t most() { return Backend::largest_scan; }
    static std::uint64_t some() { return std::max<std::uint64_t>(most() / 20, 9000); }

    /// Both calls give the runs, and leave what stands behind them.
    template <class Length, class T, class Equal = equal_to>
    static void expect_encoded(const std::vector<T>& elements, std::size_t offset, const std::string& what,
                               Equal equal = {}) {
        const auto bounds = bounds_of_runs(elements, equal);
        const std::size_t runs = bounds.size() - 1, room = elements.size() + 2;
        std::vector<T> right(room, elements.front());
        std::vector<Length> right_lengths(room, Length{7});
        for (std::size_t k = 0; k < runs; ++k) {
            right[k] = elements[bounds[k]];
            right_lengths[k] = static_cast<Length>(bounds[k + 1] - bounds[k]);
        }
        const buffer<T> input(elements, offset);
        for (const bool into : {false, true}) {
            const buffer<T> values(std::vector<T>(room, elements.front()), offset);
            const buffer<Length> lengths(std::vector<Length>(room, Length{7}), offset);
            const buffer<std::uint64_t> count(std::vector<std::uint64_t>{~std::uint64_t{0}});
            const std::span<T> to(values.address(), room);
            const std::span<Length> sizes(lengths.address(), room);
            std::uint64_t found = 0;
            if (into) {
                run_length_encode_into(here(), input.range(), to, sizes, count.address(), equal);
                found = count.value();
            } else {
                found = run_length_encode(here(), input.range(), to, sizes, equal);
            }
            ASSERT_EQ(found, runs) << what;
            expect_same(values.values(), right, what + ", values");
            expect_same(lengths.values(), right_lengths, what + ", lengths");
        }
    }

    /// Runs of each mean length, of every size.
    template <class Length, class T>
    static void expect_runs(std::uint64_t most, std::uint64_t seed) {
        unsigned turn = 0;  // each size takes the next mean
        for (const std::uint64_t size : sizes_up_to(most, run_sizes, 3)) {
            constexpr std::uint64_t means[] = {2, 1, 8, 1000, 64, 100'000};
            const std::uint64_t mean = means[turn++ % 6];
            const std::vector<T> elements = elements_in_runs<T>(size, mean, seed);
            expect_encoded<Length>(elements, size / 2 % 2,
                                   std::to_string(size) + " elements, mean " + std::to_string(mean));
        }
    }
};
TYPED_TEST_SUITE_P(RunLengthEncodeConformance);

TYPED_TEST_P(RunLengthEncodeConformance, RunsOfAnyLengthAndSize) {
    this->template expect_runs<std::uint32_t, std::uint32_t>(this->most(), 1);
    this->template expect_runs<std::uint64_t, std::uint8_t>(this->most(), 2);
    this->template expect_runs<std::uint32_t, triangle>(this->some(), 4);
    if constexpr (every_type) {
        this->template expect_runs<std::int32_t, double>(this->some(), 3);
        this->template expect_runs<std::uint64_t, bounded_text>(this->some(), 5);
    }
}

TYPED_TEST_P(RunLengthEncodeConformance, OneRunAndAllDifferent) {
    for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{2}, this->some(), this->most()}) {
        std::vector<std::uint32_t> same(size, 7), distinct(size);
        for (std::uint64_t i = 0; i < size; ++i) distinct[i] = static_cast<std::uint32_t>(i);
        this->template expect_encoded<std::uint32_t>(same, 0, "one run");
        this->template expect_encoded<std::uint32_t>(distinct, 1, "all different");
        same.back() = 8;
        this->template expect_encoded<std::uint64_t>(same, 1, "one run, and one element");
    }
}

/// No equivalence: tells in which order neighbours are given.
struct does_not_fall {
    STRIDER_HOST_DEVICE bool operator()(int left, int element) const { return left <= element; }
};

TYPED_TEST_P(RunLengthEncodeConformance, CallsAnEqualityWithTheLeftElementFirst) {
    std::vector<int> elements(5000);
    for (int i = 0; i < 5000; ++i) elements[static_cast<std::size_t>(i)] = i % 7 * 10;
    this->template expect_encoded<std::uint16_t>(elements, 0, "runs that do not fall", does_not_fall{});
}

TYPED_TEST_P(RunLengthEncodeConformance, SpecialValues) {
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity();
    const std::vector<float> elements = {nan, nan, -0.0f, 0.0f, 0.0f, -0.0f, 1, 1, infinity, infinity, -infinity, nan};
    const typename TypeParam::template buffer<float> input(elements), values(elements);
    const typename TypeParam::template buffer<std::uint32_t> lengths(std::vector<std::uint32_t>(12, 0));
    const std::uint64_t runs = run_length_encode(this->here(), input.range(), std::span<float>(values.address(), 12),
                                                 std::span<std::uint32_t>(lengths.address(), 12));
    ASSERT_EQ(runs, 7u);
    std::vector<float> found = values.values();
    found.resize(runs);
    expect_same(found, {nan, nan, -0.0f, 1, infinity, -infinity, nan}, "values");
    EXPECT_EQ(lengths.values(), (std::vector<std::uint32_t>{1, 1, 4, 2, 2, 1, 1, 0, 0, 0, 0, 0}));
}

TYPED_TEST_P(RunLengthEncodeConformance, TakesEmptyRangesAndLengthsOfEightBits) {
    const typename TypeParam::template buffer<int> numbers(std::vector<int>(300, 1));
    const typename TypeParam::template buffer<std::int8_t> bytes(std::vector<std::int8_t>(300, 1));
    const typename TypeParam::template buffer<std::uint64_t> count(std::vector<std::uint64_t>{5});
    const std::span<int> all(numbers.address(), 300);
    const auto from = numbers.range().first(127), none = from.first(0);
    run_length_encode_into(this->here(), none, all.subspan(100, 100), all.subspan(200), count.address());
    EXPECT_EQ(count.value(), 0u);
    EXPECT_EQ(run_length_encode(this->here(), none, all.subspan(100, 100), all.subspan(200)), 0u);
    EXPECT_EQ(numbers.values(), std::vector<int>(300, 1));
    EXPECT_EQ(run_length_encode(this->here(), from, all.subspan(130), std::span<std::int8_t>(bytes.address(), 300)),
              1u);
    EXPECT_EQ(bytes.value(), 127);
}

REGISTER_TYPED_TEST_SUITE_P(RunLengthEncodeConformance, RunsOfAnyLengthAndSize, OneRunAndAllDifferent,
                            CallsAnEqualityWithTheLeftElementFirst, SpecialValues,
                            TakesEmptyRangesAndLengthsOfEightBits);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
