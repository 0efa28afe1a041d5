// Chooses the blocks of a launch that are checked. The other blocks run unchecked on the same memory, by the
// uninstrumented build of the kernel, or by its own code if all blocks are counted. Checked blocks come first, so that
// everything they see comes from checked blocks.
//
// The work of blocks decides how many are checked: see sampling in <strider/emulator/sampling.hpp>. Several workers run
// blocks at once. So the decision about the nth block uses the blocks before it except the last few (its lag), and
// waits until those have ended. This makes it independent of the number of workers.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "memory.hpp"

namespace strider::emulation {

struct launch_state;
struct worker;

/// Work of 4,096 basic blocks.
constexpr std::uint64_t quantum_work = 256;

struct block_sample {
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    bool bounded = false;                ///< the launch may be checked in part
    std::uint64_t most = unlimited;      ///< blocks to check
    std::uint64_t least = 0;             ///< blocks to check even without a budget
    std::uint64_t budget = unlimited;    ///< work to check
    std::uint64_t least_budget = 0;      ///< work to check of each block
    std::vector<std::uint64_t> corners;  ///< blocks to check first, in this order, if not all can be
    bool large = false;                  ///< the launch is probably not checked whole
    bool expects_unchecked = false;      ///< some blocks will probably run unchecked

    // The mutex of the launch's progress guards the following members.
    std::size_t next_corner = 0;
    std::uint64_t random = 0;       ///< state of the random choice of further blocks,
    std::uint64_t neighbour = 0;    ///< and the neighbour of the last choice
    std::uint64_t in_order = 0;     ///< the next block in starting order
    std::set<std::uint64_t> ahead;  ///< blocks that have started out of order
    struct checked_block {
        std::uint64_t work = 0;
        bool looked = false, ended = false;
    };
    std::vector<checked_block> checked;   ///< in starting order
    std::vector<std::uint64_t> sums{0};   ///< sums[n]: work of the first n blocks, as far as they have ended
    bool complete = false;                ///< no more blocks will be checked
    bool only_checked = false;            ///< the launch's workers stop before the first unchecked block
    std::atomic<bool> checks_all{false};  ///< check all: a block waits for one that has not started, or strays far
    std::uint64_t live = 0;               ///< checked blocks that have started and not ended
    std::atomic<std::uint64_t> cut{0};    ///< blocks that were not checked to their end
    std::atomic<const void*> unchecked_code = nullptr;  ///< code of unchecked blocks; null until one runs
    bool effect_cached = false;  ///< the launch's changes of memory are cached, so unchecked blocks need not run
    bool left_out = false;       ///< some unchecked blocks did not run
    std::chrono::steady_clock::time_point unchecked_since{};  ///< when the first unchecked block began

    /// How many blocks before the nth one may run beside it.
    static std::uint64_t lag(std::uint64_t n) { return std::min<std::uint64_t>(32, 2 + n / 2); }
    /// The number of blocks whose work decides whether the next one is checked.
    std::uint64_t judged_by() const {
        const std::uint64_t n = checked.size(), before = lag(n);
        return n < before ? 0 : n - before + 1;
    }
    bool can_choose() const { return complete || checks_all || judged_by() < sums.size(); }
    /// Budget for the next block, if the blocks that still run do as much as those before.
    std::uint64_t left() const {
        const std::uint64_t used = expected(checked.size());
        return used < budget ? budget - used : 0;
    }
    /// The expected work of so many blocks, from the blocks whose work is known.
    std::uint64_t expected(std::uint64_t blocks) const;
    void end(std::uint64_t turn, std::uint64_t work, bool looked);

private:
    std::uint64_t counted(const checked_block& one) const;
};

/// Decides which blocks of the launch may be checked.
void begin_sample(launch_state& launch);

/// The next block to check, if any. Call it while can_choose(), under the mutex of the launch's progress.
std::optional<std::uint64_t> next_checked(launch_state& launch);
/// The next block that has not started.
std::uint64_t next_in_order(launch_state& launch);

/// The work of the worker's block so far.
std::uint64_t work_of_block(const worker& w);

/// Passes the work of the worker's block since the last call to limit_work().
void spend_work_of_block(worker& w);

/// Lets the worker's block continue unchecked when it has reached its budget.
void end_check_at_limit(worker& w);

/// The code of unchecked blocks: the uninstrumented build of the launch's kernel, compiled at the first call; or its
/// own code if all blocks are counted. Null, with a note, if the build failed.
const void* unchecked_code_of(launch_state& launch);

/// Counts a running launch.
class running_launch {
public:
    explicit running_launch(launch_state& launch);
    ~running_launch();
    running_launch(const running_launch&) = delete;
    running_launch& operator=(const running_launch&) = delete;

private:
    launch_state& launch_;
};

/// From now on the launch runs uninstrumented blocks, which call uninstrumented virtual functions, until it ends or
/// another launch begins.
void call_uninstrumented_virtuals_of(const launch_state& launch);

/// The entries that the launch can reach by pointers and may write.
std::set<const memory_entry*> writable_by(const launch_state& launch, const memory_map& all);

/// Marks memory that unchecked blocks may write as written.
void expect_unseen_writes(const launch_state& launch);

/// Adds the checked part to the session's account.
void account_for(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
