// The suite of every backend's transpose (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <strider/transpose.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Elements of any size, aligned as their words are.
template <class Word, unsigned Words>
struct item {
    Word word[Words];
    bool operator==(const item&) const = default;
};
template <class Item>
Item numbered_item(std::uint64_t number) {
    Item made;
    auto* const bytes = reinterpret_cast<unsigned char*>(&made);
    for (std::size_t b = 0; b < sizeof made; ++b) {
        bytes[b] = static_cast<unsigned char>((number + 1) * 0x9E3779B97F4A7C15u >> (8 * (7 - b % 8)));
    }
    return made;
}

/// A matrix within a longer array: its first element, shape, stride and the distance of a batch.
struct shape {
    std::uint64_t rows, columns;
    std::uint64_t input_gap = 0, output_gap = 0;  ///< elements between the rows
    std::uint64_t input_offset = 0, output_offset = 0;
    std::uint64_t count = 1;
};

template <class Backend>
class TransposeConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    template <class Item>
    static void expect_transpose(const shape& of) {
        const std::uint64_t input_stride = of.columns + of.input_gap, output_stride = of.rows + of.output_gap;
        const std::uint64_t input_distance = of.rows * input_stride, output_distance = of.columns * output_stride;
        std::vector<Item> elements(input_distance * of.count);
        for (std::uint64_t i = 0; i < elements.size(); ++i) elements[i] = numbered_item<Item>(i);
        std::vector<Item> right(output_distance * of.count, numbered_item<Item>(elements.size()));
        const buffer<Item> input(elements, of.input_offset), output(right, of.output_offset);
        for (std::uint64_t m = 0; m < of.count; ++m) {
            for (std::uint64_t r = 0; r < of.rows; ++r) {
                for (std::uint64_t c = 0; c < of.columns; ++c) {
                    right[m * output_distance + c * output_stride + r] =
                        elements[m * input_distance + r * input_stride + c];
                }
            }
        }
        const matrix_view<const Item> from(input.address(), of.rows, of.columns, input_stride);
        const matrix_view<Item> to(output.address(), of.columns, of.rows, output_stride);
        if (of.count == 1) {
            transpose(here(), from, to);
        } else {
            transpose_batch(here(), from, input_distance, to, output_distance, of.count);
        }
        const std::vector<Item> found = output.values();
        for (std::uint64_t i = 0; i < right.size(); ++i) {
            ASSERT_TRUE(found[i] == right[i])
                << "row " << i % output_distance / output_stride << ", column " << i % output_stride << " of "
                << of.columns << " x " << of.rows << ", " << sizeof(Item) << " bytes, gaps " << of.input_gap << " and "
                << of.output_gap << ", offsets " << of.input_offset << " and " << of.output_offset;
        }
    }

    template <class Item>
    static void expect_all_shapes() {
        for (const shape& of : std::initializer_list<shape>{{1, 1},
                                                            {1, 300},
                                                            {257, 1},
                                                            {64, 64},
                                                            {128, 192},
                                                            {65, 63},
                                                            {130, 67},
                                                            {100, 64, 0, 28},
                                                            {77, 90, 38, 51},
                                                            {75, 133, 1, 2, 1, 3},
                                                            {33, 31, 0, 0, 1, 0},
                                                            {16, 16, 0, 0, 0, 0, 50},
                                                            {9, 70, 3, 0, 1, 1, 7},
                                                            {3, 999, 0, 0, 3, 1, 2},
                                                            {1001, 5, 0, 0, 1, 7, 2},
                                                            {3, 333, 1, 2, 1, 0},
                                                            {334, 6, 2, 1, 2, 1}}) {
            expect_transpose<Item>(of);
        }
    }

    template <class Item>
    static void expect_in_place(std::uint64_t rows, std::uint64_t gap, std::size_t offset) {
        const std::uint64_t stride = rows + gap;
        std::vector<Item> right(rows * stride);
        for (std::uint64_t i = 0; i < right.size(); ++i) right[i] = numbered_item<Item>(i);
        const buffer<Item> matrix(right, offset);
        for (std::uint64_t r = 0; r < rows; ++r) {
            for (std::uint64_t c = 0; c < r; ++c) std::swap(right[r * stride + c], right[c * stride + r]);
        }
        transpose_in_place(here(), matrix_view<Item>(matrix.address(), rows, rows, stride));
        EXPECT_TRUE(matrix.values() == right) << rows << " rows of " << sizeof(Item) << " bytes, gap " << gap;
    }
};

TYPED_TEST_SUITE_P(TransposeConformance);

TYPED_TEST_P(TransposeConformance, MovesElementsOfAnySizeAndAlignment) {
    this->template expect_all_shapes<item<std::uint8_t, 1>>();
    this->template expect_all_shapes<item<std::uint16_t, 1>>();
    this->template expect_all_shapes<item<std::uint32_t, 1>>();
    if constexpr (every_type_at<TypeParam>) this->template expect_all_shapes<item<std::uint64_t, 1>>();
    this->template expect_all_shapes<item<std::uint64_t, 2>>();
    this->template expect_all_shapes<item<std::uint32_t, 3>>();
    this->template expect_all_shapes<item<std::uint8_t, 4>>();
}

