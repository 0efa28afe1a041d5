// Shared by the rungs on the processor: sections run by every core under a lock.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstdint>
#include <mutex>

#include <ladders/critical_section/dispatch.hpp>
#include <ladders/critical_section/section.hpp>

namespace strider::ladders::critical_section {

/// Runs all sections on every core, each under the lock, with the shared tally at zero before.
template <class Lock>
void run_under_lock(const arguments& with) {
    constexpr std::uint64_t grain = 1024;
    Lock lock;
    with_tally(with, [&](const auto* input, auto* shared) {
        *shared = {};
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, with.elements, grain), [&](const auto& range) {
            for (std::uint64_t i = range.begin(); i < range.end(); ++i) {
                const std::scoped_lock alone(lock);
                run_section(*shared, input[i]);
            }
        });
    });
}

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
