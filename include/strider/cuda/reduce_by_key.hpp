// Reduction by key on a GPU, and in the emulator: the pass that finds runs of keys (cuda/runs.hpp) also reduces the
// values of runs that begin and end in one tile. A thread reduces a short run, and a warp a longer one, in the
// canonical order. At most one run of every tile goes beyond it. If the input is short, the block that finds the end of
// such a run reduces it in the same launch. Otherwise a second launch, the segmented reduction
// (cuda/segmented_reduce.hpp), reduces these runs, a segment a tile. So every value is read once.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/cuda/runs.hpp>
#include <strider/cuda/segmented_reduce.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>

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

/// Reduces the values of runs that begin and end in one tile.
template <class Source, class T, class Operator, class U = T>
struct consumer_of_values {
    static constexpr unsigned resident_blocks = sizeof(T) <= 8 ? 4 : 2;
    Source values;
    U* results;
    segment_result<T, Operator> result;

    /// The values are under way to the second-level cache while the tiles before are waited for.
    __device__ __forceinline__ void fetch([[maybe_unused]] std::uint64_t first,
                                          [[maybe_unused]] std::uint64_t end) const {
        if constexpr (std::is_same_v<Source, contiguous<T>>) {
            constexpr unsigned line = segment_kernels::line_bytes;
            const char* const from = reinterpret_cast<const char*>(values.data + first);
            const unsigned bytes = static_cast<unsigned>((end - first) * sizeof(T));
            for (unsigned at = threadIdx.x * line; at < bytes; at += threads * line)
                segment_kernels::fetch_line(from + at);
        }
    }

    /// Runs of the values of a tile.
    template <class Values>
    __device__ __forceinline__ void take_from(const Values& of_tile, const place_in_tile* places, unsigned runs,
                                              std::uint64_t run) const {
        using namespace segment_kernels;
        constexpr unsigned subtrees = 4, longest = longest_of_thread<T, Operator, subtrees>;
        constexpr unsigned of_group = 32 * unit<T, Operator>;
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        const bool spread = runs < run_kernels::threads;  // the warps share few runs, which are long
        for (unsigned base = 0; base < runs; base += run_kernels::threads) {
            const unsigned i = base + (spread ? lane * warps + warp : threadIdx.x);
            const unsigned begin = i < runs ? places[i] : 0, size = i < runs ? places[i + 1] - begin : 0;
            const elements_at from{detail::elements_from(of_tile, begin)};
            if (size != 0 && size <= longest)
                results[run + i] = result.of(reduce_by_thread<subtrees>(from, size, result.op));
            for (unsigned which = __ballot_sync(~0u, size > longest); which != 0; which &= which - 1) {
                const unsigned whose = static_cast<unsigned>(__ffs(static_cast<int>(which)) - 1);
                const auto its = detail::elements_from(of_tile, __shfl_sync(~0u, begin, whose));
                const unsigned count = __shfl_sync(~0u, size, whose);
                T value[1];
                if (count <= of_group) {
                    reduce_groups(elements_at{its}, count, one_chunk, 0, result.op, value);
                } else {
                    value[0] = reduce_by_warp(its, count, result.op);
                }
                if (lane == whose) results[run + i] = result.of(value[0]);
            }
        }
    }
};

/// Leaves runs that go beyond a tile to a second launch.
template <class Source, class T, class Operator, class U>
struct leaving_consumer : consumer_of_values<Source, T, Operator, U> {
    static constexpr std::uint64_t small_bytes = 0;
    template <unsigned Tile>
    using memory = no_memory;
    crossing_run* crossing;
    std::uint64_t tile;

    __device__ __forceinline__ void prepare(std::uint64_t first, std::uint64_t last, std::uint64_t, unsigned runs,
                                            no_memory&) const {
        if (runs > 1) this->fetch(first, last);
    }
    __device__ __forceinline__ void take(std::uint64_t first, const place_in_tile* places, unsigned runs,
                                         std::uint64_t run, const no_memory&) const {
        this->take_from(detail::elements_from(this->values, first), places, runs, run);
    }
    __device__ __forceinline__ void take_open(const open_run& open, unsigned) const {
        if (threadIdx.x != 0) return;
        if (open.fills) crossing[open.first / tile] = {open.first, open.first, open.begin / tile};
        if (open.ends) crossing[open.begin / tile] = {open.begin, open.end, open.number};
    }
};

/// Partial results of chunks, which are waited for.
template <class T>
struct awaited_partials {
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    block::awaited<T> sent;

    __device__ T operator()(std::uint64_t i) const { return sent(i); }
    __device__ __forceinline__ piece<T, width> read(std::uint64_t first, unsigned available, T otherwise) const {
        piece<T, width> elements = read_some<width>(sent, first, available);
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            if (v >= available) elements.element[v] = otherwise;
        }
        return elements;
    }
};