TYPED_TEST_P(TransposeConformance, MovesLargerMatrices) {
    const bool small = TypeParam::largest < 100'000;
    this->template expect_transpose<item<std::uint32_t, 1>>({small ? 300u : 1100u, small ? 260u : 2300u});
    this->template expect_transpose<item<std::uint32_t, 1>>({small ? 301u : 1101u, small ? 203u : 2303u, 1});
    this->template expect_transpose<item<std::uint8_t, 1>>({small ? 256u : 1111u, small ? 272u : 2304u});
    this->template expect_transpose<item<std::uint8_t, 1>>({small ? 261u : 1113u, small ? 301u : 2301u, 0, 0, 3, 1});
    this->template expect_transpose<item<std::uint8_t, 1>>({small ? 490u : 1113u, small ? 299u : 2302u, 1, 2, 1, 2});
    if constexpr (every_type_at<TypeParam>) {
        const shape of{small ? 181u : 1113u, small ? 101u : 1303u, 0, 0, 1, 0};
        this->template expect_transpose<item<std::uint64_t, 1>>(of);
    }
    this->template expect_transpose<item<std::uint16_t, 1>>({small ? 150u : 1113u, small ? 161u : 2301u, 0, 0, 1, 1});
}

/// Several tiles along the longer side.
TYPED_TEST_P(TransposeConformance, MovesNarrowMatrices) {
    const auto expect = [&]<class Item>(Item) {
        constexpr std::uint64_t tile = 16 * 1024 / sizeof(Item);
        for (const std::uint64_t narrow : {2, 3, 4, 17, 32, 47, 51, 100, 127}) {
            const std::uint64_t length = 2 * tile / narrow + 3;
            this->template expect_transpose<Item>({narrow, length, 0, 0, 0, 1});
            this->template expect_transpose<Item>({length, narrow, 0, 0, 1, 0});
            if (narrow != 3 && narrow != 127 && TypeParam::largest < 100'000) continue;
            this->template expect_transpose<Item>({narrow, length, 1, 1, 0, 0});
            this->template expect_transpose<Item>({length, narrow, 1, 1, 0, 0});
        }
        for (const std::uint64_t narrow : {17, 47, 100}) {  // no longer taken as small
            const std::uint64_t length = 32 * 1024 / sizeof(Item) + 5;
            this->template expect_transpose<Item>({narrow, length, 0, 0, 0, 1});
            this->template expect_transpose<Item>({length, narrow, 0, 0, 1, 0});
        }
    };
    expect(item<std::uint8_t, 1>{});
    expect(item<std::uint32_t, 1>{});
    expect(item<std::uint64_t, 2>{});
    if constexpr (every_type_at<TypeParam>) {
        expect(item<std::uint16_t, 1>{});
        expect(item<std::uint64_t, 1>{});
    }
}

TYPED_TEST_P(TransposeConformance, ExchangesAcrossTheDiagonal) {
    for (const std::uint64_t rows : {1, 2, 31, 32, 33, 64, 100, 290}) {
        this->template expect_in_place<item<std::uint32_t, 1>>(rows, 0, 0);
        this->template expect_in_place<item<std::uint8_t, 1>>(rows, 3, 1);
    }
    this->template expect_in_place<item<std::uint64_t, 2>>(70, 1, 0);
    this->template expect_in_place<item<std::uint32_t, 3>>(70, 0, 1);
}

/// As std::mdspan is.
template <class T>
struct strided_view {
    T* first;
    std::array<std::int64_t, 2> extents, strides;
    T* data_handle() const { return first; }
    std::int64_t extent(int which) const { return extents[static_cast<std::size_t>(which)]; }
    std::int64_t stride(int which) const { return strides[static_cast<std::size_t>(which)]; }
};

/// A view of three dimensions is none of two.
struct strided_volume : strided_view<int> {
    static constexpr std::size_t rank() { return 3; }
};
static_assert(matrix_like<strided_view<int>> && !matrix_like<strided_volume>);

TYPED_TEST_P(TransposeConformance, TakesMdspansEmptyMatricesAndNeighbours) {
    const typename TypeParam::template buffer<int> numbers(std::vector<int>{1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0});
    const auto here = this->here();
    int* const first = numbers.address();
    transpose(here, strided_view<const int>{first, {2, 3}, {3, 1}}, strided_view<int>{first + 6, {3, 2}, {2, 1}});
    const std::vector<int> both = {1, 2, 3, 4, 5, 6, 1, 4, 2, 5, 3, 6};
    EXPECT_EQ(numbers.values(), both);

    const auto view = [first](std::uint64_t rows, std::uint64_t columns, std::uint64_t stride, std::uint64_t at = 0) {
        return matrix_view<int>(first + at, rows, columns, stride);
    };
    transpose(here, view(0, 3, 3), view(3, 0, 0));
    transpose(here, view(3, 0, 1), view(0, 3, 3));
    transpose_batch(here, view(2, 3, 3), 6, view(3, 2, 2), 6, 0);
    transpose_in_place(here, view(0, 0, 0));
    EXPECT_EQ(numbers.values(), both);
    transpose_batch(here, view(1, 3, 3), 3, view(3, 1, 1, 6), 3, 2);
    EXPECT_EQ(numbers.values(), (std::vector<int>{1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}));
}

REGISTER_TYPED_TEST_SUITE_P(TransposeConformance, MovesElementsOfAnySizeAndAlignment, MovesLargerMatrices,
                            MovesNarrowMatrices, ExchangesAcrossTheDiagonal, TakesMdspansEmptyMatricesAndNeighbours);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
