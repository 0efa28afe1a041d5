// 03: privatised in shared memory
// Every block counts in shared memory of its own, and adds what it has to the output once, at its end.
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ void privatised(const T* input, std::uint64_t elements, Binning binning, count* counts) {
    unsigned* const counters = dynamic_shared<unsigned>();
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    clear(counters, binning.bins + 1);
    for (std::uint64_t i = begin; i < elements; i += threads) atomicAdd(&counters[binning.bin_of(input[i])], 1u);
    commit(counters, binning.bins, 1, counts);
}

static const registration privatised_rung{{
    .pattern = "histogram",
    .number = 3,
    .follows = 2,
    .name = "privatised in shared memory",
    .fault = "all add in global memory",
    .change = "counts in shared memory",
    .idea = "Each block counts in its own shared memory, where an atomic takes a few cycles, and adds its counts to "
            "the output at the end.",
    .hypothesis = "Each block needs one global atomic per bin, not one per sample.",
    .expectations = {{"global_atomics", direction::falls}, {"global_sectors_per_request", direction::stays}},
    .source = "lecture on atomics and patterns, privatization; the lecture's bug, a negative signed char as an index, "
              "is fixed here",
    .block = block_size,
    .supports = counters_fit_shared_memory,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, bytes_of_counters(with),
                          privatised<T, Binning>, input, with.elements, binning, counts);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
