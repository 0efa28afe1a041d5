// 90: the library's own convolution, strider::convolve
#include <ladders/convolve/gpu/convolution.hpp>
#include <ladders/convolve/library.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "convolve",
    .number = 90,
    .follows = 6,
    .name = "strider::convolve",
    .fault = "a row of products at a time",
    .change = "4 x 4 sums per thread",
    .idea = "Asynchronous copies bring a tile and its halo to shared memory. A thread holds the sums of 4 x 4 pixels, "
            "with all loops unrolled. Every device adds in the same order.",
    .hypothesis = "Pixels in flight take no registers. A halo is loaded once per tile, not once per lane: global bytes "
                  "requested and sectors fall.",
    .expectations = {{"global_sectors", direction::falls}},
    .source = "include/strider/cuda/convolve.hpp",
    .kind = rung_kind::library,
    .block = convolve_kernels::known_tile_shape<float, 1, 5>::threads,
    .run = [](const arguments& with) { call_library(with, policy_of(with)); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
