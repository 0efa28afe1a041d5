// Which blocks of a launch are checked. The others run the plain form of the kernel, on the same memory, and nobody
// looks at them. Those that are checked come first: nothing that they see then comes from a block that nobody saw.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <vector>

#include "memory.hpp"

namespace strider::executor {

struct launch_state;
struct worker;

struct block_sample {
    std::atomic<const void*> plain = nullptr;  ///< the kernel's plain form; null: all blocks are checked
    std::vector<std::uint64_t> checked;
    /// What has not begun then is not checked.
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    /// Blocks that still run when a thread has checked for so long, of its own processor time, go on unchecked.
    std::chrono::nanoseconds longest = std::chrono::nanoseconds::max();

    std::uint64_t live = 0;     ///< checked blocks that have started and not ended
    std::uint64_t extra = 0;    ///< checked beside the sample
    bool effect_known = false;  ///< what the launch does is known, so that unchecked blocks need not run
    bool checks_all = false;  ///< all later ones are checked: a block waits for one that has not started, or strays far
    std::chrono::steady_clock::time_point plain_since{};  ///< when the first plain block began

    std::atomic<bool> is_over{false};                    ///< no block of the launch is checked any more,
    std::chrono::steady_clock::time_point over_since{};  ///< from then on
    std::atomic<std::uint64_t> unchecked{0};             ///< blocks of checked code that were not checked to their end

    /// How long blocks were checked that began at `begin`.
    std::chrono::steady_clock::duration checked_until(std::chrono::steady_clock::time_point begin) const {
        if (is_over) return over_since - begin;
        const bool whole = plain_since == std::chrono::steady_clock::time_point{};
        return (whole ? std::chrono::steady_clock::now() : plain_since) - begin;
    }

    /// The block that starts as the nth one.
    std::uint64_t nth(std::uint64_t n) const {
        if (n < checked.size()) return checked[n];
        // How many checked blocks stand before the one that is looked for.
        const std::uint64_t k = n - checked.size();
        std::uint64_t low = 0, high = checked.size();
        while (low < high) {
            const std::uint64_t middle = (low + high) / 2;
            if (checked[middle] - middle <= k)
                low = middle + 1;
            else
                high = middle;
        }
        return k + low;
    }
};

/// The processor time that this thread has used.
std::chrono::nanoseconds time_of_thread();

/// Lets the worker's block go on unchecked, if the launch has been checked for as long as it may.
void stop_checking_in_time(worker& w);

/// Chooses the blocks of the launch that are checked.
void choose_blocks(launch_state& launch);

/// The plain form of the launch's kernel, compiled if it is the first that is asked for. Null, with a note: there is
/// none.
const void* plain_form_of(launch_state& launch);

/// Counts a launch that runs.
class running_launch {
public:
    explicit running_launch(launch_state& launch);
    ~running_launch();
    running_launch(const running_launch&) = delete;
    running_launch& operator=(const running_launch&) = delete;

private:
    launch_state& launch_;
};

/// From now on the launch runs plain blocks: they call plain virtual functions, until it ends or another one begins.
void call_plain_virtuals_of(const launch_state& launch);

/// What the launch can reach by pointers, and write.
std::set<const memory_entry*> writable_by(const launch_state& launch, const memory_map& all);

/// Plain blocks write what the launch can reach: from now on that counts as written.
void expect_unseen_writes(const launch_state& launch);

/// Adds what was checked to the session's account.
void account_for(launch_state& launch, std::chrono::steady_clock::duration checking);

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
