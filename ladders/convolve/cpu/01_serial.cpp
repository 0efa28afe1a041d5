// Rung 1: the definition, in four loops.
#include <cstdint>

#include <ladders/convolve/problem.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::ladders::convolve {
namespace {

template <class T>
void convolve_serial(const T* input, const float* mask, T* output, const shape& of) {
    for (std::int64_t r = 0; r < of.rows; ++r) {
        for (std::int64_t c = 0; c < of.columns; ++c) {
            float sum = 0;
            for (unsigned k = 0; k < of.mask_rows; ++k) {
                const std::int64_t row = source_of(r - of.mask_rows / 2 + k, of.rows, of.outside);
                for (unsigned j = 0; j < of.mask_columns; ++j) {
                    const std::int64_t column = source_of(c - of.mask_columns / 2 + j, of.columns, of.outside);
                    if (row < 0 || column < 0) continue;
                    sum += mask[k * of.mask_columns + j] * static_cast<float>(input[row * of.columns + column]);
                }
            }
            output[r * of.columns + c] = pixel_of<T>(sum);
        }
    }
}

void run(const arguments& with) {
    with_pixel_type(with, [&]<class T>(T) {
        convolve_serial(static_cast<const T*>(with.input), static_cast<const float*>(with.side_input),
                        static_cast<T*>(with.output), shape_of(with));
    });
}

const registration here{{
    .pattern = "convolve",
    .number = 1,
    .name = "serial",
    .idea = "One thread, pixel by pixel; every access asks whether it lies in the image.",
    .hypothesis = "The bounds checks take the time: a multiplication is the least of what the inner loop does.",
    .source = "Bertini, convolution_2D_basic_kernel, without the threads",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
