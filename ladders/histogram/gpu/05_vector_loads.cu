// 05: vector loads, several in flight
// 16-byte loads, 4 of them before the first is used: bytes in flight are what memory asks for.
#include <ladders/harness/vector_walk.hpp>
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ __launch_bounds__(block_size, blocks_for_registers) void vector_loads(const T* input, std::uint64_t elements,
                                                                                 Binning binning, count* counts,
                                                                                 unsigned copies) {
    unsigned* const counters = dynamic_shared<unsigned>();
    unsigned* const mine = counters + threadIdx.x % copies;

    clear(counters, (binning.bins + 1) * copies);
    visit_in_vectors<4>(input, elements, [&](T sample) __attribute__((always_inline)) {
        atomicAdd(&mine[binning.bin_of(sample) * copies], 1u);
    });
    commit(counters, binning.bins, copies, counts);
}

static const registration vector_loads_rung{{
    .pattern = "histogram",
    .number = 5,
    .follows = 4,
    .name = "vector loads, 4 in flight",
    .fault = "one small load in flight",
    .change = "16-byte loads, 4 in flight",
    .idea = "Each thread has four 16-byte loads in flight before it uses the first.",
    .hypothesis = "A load brings 16 bytes instead of one sample: sectors per request rise to 16, sectors stay. On a "
                  "GPU 64 times as many bytes are in flight (with 4-byte samples 16 times).",
    .expectations = {{"global_sectors_per_request", direction::rises}, {"global_sectors", direction::stays}},
    .source = "Luitjens 2013, vectorized memory access; the reduction ladder, rung 10",
    .block = block_size,
    .supports = counters_fit_shared_memory,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned copies = copies_for(with, usual_shared_bytes);
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size,
                          copies * bytes_of_counters(with), vector_loads<T, Binning>, input, with.elements, binning,
                          counts, copies);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
