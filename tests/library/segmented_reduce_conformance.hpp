// The suite of every backend's segmented reduction (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <strider/segmented_reduce.hpp>

#include "tests/library/canonical_model.hpp"
#include "tests/library/conformance.hpp"

namespace strider::test {

/// Lengths of segments, and what to call them.
struct mix {
    std::string name;
    std::vector<std::uint64_t> lengths;
};

/// Mixes of about `most` elements at most: equal lengths at the edges of leaves, rows, tiles and chunks, empty segments
/// between others and alone, random lengths, a power law, and few long ones.
inline std::vector<mix> mixes(std::uint64_t most) {
    std::vector<mix> found;
    for (const std::uint64_t length :
         {1,   2,    15,   16,   17,   31,   33,   63,   64,   128,  129,   255,    256,    257,    511,
          513, 1025, 2047, 2048, 2049, 3000, 5632, 5633, 8192, 8193, 9'000, 20'481, 40'000, 262'145}) {
        const std::uint64_t count = std::min<std::uint64_t>(most / length, length < 600 ? 1500 : 7);
        if (count != 0) found.push_back({"equal", std::vector<std::uint64_t>(count, length)});
    }
    std::mt19937_64 random(17);
    mix any{"random", {}}, sparse{"mostly empty", {}}, power{"power law", {}};
    for (std::uint64_t sum = 0; sum < most / 4; sum += any.lengths.back()) any.lengths.push_back(random() % 40);
    for (int i = 0; i < 9000; ++i) sparse.lengths.push_back(random() % 100 < 97 ? 0 : random() % 30);
    for (std::uint64_t sum = 0; sum < most;) {
        const double share = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto length = static_cast<std::uint64_t>(std::pow(share + 1e-6, -0.9)) - 1;
        power.lengths.push_back(std::min(length, most - sum));
        sum += power.lengths.back();
    }
    found.insert(found.end(), {any, sparse, power});
    mix turns{"short and long by turns", {}};
    for (int i = 0; i < 40; ++i) turns.lengths.insert(turns.lengths.end(), {5, 200, 0, 64, 63, 129, 1, 128, 1, 1100});
    found.push_back(turns);
    mix rare{"long ones among short ones", {}};  // less than 8 elements on average
    for (unsigned i = 0; i < 3000; ++i) rare.lengths.push_back(i % 700 == 350 ? 5000 : i % 500 == 100 ? 100 : i % 3);
    found.push_back(rare);
    found.push_back({"all empty", std::vector<std::uint64_t>(13'000, 0)});
    found.push_back({"one", {most}});
    found.push_back({"one among empty ones", {0, 0, 0, 9000, 0, 0, 1, 0, 0, 0}});
    found.push_back({"two long", {most / 2, 0, 3, most / 2 - 3, 0}});
    found.push_back({"ends of chunks", {8193, 8193, 1, 12'289, 0, 5, 16'385, 2, 4097, 9000}});
    std::erase_if(found, [&](const mix& one) {
        std::uint64_t sum = 0;
        for (const std::uint64_t length : one.lengths) sum += length;
        return sum > most;
    });
    return found;
}

template <class Offset>
std::vector<Offset> offsets_of(const std::vector<std::uint64_t>& lengths, std::uint64_t first = 0) {
    std::vector<Offset> offsets{static_cast<Offset>(first)};
    for (const std::uint64_t length : lengths) {
        offsets.push_back(static_cast<Offset>(static_cast<std::uint64_t>(offsets.back()) + length));
    }
    return offsets;
}

template <class Backend>
class SegmentedReduceConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::uint64_t most() { return std::min<std::uint64_t>(Backend::largest, 300'000); }
    static std::uint64_t few() { return std::min<std::uint64_t>(most(), Backend::largest / 3); }

    /// The segments of `elements` from element 5 on, in every mix. `right(segment)` is the result.
    template <class Offset, class T, class Operator, class Right>
    static void expect_segments(const std::vector<T>& elements, Operator op, Right right) {
        for (const mix& one : mixes(elements.size() - 100)) {
            const auto offsets = offsets_of<Offset>(one.lengths, 5);
            std::vector<T> expected;
            for (std::size_t i = 0; i < one.lengths.size(); ++i) {
                expected.push_back(
                    right(std::span(elements).subspan(static_cast<std::size_t>(offsets[i]), one.lengths[i])));
            }
            const std::size_t shift = one.lengths.size() % 2;
            const buffer<T> input(elements, shift), output(std::vector<T>(expected.size(), elements.front()), shift);
            const buffer<Offset> where(offsets, shift);
            segmented_reduce(here(), input.range(), where.range(), std::span<T>(output.address(), expected.size()), op,
                             elements.back());
            expect_same(output.values(), expected, one.name + " " + std::to_string(one.lengths.front()));
        }
    }

    /// The result of the tree of a segment's own reduction, by a model that shares no code with any backend.
    template <unsigned Words, class Operator>
    static void expect_trees(bool commutes, std::uint64_t count, Operator op) {
        using T = words<Words>;
        const std::vector<T> elements = random_words<Words>(count);
        expect_segments<std::uint32_t>(elements, op, [&](std::span<const T> some) {
            if (some.empty()) return elements.back();
            return op(elements.back(), model_reduce(std::vector<T>(some.begin(), some.end()), commutes, op));
        });
    }

    /// The result of strider::reduce for the segment.
    template <class Offset, class T, class Operator>
    static void expect_reductions(const std::vector<T>& elements, Operator op) {
        expect_segments<Offset>(elements, op,
                                [&](std::span<const T> some) { return reduce(serial{}, some, op, elements.back()); });
    }

    /// Rows and columns of matrices in memory with gaps between the rows.
    template <class T, class Operator>
    static void expect_matrices(const std::vector<T>& elements, Operator op) {
        struct shape {
            std::uint64_t rows, columns, gap;
        };
        const shape shapes[] = {{1, 1, 0},      {1, 1000, 3},   {1000, 1, 2},   {3, 5, 0},     {100, 16, 1},
                                {17, 300, 5},   {513, 33, 0},   {2049, 7, 1},   {4, 9001, 3},  {8193, 3, 0},
                                {9000, 4, 0},   {2, 20'000, 7}, {20'481, 2, 1}, {600, 100, 0}, {70, 900, 0},
                                {3000, 70, 10}, {0, 4, 0},      {4, 0, 3},      {12'400, 5, 0}};
        for (const auto& [rows, columns, gap] : shapes) {
            const std::uint64_t stride = columns + gap;
            if (rows * stride > elements.size()) continue;
            const std::string what = std::to_string(rows) + " x " + std::to_string(columns);
            std::vector<T> of_rows, of_columns;
            for (std::uint64_t r = 0; r < rows; ++r) {
                of_rows.push_back(
                    reduce(serial{}, std::span(elements).subspan(r * stride, columns), op, elements.back()));
            }
            for (std::uint64_t c = 0; c < columns; ++c) {
                std::vector<T> column;
                for (std::uint64_t r = 0; r < rows; ++r) column.push_back(elements[r * stride + c]);
                of_columns.push_back(reduce(serial{}, column, op, elements.back()));
            }
            const buffer<T> input(std::span<const T>(elements).first(rows * stride), rows % 2);
            const matrix_view<const T> view(input.address(), rows, columns, stride);
            const buffer<T> rows_here(std::vector<T>(rows, elements.front())),
                columns_here(std::vector<T>(columns, elements.front()), 1);
            reduce_rows(here(), view, std::span<T>(rows_here.address(), rows), op, elements.back());
            expect_same(rows_here.values(), of_rows, "rows of " + what);
            reduce_columns(here(), view, std::span<T>(columns_here.address(), columns), op, elements.back());
            expect_same(columns_here.values(), of_columns, "columns of " + what);
        }
    }
};
TYPED_TEST_SUITE_P(SegmentedReduceConformance);

TYPED_TEST_P(SegmentedReduceConformance, EverySegmentHasTheTreeOfItsReduction) {
    this->template expect_trees<1>(false, this->most(), tell_tree{});
    this->template expect_trees<8>(false, this->few(), tell_tree{});
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_trees<4>(true, this->few(), tell_tree_of_rows{});
        this->template expect_trees<3>(false, this->few(), tell_tree{});
        this->template expect_trees<1>(true, this->most(), tell_tree_of_rows{});
    }
}

TYPED_TEST_P(SegmentedReduceConformance, NumbersHaveTheBitsOfTheReduction) {
    this->template expect_reductions<std::int32_t>(random_elements<float>(this->few(), 1), plus{});
    this->template expect_reductions<std::int64_t>(random_elements<std::int8_t>(this->few(), 3), plus{});
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_reductions<std::uint64_t>(random_elements<double>(this->few(), 2), plus{});
        this->template expect_reductions<std::uint32_t>(random_elements<std::int32_t>(this->few(), 4), minimum{});
    }
}

TYPED_TEST_P(SegmentedReduceConformance, OperatorsNeedNotCommute) {
    const auto expect_folds = [this](const auto& elements, auto op) {
        using T = std::remove_cvref_t<decltype(elements.front())>;
        this->template expect_segments<std::uint32_t>(elements, op, [&](std::span<const T> some) {
            T sum = elements.back();
            for (const T& element : some) sum = op(sum, element);
            return sum;
        });
    };
    expect_folds(random_elements<affine>(this->few(), 5), compose{});
    if constexpr (every_type_at<TypeParam>) expect_folds(random_elements<bounded_text>(this->few(), 6), concatenate{});
}

TYPED_TEST_P(SegmentedReduceConformance, RowsAndColumnsHaveTheBitsOfTheReduction) {
    this->expect_matrices(random_elements<float>(this->most(), 7), plus{});
    if constexpr (every_type_at<TypeParam>) {
        this->expect_matrices(random_elements<std::int8_t>(this->few(), 9), plus{});
    }
    this->expect_matrices(random_words<1>(this->few()), tell_tree{});
    if constexpr (every_type_at<TypeParam>) {
        this->expect_matrices(random_words<4>(std::min<std::uint64_t>(this->few(), 70'000)), tell_tree_of_rows{});
    }
}

TYPED_TEST_P(SegmentedReduceConformance, FixedLengthsAreSegments) {
    const std::vector<float> elements = random_elements<float>(60'000, 8);
    const typename TypeParam::template buffer<float> input(elements, 1);
    for (const std::uint64_t length : {1, 4, 16, 75, 1000, 3000, 6000, 20'000, 60'000}) {
        std::vector<float> right;
        for (std::uint64_t first = 0; first < elements.size(); first += length) {
            right.push_back(reduce(serial{}, std::span(elements).subspan(first, length)));
        }
        const typename TypeParam::template buffer<float> output(std::vector<float>(right.size(), -1.0f));
        segmented_reduce(this->here(), input.range(), length, std::span<float>(output.address(), right.size()));
        expect_same(output.values(), right, "length " + std::to_string(length));
    }
}

TYPED_TEST_P(SegmentedReduceConformance, SpecialValuesAndEmptySegments) {
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity(), least = limits::denorm_min();
    const std::vector<float> elements = {-nan, 1, infinity, -infinity, -0.0f, -0.0f, least, least, 0.0f, -0.0f};
    const typename TypeParam::template buffer<float> input(elements);
    const typename TypeParam::template buffer<int> offsets(std::vector<int>{0, 2, 2, 4, 6, 8, 10, 10});
    const typename TypeParam::template buffer<float> output(std::vector<float>(7, 5.0f));
    const std::span<float> results(output.address(), 7);
    const auto expect = [&](const std::vector<float>& right) { expect_same(output.values(), right, "special"); };
    segmented_reduce(this->here(), input.range(), offsets.range(), results);
    expect({nan, 0, nan, -0.0f, 2 * least, 0.0f, 0});
    segmented_reduce(this->here(), input.range(), offsets.range(), results, minimum{});
    expect({nan, infinity, -infinity, -0.0f, least, -0.0f, infinity});
    if constexpr (every_type_at<TypeParam>) {
        segmented_reduce(this->here(), input.range(), offsets.range(), results, maximum{}, 0.5f);
        expect({nan, 0.5f, infinity, 0.5f, 0.5f, 0.5f, 0.5f});
    }
    segmented_reduce(this->here(), input.range().first(0), offsets.range().first(1), results.first(0));
    reduce_rows(this->here(), matrix_view<const float>(input.address(), 7, 0), results);
    expect(std::vector<float>(7, 0.0f));
    reduce_columns(this->here(), matrix_view<const float>(input.address(), 0, 7), results, multiplies{});
    expect(std::vector<float>(7, 1.0f));
}

TYPED_TEST_P(SegmentedReduceConformance, LeavesWhatIsBeyondTheResults) {
    const typename TypeParam::template buffer<float> numbers(std::vector<float>(100, 1)),
        output(std::vector<float>(3, -1));
    const typename TypeParam::template buffer<int> offsets(std::vector<int>{0, 10, 100});
    segmented_reduce(this->here(), numbers.range(), offsets.range(), std::span<float>(output.address(), 3));
    EXPECT_EQ(output.values(), (std::vector<float>{10, 90, -1}));
}

REGISTER_TYPED_TEST_SUITE_P(SegmentedReduceConformance, EverySegmentHasTheTreeOfItsReduction,
                            NumbersHaveTheBitsOfTheReduction, OperatorsNeedNotCommute,
                            RowsAndColumnsHaveTheBitsOfTheReduction, FixedLengthsAreSegments,
                            SpecialValuesAndEmptySegments, LeavesWhatIsBeyondTheResults);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
