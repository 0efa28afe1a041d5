// The problem of the convolution ladder: images, masks, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/convolve/ghost_cells.hpp>
#include <ladders/harness/problem.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::convolve {

/// Places in instance::parameters.
enum parameter_place : unsigned { dimensions, mask, outside, tile, columns };

inline constexpr unsigned widest_mask = 63;

inline constexpr std::string_view boundary_words[] = {"zero", "replicate", "symmetric", "wrap"};
inline constexpr std::int64_t tested_dimensions[] = {1}, tested_masks[] = {1, 2, 3, 4, 9, widest_mask},
                              tested_tiles[] = {8, 13, 64}, tested_columns[] = {7};
inline constexpr parameter parameters[] = {
    {.name = "dimensions",
     .meaning = "of the data: 1 or 2",
     .usual = 2,
     .least = 1,
     .most = 2,
     .tested = tested_dimensions},
    {.name = "mask",
     .meaning = "its width, odd or even; in two dimensions masks are square",
     .usual = 5,
     .least = 1,
     .most = widest_mask,
     .tested = tested_masks},
    {.name = "boundary",
     .meaning = "what lies outside of the image; symmetric repeats the edge",
     .usual = 0,
     .words = boundary_words},
    {.name = "tile",
     .meaning = "edge of the tiles of tiled rungs: 16 to 256 in 1D, 8 to 64 in 2D; 0: 256 and 32",
     .usual = 0,
     .least = 0,
     .most = 256,
     .tested = tested_tiles},
    {.name = "columns",
     .meaning = "of a 2D image; 0: as square as the number of elements allows",
     .usual = 0,
     .least = 0,
     .most = std::int64_t{1} << 40,
     .tested = tested_columns},
};
inline constexpr element_type pixel_types[] = {element_type::f32, element_type::u8};

/// Calls `entry(T{})` with the C++ type of the pixels. Throws std::invalid_argument for other types.
template <class Entry>
void with_pixel_type(const instance& of, Entry&& entry) {
    if (of.type == element_type::f32) return entry(float{});
    if (of.type == element_type::u8) return entry(std::uint8_t{});
    throw std::invalid_argument("the convolve ladder takes f32 and u8, not " + std::string(name(of.type)));
}

/// The smallest divisor of `elements` that is at least its square root; 0 of 0.
inline std::int64_t squarest_columns(std::uint64_t elements) {
    if (elements == 0) return 0;
    auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(elements)));
    while (rows * rows > elements) --rows;
    while (elements % rows != 0) --rows;
    return static_cast<std::int64_t>(elements / rows);
}

/// Tiles within the range of their dimension, and whole rows.
inline instance fitting(const instance& asked) {
    instance of = asked;
    const bool plane = of.parameters[dimensions] == 2;
    if (of.parameters[tile] == 0) of.parameters[tile] = plane ? 32 : 256;
    of.parameters[tile] = std::clamp<std::int64_t>(of.parameters[tile], plane ? 8 : 16, plane ? 64 : 256);
    if (!plane) {
        of.parameters[columns] = static_cast<std::int64_t>(of.elements);
    } else if (of.parameters[columns] == 0) {
        of.parameters[columns] = squarest_columns(of.elements);
    } else {
        const auto across = static_cast<std::uint64_t>(of.parameters[columns]);
        of.elements = (of.elements + across / 2) / across * across;
    }
    return of;
}

/// The shape of a settled instance.
inline shape shape_of(const instance& of) {
    const auto width = static_cast<unsigned>(of.parameters[mask]);
    const std::int64_t across = of.parameters[columns];
    return {.rows = across == 0 ? 0 : static_cast<std::int64_t>(of.elements) / across,
            .columns = across,
            .mask_rows = of.parameters[dimensions] == 2 ? width : 1,
            .mask_columns = width,
            .outside = static_cast<boundary>(of.parameters[outside])};
}

/// The side input: the mask, row by row; the row and the column whose product it is; and the mask from its last entry
/// to its first. Libraries that convolve where we correlate take the last.
struct side_places {
    std::size_t row, column, reversed, entries;
    STRIDER_HOST_DEVICE explicit constexpr side_places(const shape& of)
        : row(std::size_t{of.mask_rows} * of.mask_columns),
          column(row + of.mask_columns),
          reversed(column + of.mask_rows),
          entries(reversed + row) {}
};

/// The sum of a pixel as a pixel: as it is, or rounded to the nearest integer (ties to even) and saturated.
template <class T>
T pixel_of(float sum) {
    if constexpr (std::is_same_v<T, float>) return sum;
    return static_cast<T>(std::clamp(std::nearbyint(sum), 0.0f, 255.0f));
}

