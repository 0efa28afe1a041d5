// Loops over all cores, in a task group of their own: every loop of this backend goes through here. Honours the
// caller's tbb::task_arena.
//
// A loop of oneTBB joins the group of the task that starts it. Where that group has been cancelled, as it is when a
// sibling throws, the loop would leave out its work without a word. And workers compute by the modes of the thread that
// made their arena: here by the caller's, so that the rounding mode, and whether denormals are kept, are those of
// strider::serial.
#pragma once

#include <cstdint>
#include <stdexcept>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace strider::cpu_backend {

/// tbb::parallel_for of these arguments. All of the work has been done when it returns.
template <class... Arguments>
void in_parallel(const Arguments&... arguments) {
    using context = tbb::task_group_context;
    context group(context::isolated, context::fp_settings);
    tbb::parallel_for(arguments..., group);
    if (group.is_group_execution_cancelled()) {
        throw std::runtime_error("strider::cpu: a function of the caller's has cancelled the call that called it");
    }
}

/// Calls `work()` on so many cores. Isolated: where it waits for tasks of the caller's, its core must not take up
/// another call of it, which would wait for this one.
template <class Work>
void on_workers(std::uint64_t workers, const Work& work) {
    if (workers == 1) return work();
    in_parallel(
        std::uint64_t{0}, workers, [&](std::uint64_t) { tbb::this_task_arena::isolate(work); },
        tbb::simple_partitioner{});
}

}  // namespace strider::cpu_backend
