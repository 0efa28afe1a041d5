// Backends that run work on many threads at once, for the suites of atomics and locks.
#pragma once

#if defined(STRIDER_DEVICE_CODE)

#include <strider/cuda/policy.hpp>

namespace strider::test {
inline namespace STRIDER_TARGET {

template <class Work>
__global__ void run_work(Work work, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) work(i);
}

/// On blocks of 64 threads: several blocks, and several warps of a block.
template <class Backend>
struct many_lanes : Backend {
    static constexpr unsigned threads = 230;
    template <class Work>
    static void run(unsigned count, Work work) {
        const device_policy policy = Backend::policy();
        launch(run_work<Work>, detail::launch_of(policy, (count + 63) / 64, 64), work, count);
        detail::wait_for(policy);
    }
};

}  // namespace STRIDER_TARGET
}  // namespace strider::test

#else

#include <thread>
#include <vector>

#include "tests/library/host_backends.hpp"

namespace strider::test {

struct one_thread : serial_backend {
    static constexpr unsigned threads = 23;
    static constexpr bool keeps_denormals = true;
    template <class Work>
    static void run(unsigned count, Work work) {
        for (unsigned i = 0; i < count; ++i) work(i);
    }
};

struct many_threads : cpu_backend {
    static constexpr unsigned threads = 230;
    static constexpr bool keeps_denormals = true;
    template <class Work>
    static void run(unsigned count, Work work) {
        constexpr unsigned crowd = 4;
        std::vector<std::thread> all;
        for (unsigned t = 0; t < crowd; ++t) {
            all.emplace_back([=] {
                for (unsigned i = t; i < count; i += crowd) work(i);
            });
        }
        for (std::thread& one : all) one.join();
    }
};

}  // namespace strider::test

#endif
// SPDX-License-Identifier: Apache-2.0
