// The suite of every backend's convolution (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <span>
#include <vector>

#include <strider/convolve.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

inline constexpr boundary every_boundary[] = {boundary::zero,      boundary::constant, boundary::replicate,
                                              boundary::symmetric, boundary::reflect,  boundary::wrap};

/// Weights of a mask so scaled that most sums of integer pixels are within their range.
template <class T>
std::vector<weight_of<T>> random_weights(std::uint64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<weight_of<T>> weights(count);
    for (auto& weight : weights) {
        weight = static_cast<weight_of<T>>((static_cast<double>(random() >> 11) * 0x1p-52 - 0.7) * 3.5) /
                 static_cast<weight_of<T>>(count);
    }
    return weights;
}

/// One image, one mask, and how they are laid out.
struct convolve_case {
    std::uint64_t rows, columns;  ///< pixels
    std::uint64_t mask_rows, mask_columns;
    convolve_options options = {};
    std::uint64_t gap = 0;     ///< elements between the end of a row and the next one
    std::uint64_t offset = 0;  ///< elements between an aligned address and the image
};

inline std::ostream& operator<<(std::ostream& to, const convolve_case& of) {
    to << of.rows << " x " << of.columns << " pixels of " << of.options.channels << " channels, mask " << of.mask_rows
       << " x " << of.mask_columns << ", boundary " << static_cast<int>(of.options.outside) << ", gap " << of.gap
       << ", offset " << of.offset << (of.options.flip ? ", flip" : "");
    if (of.options.anchor_row) to << ", anchor row " << *of.options.anchor_row;
    if (of.options.anchor_column) to << ", anchor column " << *of.options.anchor_column;
    return to;
}

template <class Backend>
class ConvolveConformance : public testing::Test {
protected:
    static auto here() { return Backend::policy(); }

    /// Elements of the image that is laid out so, gaps included.
    static std::uint64_t span_of(const convolve_case& of) {
        return of.rows * (of.columns * of.options.channels + of.gap);
    }
    template <class T>
    static matrix_view<T> view_of(T* first, const convolve_case& of) {
        const std::uint64_t columns = of.columns * of.options.channels;
        return {first, of.rows, columns, columns + of.gap};
    }

    /// `convolve(policy, input, output)` leaves here the bits that serial{} leaves, and nothing in the gaps.
    template <class T, class Convolve>
    static void expect_serial_bits(const convolve_case& of, const std::vector<T>& pixels, Convolve convolve) {
        const std::vector<T> before(pixels.size(), T(77));
        std::vector<T> right = before;
        convolve(serial{}, view_of(pixels.data(), of), view_of(right.data(), of));
        const typename Backend::template buffer<T> input(pixels, of.offset);
        const typename Backend::template buffer<T> output(before, of.offset);
        convolve(here(), view_of<const T>(input.address(), of), view_of(output.address(), of));
        const std::vector<T> found = output.values();
        ASSERT_EQ(found.size(), right.size());
        const std::uint64_t stride = of.columns * of.options.channels + of.gap;
        for (std::size_t i = 0; i < right.size(); ++i) {
            ASSERT_TRUE(same_bits(found[i], right[i]) || (found[i] != found[i] && right[i] != right[i]))
                << of << ": row " << i / stride << ", element " << i % stride << ", " << sizeof(T)
                << " bytes: " << +found[i] << " instead of " << +right[i];
        }
    }

    template <class T>
    static void expect_dense(const convolve_case& of) {
        const auto mask = random_weights<T>(of.mask_rows * of.mask_columns, of.mask_columns);
        const matrix_view<const weight_of<T>> weights(mask.data(), of.mask_rows, of.mask_columns);
        expect_serial_bits(
            of, random_elements<T>(span_of(of), of.rows + of.columns),
            [&](auto policy, const auto& from, const auto& to) { convolve(policy, from, weights, to, of.options); });
    }
    template <class T>
    static void expect_separable(const convolve_case& of) {
        const auto row = random_weights<T>(of.mask_columns, of.mask_rows + 1),
                   column = random_weights<T>(of.mask_rows, of.mask_columns + 2);
        expect_serial_bits(of, random_elements<T>(span_of(of), of.rows + of.columns),
                           [&](auto policy, const auto& from, const auto& to) {
                               convolve_separable(policy, from, column, row, to, of.options);
                           });
    }
    template <class T>
    static void expect_both(const convolve_case& of) {
        expect_dense<T>(of);
        expect_separable<T>(of);
    }
};
TYPED_TEST_SUITE_P(ConvolveConformance);

