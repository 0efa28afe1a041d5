// From a launch to its blocks: workers, order, failures.
#include <strider/simt/launch.hpp>

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cfenv>
#include <stdexcept>

#include "checker.hpp"
#include "findings.hpp"
#include "heap.hpp"
#include "observe.hpp"
#include "recorder.hpp"
#include "scheduler.hpp"
#include "session_state.hpp"

namespace simt {

namespace {

constexpr std::size_t most_shared_bytes = 227 * 1024;

// Workers are made once and reused: their stacks are warm, and the address space of a slot is never given back.
class worker_pool {
public:
    worker* take() {
        const std::lock_guard guard(mutex_);
        if (idle_.empty()) return new worker;
        worker* one = idle_.back();
        idle_.pop_back();
        return one;
    }
    void give_back(worker* one) {
        const std::lock_guard guard(mutex_);
        idle_.push_back(one);
    }

private:
    std::mutex mutex_;
    std::vector<worker*> idle_;
};

worker_pool& pool() {
    static auto* const one = new worker_pool;
    return *one;
}

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

// The modes that a GPU computes by, while a thread of the host runs blocks: to nearest, and denormals are kept. Fibers
// keep the modes that they were made with, so that they would outlive the caller's.
class device_modes {
public:
    device_modes() {
        std::fegetenv(&of_host_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~device_modes() { std::fesetenv(&of_host_); }
    device_modes(const device_modes&) = delete;
    device_modes& operator=(const device_modes&) = delete;

private:
    std::fenv_t of_host_;
};

void run_blocks(launch_state& launch) {
    const device_modes modes;
    worker& w = *pool().take();
    prepare(w, launch);
    ++launch.running;
    for (;;) {
        const std::uint64_t block = launch.next_block.fetch_add(1, std::memory_order_relaxed);
        if (block >= launch.blocks || launch.stop.load(std::memory_order_relaxed)) break;
        run_block(w, block);
        ++launch.progress;
    }
    --launch.running;
    finish_observation(w);
    pool().give_back(&w);
}

// Blocks start in order, on as many threads of the host as the session wants. Each takes the next block when it has
// finished one, so that a block may wait for those with smaller numbers.
void run_workers(launch_state& launch) {
    const auto go = [&] { run_blocks(launch); };
    const auto spread = [&] {
        const auto workers = std::min<std::uint64_t>(tbb::this_task_arena::max_concurrency(), launch.blocks);
        if (workers <= 1) return go();
        // A group of its own: the caller's may have been cancelled, and would leave out blocks without a word.
        tbb::task_group_context group(tbb::task_group_context::isolated);
        tbb::parallel_for(std::uint64_t{0}, workers, [&](std::uint64_t) { go(); }, tbb::simple_partitioner(), group);
    };
    if (launch.how.workers == 1)
        go();
    else if (launch.how.workers == 0)
        spread();
    else
        tbb::task_arena(static_cast<int>(launch.how.workers)).execute(spread);
}

}  // namespace

void launch_state::fail(std::exception_ptr reason) {
    const std::lock_guard guard(failure_mutex);
    if (!failure) failure = std::move(reason);
    stop = true;
}

worker::worker() : stacks(most_stacks) {
    slot = take_slot(this);
    for (warp_state& warp : warps) warp.collectives.reserve(warp_lanes);
}

void detail::run_grid(const kernel_call& call, dim3 grid, dim3 block, std::size_t shared_bytes) {
    if (on_lane())
        throw std::runtime_error("simt: a kernel cannot launch kernels here (dynamic parallelism is not supported)");
    launch_state launch;
    launch.call = call;
    launch.grid = grid;
    launch.block = block;
    launch.shared_bytes = shared_bytes;
    launch.owner = current_session();
    launch.how = launch.owner != nullptr ? launch.owner->how : options{.speed = speed::run};
    if (const std::string wrong = defect(grid, block, shared_bytes); !wrong.empty()) {
        if (first_time(launch, finding_kind::bad_launch, nullptr, nullptr))
            add(launch, {finding_kind::bad_launch, nullptr, nullptr, "launched with " + wrong,
                         "launch it with a possible shape"});
        throw std::invalid_argument("simt: launch with " + wrong);
    }
    launch.blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    launch.threads = block.x * block.y * block.z;
    launch_checks checks;
    launch.checks = &checks;
    begin_observation(launch);
    run_workers(launch);
    end_observation(launch);
    settle_heap();
    launch.output.write();
    if (launch.failure) std::rethrow_exception(launch.failure);
}

void* dynamic_shared_memory() {
    worker* w = current_worker();
    if (w == nullptr) throw std::logic_error("simt: dynamic shared memory exists only inside of a kernel");
    return w->dynamic_shared;
}

}  // namespace simt
