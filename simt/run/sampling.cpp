#include "sampling.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <span>
#include <utility>

#include <strider/simt/operations.hpp>

#include "code/plain_code.hpp"
#include "events.hpp"
#include "findings.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace strider::executor {

namespace {

using std::chrono::steady_clock;

/// Allocations of more bytes are not searched for pointers to others.
constexpr std::size_t most_searched = std::size_t{1} << 20;

/// Corners, blocks at each face of the grid, and pairs of neighbours anywhere, until there are `count`.
std::vector<std::uint64_t> sample_of(const launch_state& launch, std::uint64_t count, std::uint64_t random) {
    const dim3 grid = launch.grid;
    std::set<std::uint64_t> chosen;
    const auto add = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        if (chosen.size() < count) chosen.insert((z * grid.y + y) * grid.x + x);
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
    while (chosen.size() < count) {
        const std::uint64_t first = below(launch.blocks);
        chosen.insert(first);
        if (chosen.size() < count && first + 1 < launch.blocks) chosen.insert(first + 1);
    }
    return {chosen.begin(), chosen.end()};
}

std::array<std::uint64_t, 4> shape_of(const launch_state& launch) {
    return {launch.grid.x, launch.grid.y, launch.grid.z, launch.threads};
}

/// After so many equal launches, more of them are checked only while they have not taken a quarter of the time.
constexpr std::uint64_t well_known = 8;

std::uint64_t blocks_to_check(const launch_state& launch, sampled_launches& so_far) {
    const sampling& how = launch.how.sample;
    const auto& [repeated, checking] = so_far.shapes[shape_of(launch)];
    const bool timed = how.time != std::chrono::seconds(0), late = timed && launch.owner->checking_time >= how.time;
    const bool known = timed && repeated > well_known && checking >= how.time / 4;
    const bool large = launch.blocks * launch.threads > how.whole_threads;
    if (!large && !late && !known) return launch.blocks;
    if (so_far.checks_all) return launch.blocks;
    // Of equal launches the first, second, fourth, eighth ... are looked at, less and less.
    if ((repeated & (repeated - 1)) != 0) return 0;
    const std::uint64_t least = std::min<std::uint64_t>(how.blocks, 4);
    return std::max<std::uint64_t>(late ? 0 : how.blocks / repeated, least);
}

/// Launches of all threads of the host. While one alone runs its plain blocks, virtual functions are plain.
struct running_launches {
    std::mutex mutex;
    unsigned launches = 0;
    bool plain_virtuals = false;
};
running_launches& running() {
    static auto* const all = new running_launches;
    return *all;
}
void call_virtuals(bool plain) {
    if (std::exchange(running().plain_virtuals, plain) != plain) call_plain_virtuals(plain);
}

/// Plain code has touched what is not mapped. The fault is in the kernel's own code, so that no lock is held.
void end_wild_lane(int signal, siginfo_t* fault, void*) {
    worker* const w = current_worker();
    if (w == nullptr || !w->plain) {
        std::signal(signal, SIG_DFL);  // the instruction is met again, and ends the program
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
    struct sigaction before{};
    sigaction(SIGSEGV, nullptr, &before);
    if (before.sa_handler == SIG_DFL) sigaction(SIGSEGV, &how, nullptr);
}

/// What is checked of the launch, when so many of its blocks have started.
checked_part part_of(const launch_state& launch, std::uint64_t started) {
    const block_sample& sample = launch.sample;
    const std::uint64_t checked =
        sample.plain == nullptr ? started : std::min<std::uint64_t>(started, sample.checked.size()) + sample.extra;
    const std::uint64_t to_the_end = checked - std::min<std::uint64_t>(checked, sample.unchecked);
    return {launch.blocks, to_the_end, 1, to_the_end != 0 ? 1U : 0U};
}

}  // namespace

void choose_blocks(launch_state& launch) {
    const sampling& how = launch.how.sample;
    if (launch.owner == nullptr || how.blocks == 0 || how.compile.empty() || launch.call.cooperative ||
        launch.cluster_blocks > 1 || launch.how.schedule == schedule::lock_step)
        return;
    std::unique_lock lock(launch.owner->mutex);
    sampled_launches& so_far = launch.owner->sampled[launch.call.kernel];
    const std::uint64_t repeated = ++so_far.shapes[shape_of(launch)].launches;
    const std::uint64_t count = blocks_to_check(launch, so_far);
    const auto left = how.time - launch.owner->checking_time;
    const bool ends = how.time != std::chrono::seconds(0) && !so_far.checks_all;
    lock.unlock();
    block_sample& sample = launch.sample;
    if (count < launch.blocks) {
        sample.plain = plain_form_of(launch);
        if (sample.plain == nullptr) return;
        sample.checked = sample_of(launch, count, launch.how.seed + repeated);
    }
    if (!ends) return;
    const auto share = std::max<steady_clock::duration>(left / 2, std::chrono::milliseconds(20));
    sample.deadline = steady_clock::now() + share;
    sample.longest = share * 4 / 3;
}

std::chrono::nanoseconds time_of_thread() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

void stop_checking_in_time(worker& w) {
    block_sample& sample = w.launch->sample;
    if (w.launch->strays_far) return;
    if (!sample.is_over && time_of_thread() - w.checks_since < sample.longest) return;
    w.observed_by->settle(w);
    outside_of_lane(w, [&] {
        w.observed_by->end_launch(w);
        if (sample.is_over.exchange(true)) return;
        sample.over_since = steady_clock::now();
        expect_unseen_writes(*w.launch);
        --watchers;
    });
    w.observed_by = nullptr;
    ++sample.unchecked;
}

const void* plain_form_of(launch_state& launch) {
    [[maybe_unused]] static const bool catches = (catch_wild_lanes(), true);
    const void* const form = plain_form(launch.call.kernel, launch.how.sample.compile);
    const void* const at = launch.call.launched_at;
    if (form != nullptr || !first_time(launch, finding_kind::unsupported, at, nullptr)) return form;
    raw_finding what{
        finding_kind::unsupported, at, nullptr,
        fmt::format("all {} blocks are checked, since none can run unchecked: {}", launch.blocks, why_no_plain_form()),
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

void call_plain_virtuals_of(const launch_state& launch) {
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

void account_for(launch_state& launch, steady_clock::duration checking) {
    if (launch.owner == nullptr) return;
    const std::lock_guard guard(launch.owner->mutex);
    launch.owner->checking_time += checking;
    launch.owner->running.erase(&launch);
    sampled_launches& all = launch.owner->sampled[launch.call.kernel];
    all += part_of(launch, launch.blocks);
    all.shapes[shape_of(launch)].checking += checking;
    all.checks_all |= launch.sample.checks_all;
}

std::map<const void*, checked_part> checked_so_far(const launch_owner& owner) {
    std::map<const void*, checked_part> all(owner.sampled.begin(), owner.sampled.end());
    for (launch_state* const launch : owner.running) {
        const std::lock_guard guard(launch->progress.mutex);
        all[launch->call.kernel] += part_of(*launch, launch->progress.next_block);
    }
    return all;
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
