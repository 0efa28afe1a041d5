// The loops of oneTBB that all of the CPU backend runs, compiled once.
#include <stdexcept>

#include <tbb/blocked_range2d.h>
#include <tbb/blocked_range3d.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <strider/cpu/parallel.hpp>

namespace strider::cpu_backend {
namespace {

/// tbb::parallel_for of these arguments, in a group of its own.
template <class... Arguments>
void run(const Arguments&... arguments) {
    using context = tbb::task_group_context;
    context group(context::isolated, context::fp_settings);
    tbb::parallel_for(arguments..., group);
    if (group.is_group_execution_cancelled()) {
        throw std::runtime_error("strider::cpu: a function of the caller's has cancelled the call that called it");
    }
}

}  // namespace

template <class Range>
void run_parts(const Range& range, const body_reference<Range>& body) {
    run(range, body);
}
template void run_parts(const tbb::blocked_range<std::uint64_t>&,
                        const body_reference<tbb::blocked_range<std::uint64_t>>&);
template void run_parts(const tbb::blocked_range2d<std::int64_t>&,
                        const body_reference<tbb::blocked_range2d<std::int64_t>>&);
template void run_parts(const tbb::blocked_range3d<std::uint64_t>&,
                        const body_reference<tbb::blocked_range3d<std::uint64_t>>&);

void run_indices(std::uint64_t first, std::uint64_t last, const body_reference<std::uint64_t>& body, tasks how) {
    if (how == tasks::one_each) return run(first, last, body, tbb::simple_partitioner{});
    run(first, last, body);
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
