// From a launch to its blocks: workers, order, failures.
#include <strider/emulator/launch.hpp>
#include <strider/emulator/nested_launch.hpp>
#include <strider/emulator/operations.hpp>
#include <strider/emulator/shared_array.hpp>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

#include "blocks.hpp"
#include "cluster.hpp"
#include "events.hpp"
#include "findings.hpp"
#include "heap.hpp"
#include "memoise.hpp"
#include "perturbation.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

constexpr std::size_t most_shared_bytes = 227 * 1024;
constexpr unsigned portable_cluster_blocks = 8, most_cluster_blocks = 16;

std::string text(dim3 extent) { return fmt::format("({}, {}, {})", extent.x, extent.y, extent.z); }

// What is wrong with the shape of the launch, by the limits of all devices since compute capability 3.0; or nothing.
std::string defect(dim3 grid, dim3 block, std::size_t shared_bytes) {
    if (block.x == 0 || block.y == 0 || block.z == 0 || std::uint64_t{block.x} * block.y * block.z > most_lanes ||
        block.z > 64)
        return "a block of " + text(block) + " threads; 1 to 1024 threads are possible, at most 64 of them in z";
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7FFFFFFF || grid.y > 0xFFFF || grid.z > 0xFFFF)
        return "a grid of " + text(grid) + " blocks; 1 to 2147483647 are possible in x and 1 to 65535 in y and z";
    if (shared_bytes > most_shared_bytes)
        return fmt::format("{} bytes of dynamic shared memory; at most {} are possible", shared_bytes,
                           most_shared_bytes);
    return "";
}

template <class Exception>
[[noreturn]] void reject(launch_state& launch, const std::string& wrong, const char* fix) {
    const void* const at = launch.call.launched_at;
    if (first_time(launch, finding_kind::bad_launch, at, nullptr)) {
        raw_finding what{finding_kind::bad_launch, at, nullptr, "launched with " + wrong, fix};
        what.launch = raw_finding::refused;
        add(launch, std::move(what));
    }
    throw Exception("emulator: launch with " + wrong);
}

// By the launch, or the kernel; where both say it, they must agree.
void form_clusters(launch_state& launch) {
    const dim3 required = required_cluster(launch.call.kernel);
    dim3& cluster = launch.call.cluster;
    if (cluster.x == 0) cluster = required;
    if (cluster.x == 0) return;
    const dim3 grid = launch.grid;
    const std::uint64_t blocks = std::uint64_t{cluster.x} * cluster.y * cluster.z;
    if (required.x != 0 && (required.x != cluster.x || required.y != cluster.y || required.z != cluster.z))
        reject<invalid_cluster>(
            launch, "clusters of " + text(cluster) + " blocks; the kernel says __cluster_dims__" + text(required),
            "leave out the launch's cluster dimensions, or give those of the kernel");
    const unsigned most = launch.call.large_clusters ? most_cluster_blocks : portable_cluster_blocks;
    if (blocks == 0 || blocks > most)
        reject<invalid_cluster>(launch, fmt::format("clusters of {} blocks; 1 to {} are possible", text(cluster), most),
                                "use clusters of 8 blocks at most; or of 16 at most, where the GPU has them, after "
                                "cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)");
    if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
        reject<invalid_cluster>(
            launch, "a grid of " + text(grid) + " blocks, which is not a multiple of its clusters of " + text(cluster),
            "round the grid up to whole clusters");
    launch.cluster = cluster;
    launch.cluster_blocks = static_cast<unsigned>(blocks);
}

// Blocks start in order, on as many threads of the host as the session wants. (oneTBB never has more than the machine
// has cores, so that an explicit number gets threads of its own.)
/// The static shared memory of a program's kernels is thread-local, and lies on the stacks of its threads: oneTBB's
/// have 4 MiB, too little for a program of many kernels. What is not touched takes no memory.
const tbb::global_control room_for_shared_memory(tbb::global_control::thread_stack_size, std::size_t{64} << 20);

void run_workers(launch_state& launch) {
    const auto go = [&] {
        try {
            run_blocks(launch);
        } catch (...) {
            launch.fail(std::current_exception());
            stop(launch);
        }
    };
    // One worker takes the turns of a schedule, so that its seed repeats it. Unchecked blocks have no such turns.
    if (launch.how.seed != 0 && launch.how.workers == 0) {
        launch.sample.only_checked = true;
        go();
        launch.sample.only_checked = false;
    }
    const auto workers = std::min<std::uint64_t>(
        launch.how.workers == 0 ? tbb::this_task_arena::max_concurrency() : launch.how.workers, launch.blocks);
    if (workers <= 1) {
        go();
    } else if (launch.how.workers == 0) {
        // A group of its own: the caller's may have been cancelled, and would leave out blocks without a word.
        tbb::task_group_context group(tbb::task_group_context::isolated);
        tbb::parallel_for(std::uint64_t{0}, workers, [&](std::uint64_t) { go(); }, tbb::simple_partitioner(), group);
    } else {
        std::vector<std::thread> threads;
        for (std::uint64_t i = 1; i < workers; ++i) threads.emplace_back(go);
        go();
        for (std::thread& one : threads) one.join();
    }
}

std::atomic<unsigned> seen_multiprocessors{4};

std::mutex required_mutex;
std::map<std::string, dim3>& required_clusters() {
    static auto* const all = new std::map<std::string, dim3>;
    return *all;
}
std::map<const void*, dim3>& clusters_of_instances() {
    static auto* const all = new std::map<const void*, dim3>;
    return *all;
}
std::map<std::string, unsigned>& bounds_of_threads() {
    static auto* const all = new std::map<std::string, unsigned>;
    return *all;
}

}  // namespace