/// Takes runs that go beyond a tile as well, where the input is short: the block of the tile where one ends reduces it.
/// Of a run of several chunks, which all have one size, each block reduces those that end in its tile, and the last one
/// waits for their results.
template <class Source, class T, class Operator, class U>
struct finishing_consumer : consumer_of_values<Source, T, Operator, U> {
    static constexpr std::uint64_t small_bytes = any_bytes;  ///< the reduction wants many blocks
    static constexpr unsigned single = static_cast<unsigned>(canonical_order::chunk_size(1));  ///< chunk, at most
    static constexpr unsigned chunk = static_cast<unsigned>(canonical_order::chunk_size(single + 1));
    static constexpr std::uint64_t elements_before = std::uint64_t{1} << 21;  ///< the size of chunks grows
    static_assert(canonical_order::chunk_size(elements_before - 1) == chunk);
    static constexpr unsigned elements_a_slot = chunk / 2;  ///< so that runs side by side have slots of their own
    /// The values of a tile, where there is room for them: short runs would wait for each load from further away.
    template <unsigned Tile>
    struct memory {
        static constexpr bool fits = Tile * sizeof(T) <= 16 * 1024;
        compact_kernels::tile_memory<T, fits ? Tile : 1> values;
        __device__ __forceinline__ T* first() { return reinterpret_cast<T*>(values.bytes); }
    };
    block::tile_state<T> partials;

    template <unsigned Tile>
    __device__ __forceinline__ void prepare(std::uint64_t first, std::uint64_t, std::uint64_t end, unsigned,
                                            memory<Tile>& to) const {
        if constexpr (!memory<Tile>::fits) {
            this->fetch(first, end);
        } else {
            segment_kernels::stage<threads>(this->values, first, static_cast<unsigned>(end - first), threadIdx.x,
                                            to.first());
        }
    }
    template <unsigned Tile>
    __device__ __forceinline__ void take(std::uint64_t first, const place_in_tile* places, unsigned runs,
                                         std::uint64_t run, memory<Tile>& from) const {
        if constexpr (memory<Tile>::fits) {
            this->take_from(contiguous<T>{from.first()}, places, runs, run);
        } else {
            this->take_from(detail::elements_from(this->values, first), places, runs, run);
        }
    }
    __device__ __forceinline__ void take_open(const open_run& open, unsigned epoch) const {
        using segment_kernels::elements_at, segment_kernels::reduce_by_block;
        __shared__ T of_groups[2][segment_kernels::groups];
        const auto values = detail::elements_from(this->values, open.begin);
        const unsigned before = static_cast<unsigned>(open.first - open.begin);
        const unsigned count = static_cast<unsigned>(open.end - open.begin);
        const auto op = this->result.op;
        T value{};
        if (count <= single) {
            if (!open.ends) return;
            value = reduce_by_block(elements_at{values}, count, single, op, of_groups[0]);
        } else {
            block::tile_state<T> mine = partials;
            mine.slots += open.begin / elements_a_slot * mine.words;
            unsigned c = before > single ? before / chunk : 0;  // before that, the run might have been one chunk
            for (; (c + 1) * chunk <= count || (open.ends && c * chunk < count); ++c) {
                const unsigned left = count - c * chunk;
                value = reduce_by_block(elements_at{detail::elements_from(values, c * chunk)},
                                        left < chunk ? left : chunk, chunk, op, of_groups[c % 2]);
                if (threadIdx.x == 0) mine.publish(c, value, epoch);
            }
            if (!open.ends) return;
            value = reduce_by_block(awaited_partials<T>{{mine, epoch}}, c, c, op, of_groups[c % 2]);
        }
        if (threadIdx.x == 0) this->results[open.number] = this->result.of(value);
    }
};

}  // namespace run_kernels

/// Stream-ordered: the first key of every run to the front of `unique`, and the reduction of its values to `results`;
/// how many to `*count`.
template <class K, element_source Source, class U, class T, class Operator, class Selector>
void reduce_runs_into(const device_policy& policy, const keyed_reduction<K, Source, U, segment_result<T, Operator>>& of,
                      const Selector& starts, std::uint64_t* count) {
    using namespace run_kernels;
    const std::uint64_t elements = of.elements;
    if (elements == 0) return store_value(policy, std::uint64_t{0}, count);
    const run_search<K> search{of.keys, elements, of.unique, count};
    const consumer_of_values<Source, T, Operator, U> consumer{of.values, of.results, of.result};
    using finishing = finishing_consumer<Source, T, Operator, U>;
    if (elements < finishing::elements_before) {
        using state = block::tile_state<T>;
        const std::uint64_t slots = (elements / finishing::elements_a_slot + 1) * state::words;
        return find_runs(policy, search, starts, slots, [&](std::uint64_t, std::uint64_t* partials) {
            return finishing{consumer, state{partials, nullptr}};
        });
    }
    crossing_runs crossing{};
    find_runs(policy, search, starts, 0, [&](std::uint64_t tile, std::uint64_t*) {
        crossing.count = (elements - 1) / tile + 1;
        auto* const runs = reinterpret_cast<crossing_run*>(
            detail::scratch_of(policy, crossing.count * sizeof(crossing_run), scratch_use::within_a_call).slots);
        crossing.runs = runs;
        return leaving_consumer<Source, T, Operator, U>{consumer, runs, tile};
    });
    reduce_segments(policy, of.values, elements, crossing, of.result, of.results);
}

/// The same; waits, and returns how many.
template <class K, element_source Source, class U, class Result, class Selector>
std::uint64_t reduce_runs(const device_policy& policy, const keyed_reduction<K, Source, U, Result>& of,
                          const Selector& starts) {
    std::uint64_t* const count = static_cast<std::uint64_t*>(detail::result_slot());
    reduce_runs_into(policy, of, starts, count);
    detail::wait_for(policy);
    return *count;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
