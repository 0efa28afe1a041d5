// 07: one large block a multiprocessor, with all of its shared memory
// Against rung 5: 1,024 threads instead of six times 256, and 8 loads in flight. 32 copies fit up to 1,800 bins, and
// one copy up to 58,000, where a block may ask for 227 KiB.
#include <ladders/harness/vector_walk.hpp>
#include <ladders/histogram/gpu/counts.hpp>
#include <strider/cuda/policy.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

inline constexpr unsigned large_block = 1024;

template <class T, class Binning>
__global__ __launch_bounds__(large_block, 1) void one_large_block(const T* input, std::uint64_t elements,
                                                                  Binning binning, count* counts, unsigned copies) {
    unsigned* const counters = dynamic_shared<unsigned>();
    unsigned* const mine = counters + threadIdx.x % copies;

    clear(counters, (binning.bins + 1) * copies);
    visit_in_vectors<8>(input, elements, [&](T sample) __attribute__((always_inline)) {
        atomicAdd(&mine[binning.bin_of(sample) * copies], 1u);
    });
    commit(counters, binning.bins, copies, counts);
}

static const registration one_large_block_rung{{
    .pattern = "histogram",
    .number = 7,
    .follows = 5,
    .name = "one large block, all shared memory",
    .fault = "blocks share the memory",
    .change = "all shared memory, 1 block",
    .idea = "One block of 1,024 threads uses all the shared memory of a multiprocessor, and each thread has 8 loads in "
            "flight.",
    .hypothesis = "Each multiprocessor clears its counters once and adds them to the output once: blocks and global "
                  "atomics fall. There is room for 32 copies of 1,800 bins, or one copy of 58,000.",
    .expectations = {{"blocks", direction::falls}, {"global_atomics", direction::falls}},
    .source =
        "CUDA C++ programming guide, shared memory of compute capability 9.0; the reduction ladder, bytes in flight",
    .block = large_block,
    .supports = [](const instance& of) { return bytes_of_counters(of) <= most_shared_bytes(); },
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned copies = copies_for(with, most_shared_bytes());
                const std::size_t bytes = copies * bytes_of_counters(with);
                allow_shared(one_large_block<T, Binning>, bytes);
                launch_on(with, filling_blocks(with, large_block, 1), large_block, bytes, one_large_block<T, Binning>,
                          input, with.elements, binning, counts, copies);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
