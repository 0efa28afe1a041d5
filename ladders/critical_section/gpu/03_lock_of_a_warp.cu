// 03: a lock with a guard, taken once for a warp
// Lane 0 takes the lock for its whole warp, and runs the sections of all its lanes, whose values wait in shared memory.
#include <ladders/critical_section/gpu/sections.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

/// A spin lock in global memory. Who has it sees what the ones before it did, and shows them what it did.
struct lock {
    int* word;  ///< 0 where it is open

    __device__ void take() const {
        while (atomicCAS(word, 0, 1) != 0) {
        }
        __threadfence();
    }
    __device__ void give() const {
        __threadfence();
        atomicExch(word, 0);
    }
};

/// Holds the lock to the end of its scope. For one thread of a warp at a time.
class guard {
public:
    __device__ explicit guard(const lock& held) : held_(held) { held_.take(); }
    __device__ ~guard() { held_.give(); }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;

private:
    lock held_;
};

template <class T>
__global__ void lock_of_a_warp(const T* input, std::uint64_t elements, tally<T>* shared, int* word) {
    __shared__ T values[block_size];
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const unsigned lane = threadIdx.x % 32;
    const T* const of_warp = values + (threadIdx.x - lane);

    std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;
    for (; first < elements; first += threads) {
        if (first + lane < elements) values[threadIdx.x] = input[first + lane];
        __syncwarp();
        if (lane == 0) {
            const guard alone({word});
            for (unsigned k = 0; k < 32 && first + k < elements; ++k) run_section(*shared, of_warp[k]);
        }
        __syncwarp();
    }
}

static const registration lock_of_a_warp_rung{{
    .pattern = "critical-section",
    .number = 3,
    .follows = 2,
    .name = "lock with a guard, once a warp",
    .fault = "lanes of a warp compete",
    .change = "one lock for a warp",
    .idea = "One lane takes the lock for its warp and runs the sections of all its lanes: 32 sections cost one wait.",
    .hypothesis = "One lane per warp asks for the lock, once for 32 sections: contention falls to 1. A warp "
                  "synchronises twice per lock.",
    .expectations = {{"atomic_max_contention", direction::falls}, {"warp_syncs", direction::rises}},
    .source =
        "lecture on atomics and patterns, Lock structure; its advice that one thread negotiate for those that need it",
    .block = block_size,
    .most_elements = std::uint64_t{1} << 16,
    .scratch_bytes = scratch_of_lock,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) {
                launch_sections<T>(with, lock_of_a_warp<T>, open_lock(with));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
