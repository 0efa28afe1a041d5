// 93: NPP, nppiFilterRowBorder and nppiFilterColumnBorder. For nvcc alone.
#include <ladders/convolve/gpu/npp.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

namespace {

using filter_line = int(const float* source, int source_step, npp_size source_size, npp_point source_offset,
                        float* destination, int destination_step, npp_size region, const float* mask, int mask_size,
                        int anchor, int border, npp_stream_context context);

filter_line* npp_rows() {
    static filter_line* const found = npp_function<filter_line>("nppiFilterRowBorder_32f_C1R_Ctx");
    return found;
}

filter_line* npp_columns() {
    static filter_line* const found = npp_function<filter_line>("nppiFilterColumnBorder_32f_C1R_Ctx");
    return found;
}

/// It convolves, and so turns both vectors round: it is given those that are turned round already.
__global__ void turn_round(const float* row_and_column, float* turned, unsigned row, unsigned column) {
    const unsigned t = threadIdx.x;
    if (t < row) turned[t] = row_and_column[row - 1 - t];
    if (t < column) turned[row + t] = row_and_column[row + column - 1 - t];
}

const registration npp_separable_rung{{
    .pattern = "convolve",
    .number = 93,
    .follows = 0,
    .name = "NPP, separable",
    .idea = "nppiFilterRowBorder, then nppiFilterColumnBorder, of NVIDIA Performance Primitives. The rows' sums go "
            "through memory. Boundary replicate, f32.",
    .hypothesis = "Two passes: twice the bytes of a kernel that does both.",
    .expectations = {},
    .source = "NVIDIA Performance Primitives, image filtering",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return npp_takes(of) && npp_rows() != nullptr && npp_columns() != nullptr; },
    .scratch_bytes = [](const arguments& with) { return (with.elements + 2 * widest_mask) * sizeof(float); },
    .run =
        [](const arguments& with) {
            const shape of = shape_of(with);
            const npp_size size{static_cast<int>(of.columns), static_cast<int>(of.rows)};
            const int step = size.width * static_cast<int>(sizeof(float));
            const auto row = static_cast<int>(of.mask_columns), column = static_cast<int>(of.mask_rows);
            float* const sums = static_cast<float*>(with.scratch);
            float* const turned = sums + with.elements;
            launch(turn_round, {dim3(1), dim3(64), 0, stream_of(with)},
                   static_cast<const float*>(with.side_input) + side_places(of).row, turned, of.mask_columns,
                   of.mask_rows);
            const npp_stream_context context = context_of(stream_of(with));
            check_npp(npp_rows()(static_cast<const float*>(with.input), step, size, {0, 0}, sums, step, size, turned,
                                 row, row / 2, npp_border_replicate, context),
                      "nppiFilterRowBorder_32f_C1R_Ctx");
            check_npp(npp_columns()(sums, step, size, {0, 0}, static_cast<float*>(with.output), step, size,
                                    turned + row, column, column / 2, npp_border_replicate, context),
                      "nppiFilterColumnBorder_32f_C1R_Ctx");
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
