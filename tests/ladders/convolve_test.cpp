// The convolution problem itself: the lecture's worked examples, its boundaries, and that its expected output, which is
// made by rows and columns, is what the definition says.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include <ladders/convolve/problem.hpp>

namespace strider::ladders::convolve {
namespace {

/// The side input for a mask of one row, or for the product of `column` and `row`.
std::vector<float> side_input(const std::vector<float>& row, const std::vector<float>& column = {1}) {
    std::vector<float> side;
    for (const float down : column) {
        for (const float across : row) side.push_back(down * across);
    }
    side.insert(side.end(), row.begin(), row.end());
    side.insert(side.end(), column.begin(), column.end());
    return side;
}

TEST(Convolution, GivesTheLecturesExampleInOneDimension) {
    const shape of{1, 7, 1, 5, boundary::zero};
    const std::vector<float> output = expected<float>({1, 2, 3, 4, 5, 6, 7}, side_input({3, 4, 5, 4, 3}), of);
    EXPECT_EQ(output[2], 57);
    EXPECT_EQ(output[3], 76);
    EXPECT_EQ(output[1], 38);  // the ghost cell left of it is zero
}

TEST(Convolution, GivesTheLecturesExampleInTwoDimensions) {
    // The lecture's mask is no product of a column and a row: it is the sum of two products.
    const std::vector<float> first = {1, 2, 3, 2, 1};
    const float mask[5][5] = {{1, 2, 3, 2, 1}, {2, 3, 4, 3, 2}, {3, 4, 5, 4, 3}, {2, 3, 4, 3, 2}, {1, 2, 3, 2, 1}};
    const std::vector<float> ramp = {0, 1, 2, 1, 0}, ones = {1, 1, 1, 1, 1};
    const std::vector<float> image = {1, 2, 3, 4, 5, 6, 7,  //
                                      2, 3, 4, 5, 6, 7, 8,  //
                                      3, 4, 5, 6, 7, 8, 9,  //
                                      4, 5, 6, 7, 8, 5, 6,  //
                                      5, 6, 7, 8, 5, 6, 7,  //
                                      6, 7, 8, 9, 0, 1, 2,  //
                                      7, 8, 9, 0, 1, 2, 3};
    const shape of{7, 7, 5, 5, boundary::zero};
    const std::vector<float> one = expected<float>(image, side_input(first, ones), of);
    const std::vector<float> other = expected<float>(image, side_input(ones, ramp), of);
    for (std::size_t k = 0; k < 5; ++k) {
        for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(mask[k][j], first[j] + ramp[k]);
    }
    EXPECT_EQ(one[2 * 7 + 2] + other[2 * 7 + 2], 321);
}

TEST(Convolution, DefinesGhostCellsForMasksWiderThanTheImage) {
    const auto cells = [](boundary outside) {
        std::vector<std::int64_t> sources;
        for (std::int64_t i = -7; i < 10; ++i) sources.push_back(source_of(i, 3, outside));
        return sources;
    };
    using row = std::vector<std::int64_t>;
    EXPECT_EQ(cells(boundary::zero), (row{-1, -1, -1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1}));
    EXPECT_EQ(cells(boundary::replicate), (row{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_EQ(cells(boundary::symmetric), (row{0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2}));
    EXPECT_EQ(cells(boundary::wrap), (row{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0}));
}

TEST(Convolution, RoundsPixelsToNearestEvenAndSaturates) {
    EXPECT_EQ(pixel_of<std::uint8_t>(2.5f), 2);
    EXPECT_EQ(pixel_of<std::uint8_t>(3.5f), 4);
    EXPECT_EQ(pixel_of<std::uint8_t>(-1.0f), 0);
    EXPECT_EQ(pixel_of<std::uint8_t>(255.5f), 255);
    EXPECT_EQ(pixel_of<std::uint8_t>(1e6f), 255);
    EXPECT_EQ(pixel_of<float>(-2.5f), -2.5f);
}

/// Of one pixel, straight from the definition.
template <class T>
T by_definition(const std::vector<T>& input, const std::vector<float>& side, const shape& of, std::int64_t r,
                std::int64_t c) {
    double sum = 0;
    for (unsigned k = 0; k < of.mask_rows; ++k) {
        for (unsigned j = 0; j < of.mask_columns; ++j) {
            const std::int64_t row = source_of(r - of.mask_rows / 2 + k, of.rows, of.outside);
            const std::int64_t column = source_of(c - of.mask_columns / 2 + j, of.columns, of.outside);
            if (row < 0 || column < 0) continue;
            sum += double{side[k * of.mask_columns + j]} *
                   static_cast<double>(input[static_cast<std::size_t>(row * of.columns + column)]);
        }
    }
    EXPECT_EQ(static_cast<double>(static_cast<float>(sum)), sum) << "the sum is not exact in f32";
    return pixel_of<T>(static_cast<float>(sum));
}

TEST(Convolution, ExpectsWhatTheDefinitionSaysAndExactly) {
    for (const element_type type : pixel_types) {
        for (const int width : {1, 2, 5, 8, 63}) {
            for (std::size_t outside_word = 0; outside_word < std::size(boundary_words); ++outside_word) {
                instance of = usual_instance(description, 17 * 23);
                of.type = type;
                of.parameters[mask] = width;
                of.parameters[outside] = static_cast<std::int64_t>(outside_word);
                of = fitting(of);
                with_pixel_type(of, [&]<class T>(T) {
                    std::mt19937_64 random(7);
                    const shape image = shape_of(of);
                    const std::vector<float> side = make_side_input(image, random);
                    const std::vector<T> input = make_pixels<T>(of.elements, image.mask_columns, random);
                    const std::vector<T> right = expected(input, side, image);
                    std::map<T, int> values;
                    for (std::int64_t i = 0; i < static_cast<std::int64_t>(of.elements); ++i) {
                        const T one = right[static_cast<std::size_t>(i)];
                        EXPECT_EQ(one, by_definition(input, side, image, i / image.columns, i % image.columns));
                        ++values[one];
                    }
                    EXPECT_GT(values.size(), 30u) << "saturated outputs would hide errors";
                });
            }
        }
    }
}

TEST(Convolution, FitsWholeRowsAndSquares) {
    const auto fitted = [](std::uint64_t elements, std::int64_t across, std::int64_t dimension) {
        instance of = usual_instance(description, elements);
        of.parameters[columns] = across;
        of.parameters[dimensions] = dimension;
        return fitting(of);
    };
    EXPECT_EQ(fitted(12, 0, 2).parameters[columns], 4);
    EXPECT_EQ(fitted(1 << 20, 0, 2).parameters[columns], 1 << 10);
    EXPECT_EQ(fitted(13, 0, 2).parameters[columns], 13);
    EXPECT_EQ(fitted(0, 0, 2).elements, 0u);
    EXPECT_EQ(fitted(33, 7, 2).elements, 35u);
    EXPECT_EQ(fitted(1, 7, 2).elements, 0u);
    EXPECT_EQ(shape_of(fitted(35, 7, 2)).rows, 5);
    EXPECT_EQ(shape_of(fitted(33, 7, 1)).columns, 33);
    EXPECT_EQ(shape_of(fitted(33, 7, 1)).mask_rows, 1u);
}

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
