// Convolution on all cores: a core takes a part of the image, and copies each of its rows once, with the ghost cells on
// both sides, into a few lines that stay in its cache. Floating-point pixels under dense masks are read where they
// stand, and only columns at the ends of a row by copies. Four rows of the output are made at a time, so that a vector
// of pixels is used four times once it is in a register, while the rows below are fetched.
//
// Google Highway compiles src/cpu/convolve_kernels.cpp once for each instruction set. Honours the caller's
// tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <tbb/blocked_range2d.h>

#include <strider/core/policy.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider {

namespace cpu_backend {

/// Rows and columns of the output, in pixels, the last ones not among them.
struct image_part {
    std::int64_t first_row, last_row, first_column, last_column;
};

/// A mask of weights row by row, or a column and a row.
template <class Weight>
struct mask_weights {
    const Weight* dense;  ///< null where the mask is separable
    const Weight* column;
    const Weight* row;
};

// The compiled part, one core's work: all of `part`, which is not empty.
void convolve_part(const convolution<float>& problem, const mask_weights<float>& mask, const image_part& part);
void convolve_part(const convolution<double>& problem, const mask_weights<double>& mask, const image_part& part);
void convolve_part(const convolution<std::uint8_t>& problem, const mask_weights<float>& mask, const image_part& part);
void convolve_part(const convolution<std::uint16_t>& problem, const mask_weights<float>& mask, const image_part& part);

/// The same of numbers of 16 bits: the part is copied as floats, with what the mask reaches around it.
template <detail::half_number T>
void convolve_part(const convolution<T>& problem, const mask_weights<float>& mask, const image_part& part) {
    const std::int64_t top = part.first_row - problem.anchor_row, left = part.first_column - problem.anchor_column;
    const std::int64_t rows = part.last_row - part.first_row, columns = part.last_column - part.first_column;
    const std::int64_t channels = problem.channels, wide_rows = rows + problem.mask_rows - 1,
                       wide = columns + problem.mask_columns - 1, stride = wide * channels;
    std::vector<float> pixels(static_cast<std::size_t>(wide_rows * stride)), sums(pixels.size());
    for (std::int64_t r = 0; r < wide_rows; ++r) {
        const std::int64_t row = source_of(top + r, problem.rows, problem.outside);
        const T* const from = problem.input + row * static_cast<std::int64_t>(problem.input_stride);
        float* const to = pixels.data() + r * stride;
        const auto ghosts = [&](std::int64_t column, std::int64_t end) {
            for (; column < end; ++column) {
                const std::int64_t place = row < 0 ? -1 : source_of(left + column, problem.columns, problem.outside);
                for (std::int64_t h = 0; h < channels; ++h) {
                    to[column * channels + h] = place < 0 ? problem.fill : from[place * channels + h];
                }
            }
        };
        const std::int64_t begin = row < 0 ? wide : std::clamp<std::int64_t>(-left, 0, wide),
                           end = std::clamp<std::int64_t>(problem.columns - left, begin, wide);
        ghosts(0, begin);
        by_widest_vectors([=] {
            for (std::int64_t i = begin * channels; i < end * channels; ++i) to[i] = from[left * channels + i];
        });
        ghosts(end, wide);
    }
    const auto inside = static_cast<std::uint64_t>(stride);
    const convolution<float> copy{.input = pixels.data(),
                                  .output = sums.data(),
                                  .input_stride = inside,
                                  .output_stride = inside,
                                  .rows = wide_rows,
                                  .columns = wide,
                                  .channels = problem.channels,
                                  .outside = boundary::zero,
                                  .fill = 0,
                                  .mask_rows = problem.mask_rows,
                                  .mask_columns = problem.mask_columns,
                                  .anchor_row = problem.anchor_row,
                                  .anchor_column = problem.anchor_column};
    const std::int64_t first_row = problem.anchor_row, first_column = problem.anchor_column;
    convolve_part(copy, mask, {first_row, first_row + rows, first_column, first_column + columns});
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* const from = sums.data() + (first_row + r) * stride + first_column * channels;
        T* const to = problem.output + (part.first_row + r) * static_cast<std::int64_t>(problem.output_stride) +
                      part.first_column * channels;
        by_widest_vectors([=] {
            for (std::int64_t i = 0; i < columns * channels; ++i) to[i] = from[i];
        });
    }
}

/// Elements of a row that a core takes at once: the lines of usual masks then stay in its first two caches.
inline constexpr unsigned part_elements = 2048;

/// Rows that are worth the rows above and below them, which are copied once more.
constexpr unsigned part_rows(unsigned mask_rows) { return mask_rows < 8 ? 64 : 8 * mask_rows; }

template <class T>
void convolve_parts(const convolution<T>& problem, const mask_weights<weight_of<T>>& mask) {
    const tbb::blocked_range2d<std::int64_t> all(0, problem.rows, part_rows(problem.mask_rows), 0, problem.columns,
                                                 part_elements / problem.channels);
    in_parallel(all, [&](const auto& part) {
        convolve_part(problem, mask, {part.rows().begin(), part.rows().end(), part.cols().begin(), part.cols().end()});
    });
}

}  // namespace cpu_backend

template <class T>
void convolve_image(cpu, const convolution<T>& problem, const weight_of<T>* mask) {
    cpu_backend::convolve_parts<T>(problem, {mask, nullptr, nullptr});
}

template <class T>
void convolve_image(cpu, const convolution<T>& problem, const weight_of<T>* mask_column, const weight_of<T>* mask_row) {
    cpu_backend::convolve_parts<T>(problem, {nullptr, mask_column, mask_row});
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
