// 06: runs joined before they are added
// A thread counts equal bins in a register and adds the number when the bin changes.
#include <ladders/harness/vector_walk.hpp>
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ __launch_bounds__(block_size, blocks_for_registers) void joined_runs(const T* input, std::uint64_t elements,
                                                                                Binning binning, count* counts,
                                                                                unsigned copies) {
    unsigned* const counters = dynamic_shared<unsigned>();
    unsigned* const mine = counters + threadIdx.x % copies;

    clear(counters, (binning.bins + 1) * copies);
    unsigned bin = 0, run = 0;
    visit_in_vectors<4>(input, elements, [&](T sample) __attribute__((always_inline)) {
        const unsigned next = binning.bin_of(sample);
        if (next != bin) {
            if (run != 0) atomicAdd(&mine[bin * copies], run);
            bin = next;
            run = 0;
        }
        ++run;
    });
    if (run != 0) atomicAdd(&mine[bin * copies], run);
    commit(counters, binning.bins, copies, counts);
}

static const registration joined_runs_rung{{
    .pattern = "histogram",
    .number = 6,
    .follows = 5,
    .name = "runs joined",
    .fault = "equal samples add one by one",
    .change = "runs counted in registers",
    .idea = "While a thread meets the same bin again, it counts in a register. It adds the count when the bin changes.",
    .hypothesis = "Uniform bytes repeat once in 256, so atomics stay, divergent branches rise, and rung 6 is slower. "
                  "Constant samples (--set samples=constant) need hardly any atomic.",
    .expectations = {{"atomics", direction::stays},
                     {"divergent_branches", direction::rises},
                     {"time", direction::rises}},
    .source = "Hwu, Kirk and El Hajj, Programming Massively Parallel Processors, 4th edition, 9.6 (aggregation)",
    .block = block_size,
    .supports = counters_fit_shared_memory,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned copies = copies_for(with, usual_shared_bytes);
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size,
                          copies * bytes_of_counters(with), joined_runs<T, Binning>, input, with.elements, binning,
                          counts, copies);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
