// Rung 2: row by row, the loops over the mask outside of the loop over the pixels. Ghost cells are written down once a
// row, so that the inner loop is one multiplication and one addition. Still scalar: no vectoriser.
#include <algorithm>
#include <ladders/convolve/cpu/image.hpp>

namespace strider::ladders::convolve {
namespace {

template <class T>
void convolve_row_by_row(const T* input, const float* mask, T* output, const shape& of) {
    row_ring lines(of.mask_rows, of.columns + of.mask_columns);
    std::vector<float> sums(static_cast<std::size_t>(of.columns));
    const std::int64_t above = of.mask_rows / 2, below = of.mask_rows - 1 - above;
    for (std::int64_t r = -above; r < below && of.rows > 0; ++r) load_row(input, of, whole(of), r, lines[r]);
    for (std::int64_t r = 0; r < of.rows; ++r) {
        load_row(input, of, whole(of), r + below, lines[r + below]);
        std::ranges::fill(sums, 0.0f);
        for (unsigned k = 0; k < of.mask_rows; ++k) {
            const float* const line = lines[r - above + k];
            for (unsigned j = 0; j < of.mask_columns; ++j) {
                const float weight = mask[k * of.mask_columns + j];
                for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += weight * line[c + j];
            }
        }
        std::ranges::transform(sums, output + r * of.columns, pixel_of<T>);
    }
}

void run(const arguments& with) {
    with_image(with, [](auto* input, const float* side, auto* output, const shape& of) {
        convolve_row_by_row(input, side, output, of);
    });
}

const registration here{{
    .pattern = "convolve",
    .number = 2,
    .follows = 1,
    .name = "mask loop outside",
    .idea = "Rows are copied once with their ghost cells, and the loop over a row's pixels is the innermost: the loop "
            "needs no bounds check.",
    .hypothesis = "The time falls to that of a load, a multiplication, an addition and a store for each entry.",
    .source = "Hwu, Kirk and El Hajj, 7 (ghost cells); loop interchange",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
