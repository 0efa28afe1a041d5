// Loops over all cores, in a task group of their own: every loop of this backend goes through here. Honours the
// caller's tbb::task_arena.
//
// A loop of oneTBB joins the group of the task that starts it. Where that group has been cancelled, as it is when a
// sibling throws, the loop would leave out its work without a word. And workers compute by the modes of the thread that
// made their arena: here by the caller's, so that the rounding mode, and whether denormals are kept, are those of
// strider::serial.
#pragma once

#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/task_arena.h>

namespace strider::cpu_backend {

/// Calls a function of the caller's with one argument, whatever its type: so a loop of oneTBB is compiled once
/// (src/cpu/parallel.cpp), and not for each function.
template <class Argument>
class body_reference {
public:
    template <class Body>
    body_reference(const Body& body)
        : body_(&body),
          call_([](const void* called, const Argument& argument) { (*static_cast<const Body*>(called))(argument); }) {}
    void operator()(const Argument& argument) const { call_(body_, argument); }

private:
    const void* body_;
    void (*call_)(const void*, const Argument&);
};

/// Calls `body(part)` for parts that together are `range`, a range of oneTBB over one to three dimensions. All of the
/// work has been done when it returns.
template <class Range>
void run_parts(const Range& range, const body_reference<Range>& body);

/// Calls `body(i)` for first <= i < last; each by a task of its own, several by one, or all by the caller.
enum class tasks { one_each, shared, none };
void run_indices(std::uint64_t first, std::uint64_t last, const body_reference<std::uint64_t>& body, tasks);

constexpr tasks tasks_unless(bool alone) { return alone ? tasks::none : tasks::shared; }

template <class Range, class Body>
void in_parallel(const Range& range, const Body& body) {
    run_parts<Range>(range, body);
}
template <class Body>
void in_parallel(std::uint64_t first, std::uint64_t last, const Body& body, tasks how = tasks::shared) {
    if (how == tasks::none) {
        for (; first < last; ++first) body(first);
        return;
    }
    run_indices(first, last, body, how);
}

/// Calls `work()` on so many cores. Isolated: where it waits for tasks of the caller's, its core must not take up
/// another call of it, which would wait for this one.
template <class Work>
void on_workers(std::uint64_t workers, const Work& work) {
    if (workers == 1) return work();
    in_parallel(0, workers, [&](std::uint64_t) { tbb::this_task_arena::isolate(work); }, tasks::one_each);
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
