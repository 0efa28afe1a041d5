// 02: every thread for itself, in a retry loop
// The section and the opening of the lock stand inside of the loop: a thread that has the lock never waits for one of
// its warp that has not, as it would behind `while (atomicCAS(lock, 0, 1) != 0) {}` where a warp runs in lock-step.
#include <ladders/critical_section/gpu/sections.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void retry_loop(const T* input, std::uint64_t elements, tally<T>* shared, int* lock) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    for (std::uint64_t i = begin; i < elements; i += threads) {
        bool blocked = true;
        while (blocked) {
            if (atomicCAS(lock, 0, 1) == 0) {
                __threadfence();
                run_section(*shared, input[i]);
                __threadfence();
                atomicExch(lock, 0);
                blocked = false;
            }
        }
    }
}

static const registration retry_loop_rung{{
    .pattern = "critical-section",
    .number = 2,
    .follows = 1,
    .name = "retry loop per thread",
    .fault = "one thread of a block works",
    .change = "every thread tries",
    .idea = "Every thread runs its own sections. The section stands inside of the loop that tries for the lock, so no "
            "warp deadlocks.",
    .hypothesis = "256 times as many threads try for one lock, up to 32 with one request, and still one section runs "
                  "at a time. Contention and divergence rise, and rung 2 is slower than rung 1.",
    .expectations = {{"atomic_max_contention", direction::rises},
                     {"divergent_branches", direction::rises},
                     {"time", direction::rises}},
    .source = "lecture on atomics and patterns, lock and warps, the way to avoid the deadlock",
    .block = block_size,
    .most_elements = most_locked,
    .scratch_bytes = scratch_of_lock,
    .run =
        [](const arguments& with) {
            with_tally(with,
                       [&]<class T>(const T*, tally<T>*) { launch_sections<T>(with, retry_loop<T>, open_lock(with)); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
