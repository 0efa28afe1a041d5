// 02: interleaved samples
// All threads take neighbouring samples, then the whole grid steps on.
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ void interleaved_global(const T* input, std::uint64_t elements, Binning binning, count* counts) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    for (std::uint64_t i = begin; i < elements; i += threads) atomicAdd(&counts[binning.bin_of(input[i])], count{1});
}

static const registration interleaved_global_rung{{
    .pattern = "histogram",
    .number = 2,
    .follows = 1,
    .name = "interleaved, global atomics",
    .fault = "lanes read far apart",
    .change = "lanes read adjacent bytes",
    .idea =
        "Neighbouring threads take neighbouring samples, and the grid strides over the input. So loads are coalesced.",
    .hypothesis = "A warp reads adjacent bytes, so a load takes 1 sector and not 32. The atomics stay, and they take "
                  "most of the time.",
    .expectations = {{"global_sectors_per_request", direction::falls},
                     {"global_sectors", direction::falls},
                     {"global_atomics", direction::stays},
                     {"time", direction::stays}},
    .source = "lecture on atomics and patterns, interleaved partitioning",
    .block = block_size,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0,
                          interleaved_global<T, Binning>, input, with.elements, binning, counts);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
