// Rung 5: separable masks: a row is summed up once, and its sums are added to all rows of the output that they are
// part of.
#include <ladders/convolve/cpu/image.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/convolve/cpu/05_simd_separable.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/convolve/cpu/simd_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::convolve::HWY_NAMESPACE {

template <class T>
void convolve_separable(const T* input, const float* side, T* output, const shape& of, const part& here) {
    const side_places at(of);
    std::vector<float> line(static_cast<std::size_t>(here.columns()) + of.mask_columns + row_ring::room);
    row_ring sums(of.mask_rows, here.columns());
    const auto sum_row = [&](std::int64_t r) {
        load_row(input, of, here, r, line.data());
        float* const into = sums[r];
        add_lines([&](unsigned) { return line.data(); }, side + at.row, 1, of.mask_columns, here.columns(),
                  [into](std::int64_t c, auto found) { hn::StoreU(found, hn::DFromV<decltype(found)>(), into + c); });
    };
    const std::int64_t above = of.mask_rows / 2, below = of.mask_rows - 1 - above;
    for (std::int64_t r = here.first_row - above; r < here.first_row + below; ++r) sum_row(r);
    for (std::int64_t r = here.first_row; r < here.last_row; ++r) {
        sum_row(r + below);
        add_lines([&](unsigned k) { return sums[r - above + k]; }, side + at.column, of.mask_rows, 1, here.columns(),
                  row_of(output, of, here, r));
    }
}

void run_separable(const arguments& with) {
    with_image(with, [](auto* input, const float* side, auto* output, const shape& of) {
        on_all_cores(of, [=](const part& here) { convolve_separable(input, side, output, of, here); });
    });
}

}  // namespace strider::ladders::convolve::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::convolve {
namespace {

HWY_EXPORT(run_separable);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_separable)(with); }

const registration here{{
    .pattern = "convolve",
    .number = 5,
    .follows = 4,
    .name = "separable",
    .idea = "A separable mask is a column times a row: rows are summed up as they come, and their sums, which are in "
            "the cache, are added up by columns.",
    .hypothesis = "2 m operations per pixel instead of m^2: the time falls to that of the memory bus.",
    .source = "Podlozhnyuk, Image Convolution with CUDA (2007), on a processor",
    .supports = [](const instance& of) { return of.parameters[dimensions] == 2; },
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
#endif
// SPDX-License-Identifier: Apache-2.0
