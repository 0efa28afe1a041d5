// Reduction by key on all cores: the core that finds some runs (cpu/run_length_encode.hpp) reduces them as segments
// (cpu/segmented_reduce.hpp), a long one with the help of others. No memory for where runs begin. Honours the caller's
// tbb::task_arena.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/run_length_encode.hpp>
#include <strider/cpu/segmented_reduce.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

/// The first key of every run to the front of `unique`, and the reduction of its values to `results`; how many.
template <class K, element_source Source, class U, class Result, class Selector>
std::uint64_t reduce_runs(cpu, const keyed_reduction<K, Source, U, Result>& of, const Selector& starts) {
    const auto reduce_some = [&](std::uint64_t run, const std::uint64_t* bounds, unsigned count) {
        const offset_segments<std::uint64_t> segments{bounds, count};
        cpu_backend::reduce_share(of.values, segments, 0, count, of.result, of.results + run);
    };
    return cpu_backend::find_runs(of.keys, of.elements, of.unique, starts, reduce_some);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
