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
    .idea =
        "The strips of rung 6, with rows that come by asynchronous copies into a ring in shared memory, and an order "
        "of the sum that every backend follows.",
    .hypothesis = "Rows on their way take no registers, and halos come once a warp and not once a lane: global bytes "
                  "requested and sectors fall.",
    .expectations = {{"global_sectors", direction::falls}},
    .source = "include/strider/cuda/convolve.hpp",
    .kind = rung_kind::library,
    .block = 32 * convolve_kernels::warps,
    .run = [](const arguments& with) { call_library(with, policy_of(with)); },
}};

static const library_registration for_files(device_library<calls>("convolve"));

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
