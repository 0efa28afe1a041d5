// Run-length encoding on a GPU, and in the emulator: the pass that finds runs (cuda/runs.hpp) writes their lengths.
#pragma once

#include <cstdint>

#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/cuda/runs.hpp>
#include <strider/pattern/runs.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace run_kernels {

/// Writes the length of every run.
template <class Length>
struct length_consumer {
    static constexpr unsigned resident_blocks = 4;
    static constexpr std::uint64_t small_bytes = compact_kernels::small_bytes;
    template <unsigned Tile>
    using memory = no_memory;
    write_lengths<Length> write;

    __device__ __forceinline__ void prepare(std::uint64_t, std::uint64_t, std::uint64_t, unsigned, no_memory&) const {}
    __device__ __forceinline__ void take(std::uint64_t, const place_in_tile* places, unsigned runs, std::uint64_t run,
                                         const no_memory&) const {
        for (unsigned i = threadIdx.x; i < runs; i += threads) write(run + i, places[i], places[i + 1]);
    }
    __device__ __forceinline__ void take_open(const open_run& open, unsigned) const {
        if (open.ends && threadIdx.x == 0) write(open.number, open.begin, open.end);
    }
};

}  // namespace run_kernels

/// Stream-ordered: the first element of every run to the front of `values`, and its length to where `write` says; how
/// many to `*count`.
template <class T, class Length, class Selector>
void encode_runs_into(const device_policy& policy, const T* input, std::uint64_t elements, T* values,
                      const write_lengths<Length>& write, const Selector& starts, std::uint64_t* count) {
    using namespace run_kernels;
    if (elements == 0) return store_value(policy, std::uint64_t{0}, count);
    find_runs(policy, run_search<T>{input, elements, values, count}, starts, 0,
              [&](std::uint64_t, std::uint64_t*) { return length_consumer<Length>{write}; });
}

/// The same; waits, and returns how many.
template <class T, class Length, class Selector>
std::uint64_t encode_runs(const device_policy& policy, const T* input, std::uint64_t elements, T* values,
                          const write_lengths<Length>& write, const Selector& starts) {
    std::uint64_t* const count = static_cast<std::uint64_t*>(detail::result_slot());
    encode_runs_into(policy, input, elements, values, write, starts, count);
    detail::wait_for(policy);
    return *count;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
