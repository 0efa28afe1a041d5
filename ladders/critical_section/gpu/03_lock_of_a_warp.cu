// 03: a lock with a guard, taken once for a warp
// Lane 0 takes the lock for its whole warp; then the lanes run their sections, one after another.
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

/// Holds the lock for the calling lanes of a warp, all 32, to the end of its scope.
class warp_guard {
public:
    __device__ warp_guard(const lock& held, unsigned lane) : held_(held), lane_(lane) {
        if (lane_ == 0) held_.take();
        __syncwarp();
    }
    __device__ ~warp_guard() {
        __syncwarp();
        if (lane_ == 0) held_.give();
    }
    warp_guard(const warp_guard&) = delete;
    warp_guard& operator=(const warp_guard&) = delete;

private:
    lock held_;
    unsigned lane_;
};

template <class T>
__global__ void lock_of_a_warp(const T* input, std::uint64_t elements, tally<T>* shared, int* word) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const unsigned lane = threadIdx.x % 32;

    std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;  // of the warp
    for (; first < elements; first += threads) {
        const T value = first + lane < elements ? input[first + lane] : T(0);
        const warp_guard alone({word}, lane);
        for (unsigned turn = 0; turn < 32; ++turn) {
            if (turn == lane && first + lane < elements) run_section(*shared, value);
            __syncwarp();
        }
    }
}

static const registration lock_of_a_warp_rung{{
    .pattern = "critical-section",
    .number = 3,
    .follows = 2,
    .name = "lock with a guard, once a warp",
    .idea = "One lane takes the lock for its warp, whose lanes then take turns: the wait is shared by 32 sections.",
    .hypothesis = "One lane a warp asks for the lock, once for 32 sections: contention falls to 1, for two warp "
                  "barriers a hold and one a turn.",
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
