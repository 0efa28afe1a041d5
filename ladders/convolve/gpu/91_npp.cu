// 91: NPP, nppiFilterBorder. For nvcc alone.
#include <ladders/convolve/gpu/npp.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

namespace {

using filter_border = int(const float* source, int source_step, npp_size source_size, npp_point source_offset,
                          float* destination, int destination_step, npp_size region, const float* mask,
                          npp_size mask_size, npp_point anchor, int border, npp_stream_context context);

filter_border* npp() {
    static filter_border* const found = npp_function<filter_border>("nppiFilterBorder_32f_C1R_Ctx");
    return found;
}

const registration npp_rung{{
    .pattern = "convolve",
    .number = 91,
    .follows = 0,
    .name = "NPP",
    .idea = "nppiFilterBorder of NVIDIA Performance Primitives. Its only boundary is replicate. It does not say how it "
            "rounds 8-bit images, so it takes f32 only.",
    .hypothesis = "It is fast for masks of up to 5 x 5. Wider masks take a general kernel.",
    .expectations = {},
    .source = "NVIDIA Performance Primitives, image filtering",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return npp_takes(of) && npp() != nullptr; },
    .run =
        [](const arguments& with) {
            const shape of = shape_of(with);
            const npp_size size{static_cast<int>(of.columns), static_cast<int>(of.rows)};
            const npp_size mask{static_cast<int>(of.mask_columns), static_cast<int>(of.mask_rows)};
            const int step = size.width * static_cast<int>(sizeof(float));
            // It convolves, and so turns the mask round: it is given the one that is turned round already.
            const float* const reversed = static_cast<const float*>(with.side_input) + side_places(of).reversed;
            check_npp(npp()(static_cast<const float*>(with.input), step, size, {0, 0}, static_cast<float*>(with.output),
                            step, size, reversed, mask, {mask.width / 2, mask.height / 2}, npp_border_replicate,
                            context_of(stream_of(with))),
                      "nppiFilterBorder_32f_C1R_Ctx");
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
