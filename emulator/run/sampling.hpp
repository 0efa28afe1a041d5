// Which blocks of a launch are checked. The others run unchecked, on the same memory: the plain form of the kernel, or
// where all blocks are counted its own code. Those that are checked come first: nothing that they see then comes from a
// block that nobody saw.
//
// The work of the blocks decides how many are checked: see sampling in <strider/emulator/sampling.hpp>. Several workers
// run blocks at once. So the nth block is judged by the blocks before it without the last few (its lag), and waits
// until those have ended: the decision is the same for every number of workers.
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

/// The units of work of 4,096 basic blocks.
constexpr std::uint64_t quantum_work = 256;

struct block_sample {
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    bool bounded = false;                ///< the launch may be checked in part
    std::uint64_t most = unlimited;      ///< blocks to check
    std::uint64_t least = 0;             ///< to check even without a budget
    std::uint64_t budget = unlimited;    ///< work to check
    std::uint64_t least_budget = 0;      ///< of a block
    std::vector<std::uint64_t> corners;  ///< blocks to check first where not all can be, in this order
    bool large = false;                  ///< unlikely to be checked whole
    bool expects_unchecked = false;      ///< some blocks will run unchecked, as far as is known

    // What follows is under the mutex of the launch's progress.
    std::size_t next_corner = 0;
    std::uint64_t random = 0;       ///< state of the choice of further blocks,
    std::uint64_t neighbour = 0;    ///< the one behind the last of them
    std::uint64_t in_order = 0;     ///< the next block, in the order in which blocks start
    std::set<std::uint64_t> ahead;  ///< blocks that have started before their turn
    struct checked_block {
        std::uint64_t work = 0;
        bool looked = false, ended = false;
    };
    std::vector<checked_block> checked;   ///< in the order of their start
    std::vector<std::uint64_t> sums{0};   ///< sums[n]: the work of the first n of these, as far as they have ended
    bool complete = false;                ///< no more blocks are checked
    std::atomic<bool> checks_all{false};  ///< all are: a block waits for one that has not started, or strays far
    std::uint64_t live = 0;               ///< checked blocks that have started and not ended
    std::atomic<std::uint64_t> cut{0};    ///< blocks that were not checked to their end
    std::atomic<const void*> unchecked_code = nullptr;  ///< what unchecked blocks run; null until one shall
    bool effect_known = false;  ///< what the launch does is known, so that unchecked blocks need not run
    bool left_out = false;      ///< some of these have not
    std::chrono::steady_clock::time_point unchecked_since{};  ///< when the first of them began

    /// How many blocks before the nth one may run beside it.
    static std::uint64_t lag(std::uint64_t n) { return std::min<std::uint64_t>(32, 2 + n / 2); }
    /// The blocks whose work tells whether the next one is checked.
    std::uint64_t judged_by() const {
        const std::uint64_t n = checked.size(), before = lag(n);
        return n < before ? 0 : n - before + 1;
    }
    bool can_choose() const { return complete || checks_all || judged_by() < sums.size(); }
    /// Work that is left for the next block, if those beside it do as much as those before.
    std::uint64_t left() const {
        const std::uint64_t used = expected(checked.size());
        return used < budget ? budget - used : 0;
    }
    /// The work of so many blocks, by that of the blocks whose work is known.
    std::uint64_t expected(std::uint64_t blocks) const;
    void end(std::uint64_t turn, std::uint64_t work, bool looked);

private:
    std::uint64_t counted(const checked_block& one) const;
};

/// Says which blocks of the launch may be checked.
void begin_sample(launch_state& launch);

/// The next block to check; none: no more are. Asked while can_choose(), under the mutex of the launch's progress.
std::optional<std::uint64_t> next_checked(launch_state& launch);
/// The next of all blocks that have not started.
std::uint64_t next_in_order(launch_state& launch);

/// What its block has done.
std::uint64_t work_of_block(const worker& w);

/// Adds to the work that limit_work() knows of what the worker's block has done since the last call.
void spend_work_of_block(worker& w);

/// Lets the worker's block go on unchecked, if it has done as much as is checked of it.
void end_check_at_limit(worker& w);

/// What unchecked blocks run: the plain form of the launch's kernel, compiled if it is the first that is asked for; its
/// own code where all are counted. Null, with a note: there is none.
const void* unchecked_code_of(launch_state& launch);

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

/// Unchecked blocks write what the launch can reach: from now on that counts as written.
void expect_unseen_writes(const launch_state& launch);

/// Adds what was checked to the session's account.
void account_for(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