/// Masks with kernels of their own and others, on images of several strips, each with the boundaries in turn.
TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryMaskSize) {
    unsigned turn = 0;
    std::vector<std::uint64_t> widths = {1, 2, 3, 4, 5, 7, 8, 9, 13, 17};
    if (every_type_at<TypeParam>) widths.insert(widths.end(), {11, 15, 16});
    for (const std::uint64_t width : widths) {
        convolve_case of{width < 8 ? 41u : 27u, 269, width, width, {.outside = every_boundary[turn % 6], .fill = 3}};
        this->template expect_both<float>(of);
        of.columns = 524;
        if (every_type || turn % 2 == 0) this->template expect_dense<std::uint8_t>(of);
        if (every_type || turn % 2 == 1) this->template expect_separable<std::uint8_t>(of);
        if (++turn % 3 == 0) {
            this->template expect_both<double>(of);
            this->template expect_both<std::uint16_t>(of);
        }
    }
    this->template expect_both<float>({9, 150, 63, 63, {.outside = boundary::reflect}});
    this->template expect_both<double>({20, 70, 63, 62, {.outside = boundary::symmetric}});
    this->template expect_dense<float>({40, 140, 5, 12, {.outside = boundary::wrap}});
    this->template expect_dense<std::uint16_t>({40, 140, 21, 1, {.outside = boundary::wrap}});
    this->template expect_dense<std::uint8_t>({40, 340, 1, 5, {.outside = boundary::replicate}});
    this->template expect_separable<std::uint8_t>({40, 340, 1, 19, {.outside = boundary::replicate}});
}

/// Images of several tiles with 16-byte rows: those in the middle are loaded without a look at the borders.
TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleInTheMiddleOfTheImage) {
    for (const std::uint64_t width : {3, 5, 7, 9, 11, 13, 15}) {
        this->template expect_dense<float>({48, 400, width, width, {.outside = boundary::reflect}});
    }
    for (const std::uint64_t width : {3, 5, 6}) {  // the last one with a kernel of masks of any size
        this->template expect_dense<double>({48, 200, width, width, {.outside = boundary::wrap}});
        this->template expect_dense<std::uint16_t>({96, 400, width, width, {.outside = boundary::replicate}});
    }
    this->template expect_dense<std::uint8_t>({96, 400, 9, 9, {.outside = boundary::reflect}});
    this->template expect_dense<std::uint8_t>({96, 400, 6, 10, {.outside = boundary::reflect}});
    this->template expect_dense<double>({5, 400, 1, 31, {.outside = boundary::wrap}});
    for (const unsigned channels : {1, 3, 4}) {
        for (const std::uint64_t width : {3, 5, 7}) {
            const convolve_options options{.outside = boundary::wrap, .channels = channels};
            this->template expect_dense<std::uint8_t>({100, 480 / channels / 16 * 16, width, width, options});
        }
    }
    // Fewest rows of masks of any size, and whole and broken pieces of 8 columns.
    const std::vector<std::uint64_t> fewest = {2, 3, 4, 5, 12};
    unsigned turn = 0;
    for (const std::uint64_t columns : {1, 7, 8, 9, 16, 31}) {
        for (const std::uint64_t rows : all_or({fewest[turn++ % 5]}, fewest)) {
            this->template expect_dense<float>({70, 300, rows, columns, {.outside = boundary::symmetric}});
            this->template expect_dense<std::uint8_t>(
                {35,
                 150,
                 rows,
                 columns,
                 {.outside = boundary::replicate, .channels = static_cast<unsigned>(1 + rows % 4)}});
        }
    }
}

TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleAtEveryBoundary) {
    for (const boundary outside : every_boundary) {
        const convolve_options options{.outside = outside, .fill = 200};
        for (const std::uint64_t width : {3, 6, 9}) {
            this->template expect_both<float>({19, 140, width, width, options});
            this->template expect_both<std::uint8_t>({1, 5, width, width, options});  // wider than the image
            this->template expect_both<float>({5, 1, width, width, options});
        }
        this->template expect_dense<std::uint16_t>({2, 3, 31, 31, options});
        this->template expect_separable<double>({3, 2, 15, 15, options});
    }
}

TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryNumberOfChannels) {
    for (const unsigned channels : {1, 2, 3, 4}) {
        const std::vector<std::uint64_t> few = {3 + channels % 2, 7, 17};
        for (const std::uint64_t width : all_or(few, {3, 4, 5, 7, 9, 17})) {
            const convolve_options options{.outside = every_boundary[(channels + width) % 6], .channels = channels};
            this->template expect_both<std::uint8_t>({21, 187, width, width, options});
            this->template expect_both<float>({14, 96, width, width, options});
            this->template expect_dense<float>({1, 300, 1, width, options});
        }
        this->template expect_both<std::uint16_t>({9, 64, 3, 3, {.outside = boundary::reflect, .channels = channels}});
        this->template expect_both<double>({9, 64, 5, 5, {.outside = boundary::wrap, .channels = channels}});
    }
}

TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryAnchorAndTurn) {
    for (const bool flip : {false, true}) {
        for (const std::uint64_t width : all_or<std::uint64_t>({5, 18}, {3, 4, 5, 18})) {
            for (const std::uint64_t anchor : {std::uint64_t{0}, std::uint64_t{1}, width - 1}) {
                const convolve_options options{.outside = boundary::symmetric,
                                               .channels = anchor == 1 ? 3u : 1u,
                                               .flip = flip,
                                               .anchor_row = width - 1 - anchor,
                                               .anchor_column = anchor};
                this->template expect_both<float>({13, 150, width, width, options});
                this->template expect_both<std::uint8_t>({13, 150, width, width, options});
            }
            this->template expect_both<float>({13, 150, width, width, {.flip = flip}});
        }
    }
}

/// Rows that start anywhere: aligned ones with gaps, and every misalignment of the element.
TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryAlignment) {
    for (const std::uint64_t offset : {0, 1, 2, 4}) {
        for (const std::uint64_t columns : {384, 385, 391}) {
            const convolve_options options{.outside = boundary::replicate};
            this->template expect_both<float>({12, columns, 3, 3, options, 16 - offset, offset});
            this->template expect_dense<std::uint8_t>({12, 2 * columns, 5, 5, options, 16 * offset, offset});
            this->template expect_dense<double>({12, columns, 3, 3, options, offset, offset});
            this->template expect_dense<std::uint16_t>({12, columns, 3, 3, options, 128, offset});
        }
    }
}

TYPED_TEST_P(ConvolveConformance, HasTheBitsOfTheOracleInOneDimension) {
    for (const std::uint64_t width : {1, 3, 5, 6, 9, 63, 1000}) {
        for (const std::uint64_t count : {1, 2, 127, 128, 129, 2'000, 20'001}) {
            const convolve_case of{1,
                                   count,
                                   1,
                                   width,
                                   {.outside = every_boundary[(width + count) % 6], .fill = 9, .flip = count % 3 == 0}};
            if (width == 1000 && count > 2'000) continue;
            const auto mask = random_weights<float>(width, width);
            const auto run = [&](auto policy, const auto& from, const auto& to) {
                convolve(policy, std::span(from.data, count), mask, std::span(to.data, count), of.options);
            };
            this->expect_serial_bits(of, random_elements<float>(count, count), run);
            if (count % 2 == 0) this->expect_serial_bits(of, random_elements<std::uint8_t>(count, count), run);
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryMaskSize,
                            HasTheBitsOfTheOracleInTheMiddleOfTheImage, HasTheBitsOfTheOracleAtEveryBoundary,
                            HasTheBitsOfTheOracleForEveryNumberOfChannels, HasTheBitsOfTheOracleForEveryAnchorAndTurn,
                            HasTheBitsOfTheOracleForEveryAlignment, HasTheBitsOfTheOracleInOneDimension);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
