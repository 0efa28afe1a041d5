// Reduction by key on all cores: the core that finds some runs (cpu/run_length_encode.hpp) reduces them as segments
// (cpu/segmented_reduce.hpp), a long one with the help of others. No memory for where runs begin. Honours the caller's
// tbb::task_arena.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/run_length_encode.hpp>
#include <strider/cpu/segmented_reduce.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

/// The first key of every run to the front of `unique`, and the reduction of its values to `results`; how many.
template <class K, element_source Source, class T, class Operator, class Selector, class U>
std::uint64_t reduce_runs(cpu, const K* keys, const Source& values, std::uint64_t elements, K* unique, U* results,
                          const segment_result<T, Operator>& result, const Selector& starts) {
    return cpu_backend::find_runs(keys, elements, unique, starts,
                                  [&](std::uint64_t run, const std::uint64_t* bounds, unsigned count) {
                                      const offset_segments<std::uint64_t> segments{bounds, count};
                                      cpu_backend::reduce_share(values, segments, 0, count, result, results + run);
                                  });
}

}  // namespace strider
