#include "sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <mutex>
#include <set>
#include <span>
#include <utility>

#include <strider/emulator/crash.hpp>
#include <strider/emulator/operations.hpp>

#include "code/uninstrumented_build.hpp"
#include "events.hpp"
#include "findings.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

/// Allocations of more bytes are not searched for pointers to others.
constexpr std::size_t most_searched = std::size_t{1} << 20;

/// Launches of no more threads begin with block 0, as one that is checked whole.
constexpr std::uint64_t small_threads = 1 << 16;

/// What all kernels of a program may use of the budget of one.
constexpr std::uint64_t program_budgets = 8;

/// A block of a launch for which no budget is left may do this part of it.
constexpr std::uint64_t least_part = 64;

/// Blocks that are checked of the first, second, fourth, eighth ... launch of one shape even where no budget is left.
constexpr std::uint64_t least_blocks = 4;

/// The corners of the grid, then blocks at each of its faces.
std::vector<std::uint64_t> corners_of(const launch_state& launch, std::uint64_t& random) {
    const dim3 grid = launch.grid;
    std::vector<std::uint64_t> chosen;
    const auto add = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        chosen.push_back((z * grid.y + y) * grid.x + x);
    };
    const auto below = [&](std::uint64_t end) { return next_random(random) % end; };
    add(0, 0, 0);
    add(grid.x - 1, grid.y - 1, grid.z - 1);
    for (unsigned corner = 1; corner < 7; ++corner)
        add(corner % 2 * (grid.x - 1), corner / 2 % 2 * (grid.y - 1), corner / 4 * (grid.z - 1));
    for (const bool last : {false, true}) {
        if (grid.y > 1 || grid.z > 1) add(last * (grid.x - 1), below(grid.y), below(grid.z));
        if (grid.y > 1) add(below(grid.x), last * (grid.y - 1), below(grid.z));
        if (grid.z > 1) add(below(grid.x), below(grid.y), last * (grid.z - 1));
    }
    return chosen;
}

std::array<std::uint64_t, 4> shape_of(const launch_state& launch) {
    return {launch.grid.x, launch.grid.y, launch.grid.z, launch.threads};
}

bool is_power_of_two(std::uint64_t number) { return (number & (number - 1)) == 0; }

/// Whether blocks that are not checked are counted.
bool counts_all(const launch_state& launch) {
    return launch.how.speed == speed::count && launch.how.sample.blocks == 0;
}

bool has_started(const launch_state& launch, std::uint64_t block) {
    const block_sample& sample = launch.sample;
    if (sample.ahead.contains(block)) return true;
    const std::uint64_t first = block / reordered_blocks * reordered_blocks;
    if (sample.in_order >= first + reordered_blocks) return true;
    for (std::uint64_t n = first; n < sample.in_order; ++n)
        if (nth_to_start(launch, n) == block) return true;
    return false;
}

/// Neighbours anywhere: pairs, then longer runs, which use whole pages of the shadow of memory.
std::uint64_t further_block(launch_state& launch) {
    block_sample& sample = launch.sample;
    const std::uint64_t run = sample.checked.size() < 64 ? 2 : 16;
    std::uint64_t block = sample.neighbour;
    if (block % run == 0 || block >= launch.blocks || has_started(launch, block)) {
        block = next_random(sample.random) % launch.blocks / run * run;
        while (has_started(launch, block)) block = (block + 1) % launch.blocks;
    }
    sample.neighbour = block + 1;
    return block;
}

/// Launches of all threads of the host. While one alone runs its uninstrumented blocks, virtual functions are
/// uninstrumented.
struct running_launches {
    std::mutex mutex;
    unsigned launches = 0;
    bool uninstrumented_virtuals = false;
};
running_launches& running() {
    static auto* const all = new running_launches;
    return *all;
}
void call_virtuals(bool uninstrumented) {
    if (std::exchange(running().uninstrumented_virtuals, uninstrumented) != uninstrumented)
        call_uninstrumented_virtuals(uninstrumented);
}

/// What happens on a segmentation fault of other code.
struct sigaction other_faults{};

/// Plain code has touched what is not mapped. The fault is in the kernel's own code, so that no lock is held.
void end_wild_lane(int signal, siginfo_t* fault, void*) {
    worker* const w = current_worker();
    if (w == nullptr || !w->uninstrumented) {
        sigaction(signal, &other_faults, nullptr);  // the instruction is met again
        return;
    }
    add_finding(*w, finding_kind::out_of_bounds, w->launch->call.launched_at, nullptr, [&](raw_finding& what) {
        // x86 does not tell an address that is not canonical.
        const std::string address =
            fault->si_code == SI_KERNEL ? "an address" : fmt::format("{}, an address", fault->si_addr);
        what.message =
            fmt::format("{} accesses {} without memory; the block ran unchecked, so this is the launch's line",
                        who(*w, w->current->index), address);
        what.fix = "check all blocks: --blocks all";
    });
    retire(*w);
}