unsigned multiprocessors() noexcept { return seen_multiprocessors; }
void set_multiprocessors(unsigned count) noexcept { seen_multiprocessors = count; }

void require_cluster(const char* kernel, dim3 cluster) {
    const std::lock_guard guard(required_mutex);
    required_clusters()[kernel] = cluster;
}

void require_cluster(const void* kernel, dim3 cluster) {
    const std::lock_guard guard(required_mutex);
    clusters_of_instances()[kernel] = cluster;
}

void require_cluster_of(const void* wrapper, const void* instance) {
    const std::lock_guard guard(required_mutex);
    auto& instances = clusters_of_instances();
    if (const auto at = instances.find(instance); at != instances.end()) instances[wrapper] = at->second;
}

// What a launch calls through a wrapper is known by its name alone.
dim3 required_cluster(const void* kernel) {
    const std::lock_guard guard(required_mutex);
    const auto& instances = clusters_of_instances();
    if (const auto at = instances.find(kernel); at != instances.end()) return at->second;
    if (required_clusters().empty() && instances.empty()) return {0, 0, 0};
    const std::string name = kernel_name(kernel);
    if (const auto at = required_clusters().find(name); at != required_clusters().end()) return at->second;
    const auto same = std::find_if(instances.begin(), instances.end(),
                                   [&](const auto& one) { return kernel_name(one.first) == name; });
    return same == instances.end() ? dim3{0, 0, 0} : same->second;
}

void require_threads(const char* kernel, unsigned threads) {
    const std::lock_guard guard(required_mutex);
    unsigned& most = bounds_of_threads()[kernel];
    most = std::max(most, threads);
}

unsigned required_threads(const void* kernel) {
    const std::lock_guard guard(required_mutex);
    if (bounds_of_threads().empty()) return most_lanes;
    const auto at = bounds_of_threads().find(kernel_name(kernel));
    return at == bounds_of_threads().end() ? most_lanes : at->second;
}

void launch_state::fail(std::exception_ptr reason) {
    const std::lock_guard guard(failure_mutex);
    if (!failure) failure = std::move(reason);
}

worker::worker() {
    fibers.stacks = std::vector<fiber_slot>(most_stacks);
    slot = take_slot(this);
    slot->thread = reinterpret_cast<const std::uint64_t* const*>(&current);
    fibers.base = reinterpret_cast<std::byte*>(slot);
    for (warp_state& warp : warps) warp.collectives.reserve(warp_lanes);
}

void detail::run_grid(const kernel_call& call, dim3 grid, dim3 block, std::size_t shared_bytes) {
    if (on_lane())
        throw std::runtime_error("emulator: a kernel cannot wait for kernels; only programs under check launch them");
    launch_state launch;
    launch.call = call;
    launch.grid = grid;
    launch.block = block;
    launch.shared_bytes = shared_bytes;
    launch.owner = current_owner();
    launch.operation = current_operation();
    launch.how = launch.owner != nullptr ? launch.owner->how : options{.speed = speed::run};
    if (const std::string wrong = defect(grid, block, shared_bytes); !wrong.empty())
        reject<std::invalid_argument>(launch, wrong, "launch it with a shape within these limits");
    if (const unsigned most = required_threads(call.kernel); std::uint64_t{block.x} * block.y * block.z > most)
        reject<std::invalid_argument>(
            launch, fmt::format("a block of {} threads; the kernel says __launch_bounds__({})", text(block), most),
            "launch it with at most as many threads, or raise the bound");
    form_clusters(launch);
    launch.blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    if (call.cooperative && launch.blocks > most_live_blocks) {
        reject<cooperative_launch_too_large>(
            launch,
            fmt::format("{} blocks that meet at a grid barrier; at most {} can be alive at once", launch.blocks,
                        most_live_blocks),
            "launch only as many blocks as the occupancy calls say, and give each block several parts");
    }
    launch.threads = block.x * block.y * block.z;
    if (is_perturbed(launch.how)) launch.order = next_order(*launch.owner);
    if (launch.owner != nullptr) launch.observed_by = launch.owner->observe(launch);
    const bool looks_at_accesses = launch.how.speed != speed::run || launch.how.schedule == schedule::lock_step;
    const running_launch counted(launch);
    begin_sample(launch);
    memoised_launch repeated(launch);
    watchers += looks_at_accesses;
    run_workers(launch);
    watchers -= looks_at_accesses;
    account_for(launch);
    if (launch.observed_by) launch.observed_by->end();
    settle_heap();
    repeated.end();
    launch.output.write();
    if (launch.failure) std::rethrow_exception(launch.failure);
    for (const auto& [block, nested] : launch.nested) nested();
}

void when_launch_has_ended(std::function<void()> (*make)(const void* data), const void* data) {
    worker& w = *current_worker();
    outside_of_lane(w, [&] {
        const std::lock_guard guard(w.launch->nested_mutex);
        w.launch->nested.emplace(w.block.number, make(data));
    });
}

std::byte* lacking_shared_memory() {
    static void* const pages = mmap(nullptr, lacking_shared_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return static_cast<std::byte*>(pages);
}

void* dynamic_shared_memory() {
    worker* w = current_worker();
    if (w == nullptr) throw std::logic_error("emulator: dynamic shared memory exists only inside of a kernel");
    return w->launch->shared_bytes == 0 ? lacking_shared_memory() : w->shared.dynamic;
}

void* place_of(const shared_array& array) {
    worker* w = current_worker();
    if (w == nullptr) throw std::logic_error("emulator: shared memory exists only inside of a kernel");
    return w->shared.begin + array.offset;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
