// What the rungs on the processor share: sections run by every core, with a lock or without.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstdint>
#include <mutex>
#include <thread>

#include <ladders/critical_section/dispatch.hpp>
#include <ladders/critical_section/section.hpp>

namespace strider::ladders::critical_section {

/// Calls `piece(values, first, last, shared)` for pieces of the input, on every core, with the shared tally at zero
/// before.
template <class Piece>
void run_in_pieces(const arguments& with, Piece piece) {
    constexpr std::uint64_t grain = 1024;
    with_tally(with, [&](const auto* input, auto* shared) {
        *shared = {};
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, with.elements, grain),
                          [&](const auto& range) { piece(input, range.begin(), range.end(), *shared); });
    });
}

/// Runs all sections, each under the lock.
template <class Lock>
void run_under_lock(const arguments& with) {
    Lock lock;
    run_in_pieces(with, [&](const auto* input, std::uint64_t first, std::uint64_t last, auto& shared) {
        for (std::uint64_t i = first; i < last; ++i) {
            const std::scoped_lock alone(lock);
            run_section(shared, input[i]);
        }
    });
}

/// What a thread does between two looks at a lock: it spins for a while, then lets others have the core; the one that
/// has the lock may be among them.
class back_off {
public:
    void wait() {
        constexpr unsigned patience = 64;
        if (++looks_ > patience) std::this_thread::yield();
    }

private:
    unsigned looks_ = 0;
};

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
