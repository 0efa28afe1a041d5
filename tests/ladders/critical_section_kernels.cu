#include <ladders/critical_section/gpu/sections.hpp>

#include "critical_section_kernels.hpp"

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

/// What rung 2 puts right: the lanes that wait stand in the way of the lane that has the lock.
__global__ void naive_lock(const int* input, std::uint64_t elements, tally<int>* shared, int* lock) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    run_section(*shared, input[i]);
    __threadfence();
    atomicExch(lock, 0);
}

}  // namespace STRIDER_TARGET

void run_naive_lock(const arguments& with) { launch_sections<int>(with, naive_lock, open_lock(with)); }

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
