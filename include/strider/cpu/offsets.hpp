// The check of offsets on all cores: it reads as much as the work that follows may.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

template <std::integral Offset>
bool offsets_ascend(cpu, const Offset* offsets, std::uint64_t count) {
    if (count < cpu_backend::parallel_from) return offsets_ascend(offsets, count);
    std::atomic<bool> ascend{true};
    cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(1, count, cpu_backend::parallel_from / 8),
                             [&](const auto& range) {
                                 // With the left neighbour of the first.
                                 if (!offsets_ascend(offsets + range.begin() - 1, range.size() + 1)) {
                                     ascend.store(false, std::memory_order_relaxed);
                                 }
                             });
    return ascend.load(std::memory_order_relaxed);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
