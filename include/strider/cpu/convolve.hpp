// Convolution on all cores: a core takes a part of the image, and copies each of its rows once, with the ghost cells on
// both sides, into a few lines that stay in its cache. Floating-point pixels under dense masks are read where they
// stand, and only columns at the ends of a row by copies; outputs larger than the caches are written past them. Four
// rows of the output are made at a time, so that a vector of pixels is used four times once it is in a register, while
// the rows below are fetched.
//
// Google Highway compiles src/cpu/convolve_kernels.cpp once for each instruction set. Honours the caller's
// tbb::task_arena.
#pragma once

#include <cstdint>

#include <tbb/blocked_range2d.h>

#include <strider/core/convolution.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/parallel.hpp>

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
void convolve_part(const convolution<float>& of, const mask_weights<float>& mask, const image_part& part);
void convolve_part(const convolution<double>& of, const mask_weights<double>& mask, const image_part& part);
void convolve_part(const convolution<std::uint8_t>& of, const mask_weights<float>& mask, const image_part& part);
void convolve_part(const convolution<std::uint16_t>& of, const mask_weights<float>& mask, const image_part& part);

/// Elements of a row that a core takes at once: the lines of usual masks then stay in its first two caches.
inline constexpr unsigned part_elements = 2048;

/// Rows that are worth the rows above and below them, which are copied once more.
constexpr unsigned part_rows(unsigned mask_rows) { return mask_rows < 8 ? 64 : 8 * mask_rows; }

template <class T>
void convolve_parts(const convolution<T>& of, const mask_weights<weight_of<T>>& mask) {
    const tbb::blocked_range2d<std::int64_t> all(0, of.rows, part_rows(of.mask_rows), 0, of.columns,
                                                 part_elements / of.channels);
    in_parallel(all, [&](const auto& one) {
        convolve_part(of, mask, {one.rows().begin(), one.rows().end(), one.cols().begin(), one.cols().end()});
    });
}

}  // namespace cpu_backend

template <class T>
void convolve_image(cpu, const convolution<T>& of, const weight_of<T>* mask) {
    cpu_backend::convolve_parts<T>(of, {mask, nullptr, nullptr});
}

template <class T>
void convolve_image(cpu, const convolution<T>& of, const weight_of<T>* mask_column, const weight_of<T>* mask_row) {
    cpu_backend::convolve_parts<T>(of, {nullptr, mask_column, mask_row});
}

}  // namespace strider
