// 04: a copy of the counters for each lane
// 32 copies, interleaved so that copy c stands in bank c: lanes of a warp meet neither at an address nor in a bank.
// Where 32 do not fit, as many as do; lanes whose numbers agree modulo that share one.
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ void copies_by_lane(const T* input, std::uint64_t elements, Binning binning, count* counts,
                               unsigned copies) {
    unsigned* const counters = dynamic_shared<unsigned>();
    unsigned* const mine = counters + threadIdx.x % copies;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    clear(counters, (binning.bins + 1) * copies);
    for (std::uint64_t i = begin; i < elements; i += threads) atomicAdd(&mine[binning.bin_of(input[i]) * copies], 1u);
    commit(counters, binning.bins, copies, counts);
}

static const registration copies_by_lane_rung{{
    .pattern = "histogram",
    .number = 4,
    .follows = 3,
    .name = "a copy for each lane",
    .fault = "lanes meet in one bin",
    .change = "a copy for each lane",
    .idea = "A block keeps 32 interleaved copies of its counters: one per lane of a warp, each in its own bank.",
    .hypothesis = "Without copies, random bins put three or four lanes of a warp into one bank, and equal bins put all "
                  "into one word. Now no two lanes meet: contention, the most lanes that add to one word at once, "
                  "falls to 1. Clearing and adding 32 copies takes more wavefronts.",
    .expectations = {{"atomic_max_contention", direction::falls}},
    .source = "Gomez-Luna et al. 2013, An optimized approach to histogram computation on GPU (replication, padding)",
    .block = block_size,
    .supports = counters_fit_shared_memory,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned copies = copies_for(with, usual_shared_bytes);
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size,
                          copies * bytes_of_counters(with), copies_by_lane<T, Binning>, input, with.elements, binning,
                          counts, copies);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