void catch_wild_lanes() {
    struct sigaction how{};
    how.sa_sigaction = end_wild_lane;
    how.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, nullptr, &other_faults);
    if (other_faults.sa_handler == SIG_DFL || tells_crashes(other_faults)) sigaction(SIGSEGV, &how, nullptr);
}

/// What is checked of the launch, when so many of its blocks have started.
checked_part part_of(const launch_state& launch, std::uint64_t started) {
    const block_sample& sample = launch.sample;
    const std::uint64_t checked = sample.bounded ? sample.checked.size() : started;
    const std::uint64_t to_the_end = checked - std::min<std::uint64_t>(checked, sample.cut);
    return {launch.blocks, to_the_end, 1, to_the_end != 0 ? 1U : 0U};
}

}  // namespace

void block_sample::end(std::uint64_t turn, std::uint64_t work, bool looked) {
    checked[turn] = {work, looked, true};
    --live;
    for (std::size_t n = sums.size() - 1; n < checked.size() && checked[n].ended; ++n)
        sums.push_back(sums.back() + counted(checked[n]));
}

// How far a block looks back depends on the workers. So blocks that look count as the first one, and roughly, unless
// they have done much more or less.
std::uint64_t block_sample::counted(const checked_block& one) const {
    const std::uint64_t first = checked[0].work;
    return one.looked && one.work / 8 < first && first / 8 < one.work ? std::bit_ceil(first) : one.work;
}

std::uint64_t block_sample::expected(std::uint64_t blocks) const {
    const std::uint64_t known = judged_by();
    if (known == 0) return 0;
    const double each = static_cast<double>(sums[known]) / static_cast<double>(known);
    return sums[known] + static_cast<std::uint64_t>(each * static_cast<double>(blocks - known));
}

std::uint64_t work_of_block(const worker& w) {
    std::uint64_t sum = w.launch->threads + w.block.quanta * quantum_work;
    for (unsigned i = 0; i < w.launch->threads; ++i) sum += w.lanes[i].work;
    return sum;
}

void begin_sample(launch_state& launch) {
    const sampling& asked = launch.how.sample;
    if (launch.owner == nullptr || (asked.blocks == 0 && asked.budget == 0) ||
        (asked.compile.empty() && !counts_all(launch)) || launch.call.cooperative || launch.cluster_blocks > 1 ||
        launch.how.schedule == schedule::lock_step)
        return;
    const std::lock_guard guard(launch.owner->mutex);
    sampled_launches& so_far = launch.owner->sampled[launch.call.kernel];
    auto& [launches, in_part] = so_far.shapes[shape_of(launch)];
    ++launches;
    if (so_far.checks_all) return;
    block_sample& sample = launch.sample;
    sample.bounded = true;
    sample.random = launch.how.seed + launches;
    sample.corners = corners_of(launch, sample.random);
    // Of equal launches the first, second, fourth, eighth ... are looked at, less and less.
    const std::uint64_t least = is_power_of_two(launches) ? least_blocks : 0;
    if (asked.blocks != 0) {
        sample.most = least == 0 ? 0 : std::max(asked.blocks / launches, std::min(asked.blocks, least));
        sample.large = true;
    } else {
        const auto left = [](std::uint64_t of, std::uint64_t used) { return used < of ? of - used : 0; };
        sample.budget =
            std::min(left(asked.budget, so_far.work), left(program_budgets * asked.budget, launch.owner->checked_work));
        sample.least = sample.budget == 0 ? least : 0;
        sample.least_budget = asked.budget / least_part;
        sample.large = sample.budget == 0 || launch.blocks * launch.threads > small_threads;
    }
    sample.expects_unchecked = in_part || sample.most < launch.blocks || sample.budget == 0;
}

std::optional<std::uint64_t> next_checked(launch_state& launch) {
    block_sample& sample = launch.sample;
    const std::uint64_t n = sample.checked.size();
    if (n >= sample.most || (n >= sample.least && sample.left() == 0)) {
        sample.complete = true;
        return std::nullopt;
    }
    const bool guesses = sample.judged_by() == 0 || sample.most != block_sample::unlimited;
    const bool whole = guesses ? !sample.large : sample.expected(launch.blocks) <= sample.budget;
    if (whole) return next_in_order(launch);
    while (sample.next_corner < sample.corners.size())
        if (const std::uint64_t corner = sample.corners[sample.next_corner++]; !has_started(launch, corner))
            return *sample.ahead.insert(corner).first;
    return *sample.ahead.insert(further_block(launch)).first;
}

