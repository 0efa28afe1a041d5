// What every backend's convolution must do (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
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

template <class Place>
class ConvolveConformance : public testing::Test {
protected:
    static auto here() { return Place::policy(); }

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
        const typename Place::template buffer<T> input(pixels, of.offset);
        const typename Place::template buffer<T> output(before, of.offset);
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
    for (const std::uint64_t width : {1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 15, 16, 17}) {
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
    this->template expect_both<float>({33, 150, 63, 63, {.outside = boundary::reflect}});
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

/// The order, written out: by rows, each product fused with the sum.
TYPED_TEST_P(ConvolveConformance, AddsInTheDocumentedOrder) {
    const std::vector<float> pixels = random_elements<float>(9, 1);
    const std::vector<float> mask = random_weights<float>(9, 2);
    const typename TypeParam::template buffer<float> input(pixels);
    const typename TypeParam::template buffer<float> output(pixels);
    const matrix_view<const float> from(input.address(), 3, 3);
    const matrix_view<float> to(output.address(), 3, 3);
    float dense = 0, separable = 0;
    for (unsigned i = 0; i < 9; ++i) dense = std::fma(mask[i], pixels[i], dense);
    for (unsigned k = 0; k < 3; ++k) {
        float across = 0;
        for (unsigned j = 0; j < 3; ++j) across = std::fma(mask[j], pixels[3 * k + j], across);
        separable = std::fma(mask[3 + k], across, separable);
    }
    convolve(this->here(), from, matrix_view<const float>(mask.data(), 3, 3), to);
    EXPECT_TRUE(same_bits(output.values()[4], dense));
    convolve_separable(this->here(), from, std::span(mask).subspan(3, 3), std::span(mask).first(3), to);
    EXPECT_TRUE(same_bits(output.values()[4], separable));
}

TYPED_TEST_P(ConvolveConformance, GivesTheLecturesExample) {
    const typename TypeParam::template buffer<float> input(std::vector<float>{1, 2, 3, 4, 5, 6, 7});
    const typename TypeParam::template buffer<float> output(std::vector<float>(7));
    const std::span<float> to(output.address(), 7);
    convolve(this->here(), input.range(), std::vector<float>{3, 4, 5, 4, 3}, to);
    EXPECT_EQ(output.values(), (std::vector<float>{22, 38, 57, 76, 95, 90, 74}));
    // Turned round, and reaching to the right: the convolution of mathematics is a product of polynomials.
    convolve(this->here(), input.range(), std::vector<float>{1, 10}, to, {.flip = true, .anchor_column = 0});
    EXPECT_EQ(output.values(), (std::vector<float>{1, 12, 23, 34, 45, 56, 67}));
    convolve(this->here(), input.range(), std::vector<float>{1, 10, 100, 1000}, to);
    EXPECT_EQ(output.values()[3], 2 + 30 + 400 + 5000);
}

TYPED_TEST_P(ConvolveConformance, FillsGhostCellsAsDocumented) {
    const auto cells = [&](boundary outside) {  // five to the left of 1 2 3, then five to the right
        std::vector<float> found;
        for (unsigned place = 0; place < 11; ++place) {
            std::vector<float> mask(11);
            mask[place] = 1;
            const typename TypeParam::template buffer<float> input(std::vector<float>{1, 2, 3});
            const typename TypeParam::template buffer<float> output(std::vector<float>(3));
            convolve(this->here(), input.range(), mask, std::span<float>(output.address(), 3),
                     {.outside = outside, .fill = 9});
            found.push_back(output.values()[1]);
        }
        return found;
    };
    using row = std::vector<float>;
    EXPECT_EQ(cells(boundary::zero), (row{0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0}));
    EXPECT_EQ(cells(boundary::constant), (row{9, 9, 9, 9, 1, 2, 3, 9, 9, 9, 9}));
    EXPECT_EQ(cells(boundary::replicate), (row{1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3}));
    EXPECT_EQ(cells(boundary::symmetric), (row{3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1}));
    EXPECT_EQ(cells(boundary::reflect), (row{1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3}));
    EXPECT_EQ(cells(boundary::wrap), (row{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
}

TYPED_TEST_P(ConvolveConformance, RoundsHalvesToEvenAndSaturates) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const auto of_weight = [&]<class T>(T pixel, float weight) {
        const typename TypeParam::template buffer<T> input(std::vector<T>{pixel});
        const typename TypeParam::template buffer<T> output(std::vector<T>{7});
        convolve(this->here(), input.range(), std::vector<float>{weight}, std::span<T>(output.address(), 1));
        return output.value();
    };
    const auto bytes = [&](float weight) { return of_weight(std::uint8_t{1}, weight); };
    EXPECT_EQ(bytes(0.5f), 0);
    EXPECT_EQ(bytes(1.5f), 2);
    EXPECT_EQ(bytes(2.5f), 2);
    EXPECT_EQ(bytes(254.5f), 254);
    EXPECT_EQ(bytes(255.5f), 255);
    EXPECT_EQ(bytes(-3.0f), 0);
    EXPECT_EQ(bytes(3e9f), 255);
    EXPECT_EQ(bytes(inf), 255);
    EXPECT_EQ(bytes(-inf), 0);
    EXPECT_EQ(bytes(nan), 0);
    const auto words = [&](float weight) { return of_weight(std::uint16_t{2}, weight); };
    EXPECT_EQ(words(0.25f), 0);
    EXPECT_EQ(words(16'384.75f), 32'770);
    EXPECT_EQ(words(40'000.0f), 65'535);
    EXPECT_EQ(words(3e9f), 65'535);
    EXPECT_EQ(words(nan), 0);
}

TYPED_TEST_P(ConvolveConformance, KeepsSpecialValues) {
    using limits = std::numeric_limits<float>;
    const convolve_case of{16, 200, 3, 3};
    std::vector<float> pixels(16 * 200, -0.0f);
    pixels[700] = limits::denorm_min();
    pixels[1222] = limits::infinity();
    pixels[1888] = -limits::infinity();
    pixels[2500] = limits::quiet_NaN();
    pixels[2900] = limits::max();
    const std::vector<float> mask = {1, -1, 0.5f, 2, 3, 0, -1, 1, 1e-3f};
    this->expect_serial_bits(of, pixels, [&](auto policy, const auto& from, const auto& to) {
        convolve(policy, from, matrix_view<const float>(mask.data(), 3, 3), to);
    });
    this->expect_serial_bits(of, pixels, [&](auto policy, const auto& from, const auto& to) {
        convolve_separable(policy, from, std::span(mask).first(3), std::span(mask).last(3), to);
    });
}

TYPED_TEST_P(ConvolveConformance, FindsSeparableMasksWhereAskedTo) {
    // 1 + 2^-12 squared is rounded: the product of the factors is not the mask, and the two ways differ in some bits.
    const std::vector<float> column = {0.1f, 0.7f, 0.3f};
    const std::vector<float> row = {1.1f, -0.4f, 0.9f};
    std::vector<float> mask;
    for (const float down : column) {
        for (const float across : row) mask.push_back(down * across);
    }
    const convolve_case of{12, 150, 3, 3, {.flip = true}};
    const auto pixels = random_elements<float>(12 * 150, 3);
    const matrix_view<const float> weights(mask.data(), 3, 3);
    const auto result = [&](std::optional<double> within) {
        const typename TypeParam::template buffer<float> input(pixels);
        const typename TypeParam::template buffer<float> output(pixels);
        convolve_options options = of.options;
        options.separable_within = within;
        convolve(this->here(), matrix_view<const float>(input.address(), 12, 150), weights,
                 matrix_view<float>(output.address(), 12, 150), options);
        return output.values();
    };
    // The factors are the row of the greatest weight, and the column through it in units of that weight.
    const std::vector<float> found_row(mask.begin() + 3, mask.begin() + 6);
    const std::vector<float> found_column = {mask[0] / mask[3], 1, mask[6] / mask[3]};
    std::vector<float> by_factors(pixels.size());
    convolve_separable(serial{}, matrix_view<const float>(pixels.data(), 12, 150), found_column, found_row,
                       matrix_view<float>(by_factors.data(), 12, 150), of.options);
    const std::vector<float> dense = result(std::nullopt);
    EXPECT_NE(dense, by_factors);
    EXPECT_EQ(result(1e-6), by_factors);
    EXPECT_EQ(result(0), dense) << "no product in these very bits";
    mask[8] += 0.01f;
    EXPECT_NE(result(1e-6), result(0.1));
}

TYPED_TEST_P(ConvolveConformance, TakesEmptyImages) {
    const typename TypeParam::template buffer<float> pixels(std::vector<float>{1, 2, 3});
    const std::vector<float> mask = {5, 6, 7};
    convolve(this->here(), pixels.range().first(0), mask, std::span<float>(pixels.address(), 3));
    convolve(this->here(), matrix_view<const float>(pixels.address(), 3, 0),
             matrix_view<const float>(mask.data(), 3, 1), matrix_view<float>(pixels.address(), 3, 0));
    convolve_separable(this->here(), matrix_view<const float>(pixels.address(), 0, 3), mask, mask,
                       matrix_view<float>(pixels.address(), 0, 3));
    EXPECT_EQ(pixels.values(), (std::vector<float>{1, 2, 3}));
}

TYPED_TEST_P(ConvolveConformance, RefusesWhatItCannotDo) {
    const typename TypeParam::template buffer<std::uint8_t> memory(std::vector<std::uint8_t>(200, 1));
    const matrix_view<const std::uint8_t> from(memory.address(), 6, 12);
    const matrix_view<std::uint8_t> to(memory.address() + 100, 6, 12);
    const std::vector<float> weights(4000, 1);
    const auto refused = [&](const auto& input, std::uint64_t mask_rows, std::uint64_t mask_columns, const auto& output,
                             const convolve_options& options = {}) {
        EXPECT_THROW(convolve(this->here(), input, matrix_view<const float>(weights.data(), mask_rows, mask_columns),
                              output, options),
                     std::invalid_argument);
    };
    refused(from, 3, 3, matrix_view<std::uint8_t>(memory.address() + 100, 6, 11));
    refused(from, 3, 3, matrix_view<std::uint8_t>(memory.address() + 100, 5, 12));
    refused(from, 3, 3, matrix_view<std::uint8_t>(memory.address(), 6, 12));
    refused(from, 3, 3, matrix_view<std::uint8_t>(memory.address() + 71, 6, 12));
    refused(from, 0, 3, to);
    refused(from, 3, 0, to);
    refused(from, 64, 3, to);
    refused(from, 3, 64, to);
    refused(from, 1, 3970, to);
    refused(from, 3, 3, to, {.channels = 5});
    refused(from, 3, 3, to, {.channels = 0});
    refused(matrix_view<const std::uint8_t>(memory.address(), 6, 11), 3, 3,
            matrix_view<std::uint8_t>(memory.address() + 100, 6, 11), {.channels = 3});
    refused(from, 3, 3, to, {.anchor_row = 3});
    refused(from, 3, 3, to, {.anchor_column = 3});
    for (const double fill : {-1.0, 256.0, 0.5, std::nan("")}) {
        refused(from, 3, 3, to, {.outside = boundary::constant, .fill = fill});
    }
    EXPECT_THROW(convolve(this->here(), memory.range().first(90), std::span(weights).first(3),
                          std::span<std::uint8_t>(memory.address() + 100, 89)),
                 std::invalid_argument);
    EXPECT_THROW(convolve_separable(this->here(), from, std::span(weights).first(64), std::span(weights).first(3), to),
                 std::invalid_argument);
    EXPECT_EQ(memory.values(), std::vector<std::uint8_t>(200, 1));
    EXPECT_NO_THROW(convolve(this->here(), from, matrix_view<const float>(weights.data(), 63, 63), to));
    EXPECT_NO_THROW(convolve(this->here(), from, matrix_view<const float>(weights.data(), 1, 3969), to));
}

REGISTER_TYPED_TEST_SUITE_P(ConvolveConformance, HasTheBitsOfTheOracleForEveryMaskSize,
                            HasTheBitsOfTheOracleInTheMiddleOfTheImage, HasTheBitsOfTheOracleAtEveryBoundary,
                            HasTheBitsOfTheOracleForEveryNumberOfChannels, HasTheBitsOfTheOracleForEveryAnchorAndTurn,
                            HasTheBitsOfTheOracleForEveryAlignment, HasTheBitsOfTheOracleInOneDimension,
                            AddsInTheDocumentedOrder, GivesTheLecturesExample, FillsGhostCellsAsDocumented,
                            RoundsHalvesToEvenAndSaturates, KeepsSpecialValues, FindsSeparableMasksWhereAskedTo,
                            TakesEmptyImages, RefusesWhatItCannotDo);

}  // namespace strider::test