/// Pixels are integers, and entries of a mask's row or column odd multiples of 1/4 in (-1, 1): so no entry is zero, and
/// a product is a multiple of 1/16 of at most 9/16. The sum of 63 x 63 of them times 255 is below 2^20, up to which f32
/// holds every multiple of 1/16: every order of summation, and the separable one, gives the same bits.
/// A row sums up to 3/4 or 1, and 8-bit pixels stray less from their mean the wider the mask is, so that few sums
/// saturate: saturation hides errors.
inline std::vector<float> make_mask_vector(unsigned width, std::mt19937_64& random) {
    std::vector<int> quarters(width);
    int total = 0;
    for (int& one : quarters) total += one = 2 * static_cast<int>(random() >> 62) - 3;
    for (const int wanted = width % 2 == 0 ? 4 : 3; total != wanted;) {
        int& one = quarters[random() % width];
        const int step = total < wanted ? 2 : -2;
        if (one + step < -3 || one + step > 3) continue;
        one += step;
        total += step;
    }
    std::vector<float> entries;
    for (const int one : quarters) entries.push_back(static_cast<float>(one) / 4);
    return entries;
}

template <class T>
std::vector<T> make_pixels(std::uint64_t elements, unsigned mask_width, std::mt19937_64& random) {
    constexpr int mean = std::is_same_v<T, float> ? 0 : 128;
    const unsigned stray = std::min(127u, 127 * 5 / mask_width);
    std::vector<T> pixels(elements);
    for (T& pixel : pixels)
        pixel = static_cast<T>(mean - static_cast<int>(stray) + static_cast<int>(random() % (2 * stray + 1)));
    return pixels;
}

inline std::vector<float> make_side_input(const shape& of, std::mt19937_64& random) {
    const std::vector<float> row = make_mask_vector(of.mask_columns, random);
    const std::vector<float> column =
        of.mask_rows == 1 ? std::vector<float>{1} : make_mask_vector(of.mask_rows, random);
    std::vector<float> side;
    for (const float down : column) {
        for (const float across : row) side.push_back(down * across);
    }
    const std::vector<float> reversed(side.rbegin(), side.rend());
    for (const auto& part : {row, column, reversed}) side.insert(side.end(), part.begin(), part.end());
    return side;
}

/// output(r, c) = sum over k, j of mask(k, j) * input(r - mask_rows / 2 + k, c - mask_columns / 2 + j): what the
/// lecture calls convolution, a correlation, since the mask is not turned round. By the row first and the column
/// afterwards, which is exact here and not much work for a large image and mask.
template <class T>
std::vector<T> expected(const std::vector<T>& input, const std::vector<float>& side, const shape& of) {
    const side_places at(of);
    const auto width = static_cast<std::size_t>(of.columns);
    std::vector<float> sums(input.size()), line(width + of.mask_columns - 1);
    for (std::int64_t r = 0; r < of.rows; ++r) {
        const std::size_t start = static_cast<std::size_t>(r) * width;
        for (std::size_t c = 0; c < line.size(); ++c) {
            const std::int64_t from =
                source_of(static_cast<std::int64_t>(c) - of.mask_columns / 2, of.columns, of.outside);
            line[c] = from < 0 ? 0.0f : static_cast<float>(input[start + static_cast<std::size_t>(from)]);
        }
        for (std::size_t j = 0; j < of.mask_columns; ++j) {
            for (std::size_t c = 0; c < width; ++c) sums[start + c] += side[at.row + j] * line[c + j];
        }
    }
    std::vector<T> output(input.size());
    std::vector<float> total(width);
    for (std::int64_t r = 0; r < of.rows; ++r) {
        std::ranges::fill(total, 0.0f);
        for (std::size_t k = 0; k < of.mask_rows; ++k) {
            const std::int64_t from =
                source_of(r - of.mask_rows / 2 + static_cast<std::int64_t>(k), of.rows, of.outside);
            if (from < 0) continue;
            const float* const row = sums.data() + static_cast<std::size_t>(from) * width;
            for (std::size_t c = 0; c < width; ++c) total[c] += side[at.column + k] * row[c];
        }
        for (std::size_t c = 0; c < width; ++c) output[static_cast<std::size_t>(r) * width + c] = pixel_of<T>(total[c]);
    }
    return output;
}

inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_pixel_type(of, [&]<class T>(T) {
        std::mt19937_64 random(seed);
        const shape image = shape_of(of);
        std::vector<float> side = make_side_input(image, random);
        std::vector<T> input = make_pixels<T>(of.elements, image.mask_columns, random);
        std::vector<T> right = expected(input, side, image);
        const std::uint64_t bytes = 2 * of.elements * sizeof(T) + side_places(image).row * sizeof(float);
        made = exact_problem(std::move(input), std::move(right), bytes, std::move(side));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"global_bytes_loaded", "shared_wavefronts", "operations"};

inline constexpr pattern description = {
    .name = "convolve",
    .meaning = "A convolution replaces every pixel by a weighted sum of its neighbours.",
    .types = pixel_types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::copy,
    .rate = "Gpix/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
