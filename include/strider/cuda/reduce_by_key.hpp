// Reduction by key on a GPU, and in the executor: the pass that finds runs of keys (cuda/runs.hpp) also reduces the
// values of those that begin and end in one tile: of a short run by a thread, of a longer one by a warp, in the
// canonical order. Of every tile one run at most goes beyond it: those are left to the segmented reduction
// (cuda/segmented_reduce.hpp), a segment a tile, in a second launch. So every value is read once.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/segments.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/cuda/runs.hpp>
#include <strider/cuda/segmented_reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace run_kernels {

/// The run that begins in a tile and goes beyond it; of a tile where none begins, an empty one, whose `number` is the
/// tile where the run began that goes on there.
struct crossing_run {
    std::uint64_t begin, end, number;
};

/// These as segments, one a tile. They ascend: an empty one stands at the beginning of its tile.
struct crossing_runs {
    const crossing_run* runs;
    std::uint64_t count;

    __device__ std::uint64_t begin(std::uint64_t i) const { return runs[i].begin; }
    __device__ std::uint64_t size(std::uint64_t i) const { return runs[i].end - runs[i].begin; }
    __device__ std::uint64_t place(std::uint64_t i) const { return begin(i); }
};

// How the segmented reduction (search.hpp) takes them: an empty one has no result, and lies within another.
template <class T, class U>
__device__ __forceinline__ void store_result(const crossing_runs& segments, U* results, std::uint64_t i,
                                             const T& result) {
    if (segments.size(i) != 0) results[segments.runs[i].number] = result;
}
__device__ __forceinline__ std::uint64_t segment_around(const crossing_runs& segments, std::uint64_t i) {
    return segments.size(i) != 0 ? i : segments.runs[i].number;
}

/// Values that a thread has under way, a subtree of the canonical order: a power of two; and the longest run that it
/// takes.
template <class T>
inline constexpr unsigned at_once = sizeof(T) < 4 ? 8 : 2 * canonical_order::accumulators_per_lane(sizeof(T));
template <class T, class Operator>
inline constexpr unsigned longest_of_thread =
    is_commutative<Operator, T> ? 4 * at_once<T> : 2 * segment_kernels::unit<T, Operator>;

/// A run of at most longest_of_thread values, by one thread.
template <class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T reduce_by_thread(const Source& values, unsigned count, Operator op) {
    if constexpr (is_commutative<Operator, T>) {
        T parts[4];
#pragma unroll
        for (unsigned p = 0; p < 4; ++p) {
            const unsigned first = p * at_once<T>;
            if (first >= count) break;
            T some[at_once<T>];
#pragma unroll
            for (unsigned v = 0; v < at_once<T>; ++v) {
                if (first + v < count) some[v] = values(first + v);
            }
            parts[p] = block::thread_tree(some, count - first, op);
        }
        return block::thread_tree(parts, (count + at_once<T> - 1) / at_once<T>, op);
    } else {
        constexpr unsigned unit = segment_kernels::unit<T, Operator>;
        const auto fold = [&](unsigned first, unsigned end) {
            T value = values(first);
            for (unsigned i = first + 1; i < end; ++i) value = op(value, values(i));
            return value;
        };
        const T value = fold(0, count < unit ? count : unit);
        return count <= unit ? value : static_cast<T>(op(value, fold(unit, count)));
    }
}

/// Reduces the values of runs.
template <class Source, class T, class Operator, class U = T>
struct reducing_taker {
    static constexpr unsigned resident_blocks = sizeof(T) <= 8 ? 4 : 2;
    static constexpr std::uint64_t little_bytes = std::uint64_t{8} << 20;  ///< the reduction wants many blocks
    Source values;
    U* results;
    segment_result<T, Operator> result;
    crossing_run* crossing;
    std::uint64_t tile;

    /// The values are under way to the second-level cache while the tiles before are waited for.
    __device__ __forceinline__ void prepare(std::uint64_t first, std::uint64_t last, unsigned runs) const {
        if constexpr (std::is_same_v<Source, contiguous<T>>) {
            if (runs < 2) return;
            constexpr unsigned line = segment_kernels::line_bytes;
            const char* const from = reinterpret_cast<const char*>(values.data + first);
            const unsigned bytes = static_cast<unsigned>((last - first) * sizeof(T));
            for (unsigned at = threadIdx.x * line; at < bytes; at += threads * line)
                segment_kernels::fetch_line(from + at);
        }
    }

    __device__ __forceinline__ void take(std::uint64_t first, const place_in_tile* places, unsigned runs,
                                         std::uint64_t run) const {
        constexpr unsigned longest = longest_of_thread<T, Operator>;
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        const bool spread = runs < threads;  // the warps share few runs, which are long
        for (unsigned base = 0; base < runs; base += threads) {
            const unsigned i = base + (spread ? lane * warps + warp : threadIdx.x);
            const unsigned begin = i < runs ? places[i] : 0, size = i < runs ? places[i + 1] - begin : 0;
            const segment_kernels::elements_at from{detail::elements_from(values, first + begin)};
            if (size != 0 && size <= longest) results[run + i] = result.of(reduce_by_thread(from, size, result.op));
            for (unsigned which = __ballot_sync(~0u, size > longest); which != 0; which &= which - 1) {
                const unsigned whose = static_cast<unsigned>(__ffs(static_cast<int>(which)) - 1);
                const auto its = detail::elements_from(values, first + __shfl_sync(~0u, begin, whose));
                const T value = segment_kernels::reduce_by_warp(its, __shfl_sync(~0u, size, whose), result.op);
                if (lane == whose) results[run + i] = result.of(value);
            }
        }
    }

    __device__ __forceinline__ void take_crossing(std::uint64_t run, std::uint64_t begin, std::uint64_t end) const {
        crossing[begin / tile] = {begin, end, run};
    }
    __device__ __forceinline__ void take_none(std::uint64_t first, std::uint64_t open) const {
        crossing[first / tile] = {first, first, open / tile};
    }
};

}  // namespace run_kernels

/// Stream-ordered: the first key of every run to the front of `unique`, and the reduction of its values to `results`;
/// how many to `*count`.
template <class K, element_source Source, class T, class Operator, class Selector, class U>
void reduce_runs_into(const device_policy& policy, const K* keys, const Source& values, std::uint64_t elements,
                      K* unique, U* results, const segment_result<T, Operator>& result, const Selector& starts,
                      std::uint64_t* count) {
    using namespace run_kernels;
    if (elements == 0) return store_value(policy, std::uint64_t{0}, count);
    crossing_runs crossing{};
    find_runs(policy, keys, elements, unique, starts, count, [&](std::uint64_t tile) {
        crossing.count = (elements - 1) / tile + 1;
        auto* const runs = reinterpret_cast<crossing_run*>(
            detail::scratch_of(policy, crossing.count * sizeof(crossing_run), scratch_use::within_a_call).slots);
        crossing.runs = runs;
        return reducing_taker<Source, T, Operator, U>{values, results, result, runs, tile};
    });
    reduce_segments(policy, values, elements, crossing, result, results);
}

/// The same; waits, and returns how many.
template <class K, element_source Source, class T, class Operator, class Selector, class U>
std::uint64_t reduce_runs(const device_policy& policy, const K* keys, const Source& values, std::uint64_t elements,
                          K* unique, U* results, const segment_result<T, Operator>& result, const Selector& starts) {
    std::uint64_t* const count = static_cast<std::uint64_t*>(detail::result_slot());
    reduce_runs_into(policy, keys, values, elements, unique, results, result, starts, count);
    detail::wait_for(policy);
    return *count;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
