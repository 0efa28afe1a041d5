// The segmented reduction of the host's two policies.
#include <algorithm>
#include <numeric>

#include "tests/library/host_threads.hpp"

namespace strider::test {

template <class Policy>
void expect_checked_offsets(Policy here) {
    const std::vector<int> numbers(100, 1);
    std::vector<int> output(4, -1);
    for (const std::vector<int>& wrong : {std::vector{0, 20, 10, 30}, {0, 50, 101}, {-1, 5}, {0, 5, -5}}) {
        EXPECT_THROW(segmented_reduce(here, numbers, wrong, output), std::invalid_argument);
        EXPECT_EQ(output, std::vector<int>(4, -1));
    }
    try {
        segmented_reduce(here, numbers, std::vector<unsigned>{0, 20, 10, 30}, output);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "segmented_reduce: offset 2 is 10, less than 20 before it: give offsets that ascend");
    }
}

TEST(SegmentedReduceHost, ChecksOffsets) {
    expect_checked_offsets(serial{});
    expect_checked_offsets(cpu{});
}

TEST(SegmentedReduceCpu, AnyNumberOfThreadsGivesTheSameBits) {
    const std::vector<float> elements = random_elements<float>(3'000'017, 12);
    const auto offsets = offsets_of<std::uint32_t>({1'000'000, 3, 0, 70'000, 1'500'000, 400'000});
    std::vector<float> right(6), found(6), columns(17), columns_found(17), wide(333), wide_found(333);
    const matrix_view<const float> wide_view(elements.data(), 9'000, 333);
    const matrix_view<const float> view(elements.data(), 150'000, 17, 20);
    segmented_reduce(serial{}, elements, offsets, right);
    reduce_columns(serial{}, view, columns);
    reduce_columns(serial{}, wide_view, wide);
    on_1_2_and_5_threads([&] {
        for (int repetition = 0; repetition < 3; ++repetition) {
            segmented_reduce(cpu{}, elements, offsets, found);
            reduce_columns(cpu{}, view, columns_found);
            reduce_columns(cpu{}, wide_view, wide_found);
            EXPECT_EQ(wide_found, wide);
            EXPECT_EQ(std::memcmp(found.data(), right.data(), sizeof(float) * right.size()), 0);
            EXPECT_EQ(std::memcmp(columns_found.data(), columns.data(), sizeof(float) * columns.size()), 0);
        }
    });
}

TEST(SegmentedReduceCpu, OneWrongOffsetOfManyIsFoundBeforeAnythingIsWritten) {
    const std::vector<int> elements(200'000, 1);
    std::vector<int> output(200'000, 7);
    std::vector<std::uint32_t> offsets(200'001);
    std::iota(offsets.begin(), offsets.end(), 0u);
    for (const std::size_t wrong : {2, 65'536, 100'000, 131'073, 200'000}) {
        std::swap(offsets[wrong], offsets[wrong - 1]);
        EXPECT_THROW(segmented_reduce(cpu{}, elements, offsets, output), std::invalid_argument) << wrong;
        std::swap(offsets[wrong], offsets[wrong - 1]);
    }
    EXPECT_EQ(std::count(output.begin(), output.end(), 7), 200'000);
    segmented_reduce(cpu{}, elements, offsets, output);
    EXPECT_EQ(std::count(output.begin(), output.end(), 1), 200'000);
}

template <class T, class Operator>
void expect_serial_bits(const std::vector<std::uint64_t>& lengths, Operator op) {
    const auto offsets = offsets_of<std::uint32_t>(lengths);
    const std::vector<T> elements = random_elements<T>(offsets.back(), 13);
    std::vector<T> right(lengths.size()), found(lengths.size());
    segmented_reduce(serial{}, elements, offsets, right, op, T(1));
    segmented_reduce(cpu{}, elements, offsets, found, op, T(1));
    EXPECT_EQ(std::memcmp(found.data(), right.data(), sizeof(T) * right.size()), 0);
}

template <class T>
void expect_serial_bits(const std::vector<std::uint64_t>& lengths) {
    expect_serial_bits<T>(lengths, plus{});
    expect_serial_bits<T>(lengths, maximum{});
    expect_serial_bits<T>(lengths, [](T a, T b) { return a < b ? b : a; });
    expect_serial_bits<T>(lengths, [](T a, T) { return a; });
}

TEST(SegmentedReduceCpu, RunsOfShortSegmentsHaveTheSerialBits) {
    std::vector<std::uint64_t> few, many, mixed;
    for (std::uint64_t length = 0; length <= 34; ++length) {
        few.insert(few.end(), 1 + length % 3, length);
        many.insert(many.end(), 250 + 5 * length, length);
        for (std::uint64_t i = 0; i < 100; ++i) mixed.push_back((i * 7 + i / 9) % (length + 1));
    }
    std::vector<std::uint64_t> longer;
    for (std::uint64_t i = 0; i < 3'000; ++i)
        longer.push_back(i % 50 == 0 ? i * 37 % 8'500 : i * i % (i < 1'000 ? 33 : 130));
    longer.insert(longer.end(), {8'192, 8'193, 0, 8'191, 16, 0, 0, 17, 1});
    longer.insert(longer.end(), 600, 32);
    longer.insert(longer.end(), 600, 24);
    for (const auto& lengths : {few, many, mixed, longer}) {
        expect_serial_bits<float>(lengths);
        expect_serial_bits<std::int32_t>(lengths);
#if STRIDER_TEST_ALL
        expect_serial_bits<double>(lengths);
        expect_serial_bits<std::uint64_t>(lengths);
#endif
    }
}

TEST(SegmentedReduceCpu, FunctionsAreCalledOnNeighboursOfOneSegmentAlone) {
    // Elements ascend in a segment, and each segment begins below the one before it.
    const auto later = [](int a, int b) { return a < b ? b : throw std::invalid_argument("of two segments"); };
    for (const std::uint64_t most : {1, 4, 13, 17, 40, 600, 9'000}) {
        std::vector<std::uint64_t> lengths;
        for (std::uint64_t i = 0; i < 1'000; ++i) lengths.push_back(i % 3 == 0 ? most : i * 5 % (most + 1));
        const auto offsets = offsets_of<std::uint32_t>(lengths);
        std::vector<int> elements, right, found(lengths.size());
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            for (std::uint64_t k = 0; k < lengths[i]; ++k)
                elements.push_back(static_cast<int>(k) - 10'000 * static_cast<int>(i));
            right.push_back(lengths[i] == 0 ? -100'000'000 : elements.back());
        }
        segmented_reduce(cpu{}, elements, offsets, found, later, -100'000'000);
        EXPECT_EQ(found, right);
    }
}

TEST(SegmentedReduceCpu, ExceptionsOfAnOperatorReachTheCaller) {
    const std::vector<int> elements(1 << 20, 1);
    std::vector<int> output(1 << 10);
    const auto refuse = [](int a, int b) { return a + b < 900 ? a + b : throw std::overflow_error("too many"); };
    EXPECT_THROW(segmented_reduce(cpu{}, elements, 1 << 10, output, refuse, 0), std::overflow_error);
    EXPECT_THROW(reduce_columns(cpu{}, matrix_view<const int>(elements.data(), 1 << 10, 1 << 10), output, refuse, 0),
                 std::overflow_error);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
