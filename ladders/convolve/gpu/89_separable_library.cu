// 89: the library's own separable convolution, strider::convolve_separable
#include <ladders/convolve/gpu/convolution.hpp>
#include <ladders/convolve/library.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

static const registration separable_library_rung{{
    .pattern = "convolve",
    .number = 89,
    .follows = 7,
    .name = "strider::convolve_separable",
    .fault = "threads wait for rows",
    .change = "asynchronous copies",
    .idea =
        "Each warp takes a strip as in rung 7. Asynchronous copies bring the rows into a ring buffer in shared memory.",
    .hypothesis = "Rows in flight take no registers. A halo is loaded once per warp, not once per lane: sectors fall.",
    .expectations = {{"global_sectors", direction::falls}},
    .source = "include/strider/cuda/convolve.hpp",
    .kind = rung_kind::library,
    .block = 32 * convolve_kernels::warps,
    .supports = [](const instance& of) { return of.parameters[dimensions] == 2; },
    .run = [](const arguments& with) { call_separable_library(with, policy_of(with)); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