std::uint64_t next_in_order(launch_state& launch) {
    block_sample& sample = launch.sample;
    std::uint64_t block = nth_to_start(launch, sample.in_order++);
    while (sample.ahead.erase(block) != 0) block = nth_to_start(launch, sample.in_order++);
    return block;
}

void end_check_at_limit(worker& w) {
    if (w.block.unchecked || w.launch->strays_far || work_of_block(w) < w.block.most_work) return;
    w.observed_by->settle(w);
    outside_of_lane(w, [&] { end_check(w); });
}

const void* unchecked_code_of(launch_state& launch) {
    if (counts_all(launch)) return launch.call.kernel;
    [[maybe_unused]] static const bool catches = (catch_wild_lanes(), true);
    const void* const form = uninstrumented_build(launch.call.kernel, launch.how.sample.compile);
    const void* const at = launch.call.launched_at;
    if (form != nullptr || !first_time(launch, finding_kind::unsupported, at, nullptr)) return form;
    raw_finding what{finding_kind::unsupported, at, nullptr,
                     fmt::format("all {} blocks are checked, since none can run unchecked: {}", launch.blocks,
                                 why_no_uninstrumented_build()),
                     "launch fewer blocks, or give the program more time by --seconds"};
    what.note = true;
    add(launch, std::move(what));
    return form;
}

running_launch::running_launch(launch_state& launch) : launch_(launch) {
    if (launch.owner != nullptr) {
        const std::lock_guard guard(launch.owner->mutex);
        launch.owner->running.insert(&launch);
    }
    const std::lock_guard guard(running().mutex);
    ++running().launches;
    call_virtuals(false);
}

running_launch::~running_launch() {
    if (launch_.owner != nullptr) {
        const std::lock_guard guard(launch_.owner->mutex);
        launch_.owner->running.erase(&launch_);
    }
    const std::lock_guard guard(running().mutex);
    --running().launches;
    call_virtuals(false);
}

void call_uninstrumented_virtuals_of(const launch_state& launch) {
    if (launch.progress.waits_for_host) return;  // which has gone on, and calls them as well
    const std::lock_guard guard(running().mutex);
    if (running().launches == 1) call_virtuals(true);
}

std::set<const memory_entry*> writable_by(const launch_state& launch, const memory_map& all) {
    std::set<const memory_entry*> reached;
    std::vector<std::span<const std::byte>> open{
        {static_cast<const std::byte*>(launch.call.arguments), launch.call.argument_bytes}};
    while (!open.empty()) {
        const std::span<const std::byte> bytes = open.back();
        open.pop_back();
        for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= bytes.size(); at += sizeof(std::uintptr_t)) {
            std::uintptr_t word;
            std::memcpy(&word, bytes.data() + at, sizeof(word));
            if (all.empty() || word < all.front()->begin || word >= all.back()->end) continue;
            const memory_entry* const entry = find_entry(all, word, 1);
            if (entry == nullptr || !entry->writable || !reached.insert(entry).second) continue;
            if (entry->end - entry->begin <= most_searched)
                open.push_back({reinterpret_cast<const std::byte*>(entry->begin), entry->end - entry->begin});
        }
    }
    return reached;
}

void expect_unseen_writes(const launch_state& launch) {
    const memory_map all = snapshot_memory();
    for (const memory_entry* const entry : writable_by(launch, all)) entry->written_unseen = true;
}

void account_for(launch_state& launch) {
    if (launch.owner == nullptr) return;
    const block_sample& sample = launch.sample;
    const std::lock_guard guard(launch.owner->mutex);
    launch.owner->running.erase(&launch);
    launch.owner->checked_work += sample.sums.back();
    sampled_launches& all = launch.owner->sampled[launch.call.kernel];
    all += part_of(launch, launch.blocks);
    all.work += sample.sums.back();
    all.shapes[shape_of(launch)].in_part |= sample.complete;
    all.checks_all |= sample.checks_all;
}

std::map<const void*, checked_part> checked_so_far(const launch_owner& owner) {
    std::map<const void*, checked_part> all(owner.sampled.begin(), owner.sampled.end());
    for (launch_state* const launch : owner.running) {
        const std::lock_guard guard(launch->progress.mutex);
        all[launch->call.kernel] += part_of(*launch, launch->progress.next_block);
    }
    return all;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
