// 01: one thread a block takes the lock
// Thread 0 of each block runs the block's sections, one after another, and takes the lock for each.
#include <ladders/critical_section/gpu/sections.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void one_thread_a_block(const T* input, std::uint64_t elements, tally<T>* shared, int* lock) {
    if (threadIdx.x != 0) return;
    for (std::uint64_t i = blockIdx.x; i < elements; i += gridDim.x) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();  // what I read is no older than the lock
        run_section(*shared, input[i]);
        __threadfence();  // what I wrote is there before the lock is open
        atomicExch(lock, 0);
    }
}

static const registration one_thread_a_block_rung{{
    .pattern = "critical-section",
    .number = 1,
    .follows = 0,
    .name = "one thread a block",
    .change = "one thread per block",
    .idea = "Thread 0 of each block spins for the lock with compare-and-swap, runs one section, and opens it with an "
            "exchange.",
    .hypothesis = "The starting point. Sections run one at a time, and each waits for the lock, at least a round trip "
                  "to L2. Only one thread in 256 works.",
    .expectations = {},
    .source = "lecture on atomics and patterns, critical section; with the fences that its Lock adds",
    .block = block_size,
    .most_elements = most_locked,
    .scratch_bytes = scratch_of_lock,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) {
                launch_sections<T>(with, one_thread_a_block<T>, open_lock(with));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
