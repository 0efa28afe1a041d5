// Every backend's convolution of single pixels, as documented, and the calls that it refuses (conformance.hpp).
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tests/library/convolve_conformance.hpp"

namespace strider::test {

template <class Backend>
class ConvolveValuesConformance : public ConvolveConformance<Backend> {};
TYPED_TEST_SUITE_P(ConvolveValuesConformance);

/// The order, written out: by rows, each product fused with the sum.
TYPED_TEST_P(ConvolveValuesConformance, AddsInTheDocumentedOrder) {
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

TYPED_TEST_P(ConvolveValuesConformance, GivesTheLecturesExample) {
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

TYPED_TEST_P(ConvolveValuesConformance, FillsGhostCellsAsDocumented) {
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

TYPED_TEST_P(ConvolveValuesConformance, RoundsHalvesToEvenAndSaturates) {
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

TYPED_TEST_P(ConvolveValuesConformance, KeepsSpecialValues) {
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

TYPED_TEST_P(ConvolveValuesConformance, FindsSeparableMasksWhereAskedTo) {
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

TYPED_TEST_P(ConvolveValuesConformance, TakesEmptyImages) {
    const typename TypeParam::template buffer<float> pixels(std::vector<float>{1, 2, 3});
    const std::vector<float> mask = {5, 6, 7};
    convolve(this->here(), pixels.range().first(0), mask, std::span<float>(pixels.address(), 3));
    convolve(this->here(), matrix_view<const float>(pixels.address(), 3, 0),
             matrix_view<const float>(mask.data(), 3, 1), matrix_view<float>(pixels.address(), 3, 0));
    convolve_separable(this->here(), matrix_view<const float>(pixels.address(), 0, 3), mask, mask,
                       matrix_view<float>(pixels.address(), 0, 3));
    EXPECT_EQ(pixels.values(), (std::vector<float>{1, 2, 3}));
}

TYPED_TEST_P(ConvolveValuesConformance, TakesTheGreatestMasks) {
    const typename TypeParam::template buffer<std::uint8_t> memory(std::vector<std::uint8_t>(200, 1));
    const matrix_view<const std::uint8_t> from(memory.address(), 6, 12);
    const matrix_view<std::uint8_t> to(memory.address() + 100, 6, 12);
    const std::vector<float> weights(63 * 63, 1);
    for (const std::uint64_t rows : {63, 1}) {
        EXPECT_NO_THROW(
            convolve(this->here(), from, matrix_view<const float>(weights.data(), rows, 63 * 63 / rows), to));
    }
}

REGISTER_TYPED_TEST_SUITE_P(ConvolveValuesConformance, AddsInTheDocumentedOrder, GivesTheLecturesExample,
                            FillsGhostCellsAsDocumented, RoundsHalvesToEvenAndSaturates, KeepsSpecialValues,
                            FindsSeparableMasksWhereAskedTo, TakesEmptyImages, TakesTheGreatestMasks);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
