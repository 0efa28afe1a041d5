// Reduction by key on a GPU, and in the executor: one pass over the keys that writes where runs begin
// (cuda/run_length_encode.hpp), and the segmented reduction by these offsets (cuda/segmented_reduce.hpp), which learns
// on the device how many there are.
#pragma once

#include <cstdint>

#include <strider/core/runs.hpp>
#include <strider/core/segments.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/run_length_encode.hpp>
#include <strider/cuda/segmented_reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace run_kernels {

/// Stream-ordered, by offsets of that type; at least one element.
template <class Offset, class K, class T, class Operator, class Selector>
void reduce_by_offsets_of(const device_policy& policy, const K* keys, const T* values, std::uint64_t elements,
                          K* unique, T* results, const segment_result<T, Operator>& result, const Selector& starts,
                          std::uint64_t* count) {
    Offset* const offsets = reinterpret_cast<Offset*>(
        detail::scratch_of(policy, (elements + 1) * sizeof(Offset), scratch_use::within_a_call).slots);
    const runs_so_far* const found =
        encode(policy, keys, elements, unique, write_offsets<Offset>{offsets}, starts, count);
    const segment_kernels::counted_segments<Offset> segments{{offsets, elements}, &found->count};
    reduce_segments(policy, values, elements, segments, result, results);
}

}  // namespace run_kernels

/// Stream-ordered: the first key of every run to the front of `unique`, and the reduction of its values to `results`;
/// how many to `*count`.
template <class K, class T, class Operator, class Selector>
void reduce_runs_into(const device_policy& policy, const K* keys, const T* values, std::uint64_t elements, K* unique,
                      T* results, const segment_result<T, Operator>& result, const Selector& starts,
                      std::uint64_t* count) {
    using namespace run_kernels;
    if (elements == 0) return count_none(policy, count);
    if (elements >> 32 == 0) {
        reduce_by_offsets_of<std::uint32_t>(policy, keys, values, elements, unique, results, result, starts, count);
    } else {
        reduce_by_offsets_of<std::uint64_t>(policy, keys, values, elements, unique, results, result, starts, count);
    }
}

/// The same; waits, and returns how many.
template <class K, class T, class Operator, class Selector>
std::uint64_t reduce_runs(const device_policy& policy, const K* keys, const T* values, std::uint64_t elements,
                          K* unique, T* results, const segment_result<T, Operator>& result, const Selector& starts) {
    std::uint64_t* const count = static_cast<std::uint64_t*>(detail::result_slot());
    reduce_runs_into(policy, keys, values, elements, unique, results, result, starts, count);
    detail::wait_for(policy);
    return *count;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
