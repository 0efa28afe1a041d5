// How the work of a segmented reduction is shared out, and how a warp finds the segments of its share: first where they
// stand if all segments are equally long, else by a search with 16 pivots.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/cuda/arch/launch.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

inline constexpr unsigned threads = 256;                                     ///< of a block
inline constexpr unsigned shares = threads / 32;                             ///< of a block, one a warp
inline constexpr unsigned line_bytes = 128;                                  ///< what a prefetch brings
inline constexpr unsigned one_chunk = 1u << canonical_order::chunk_bits(1);  ///< elements of a segment that has one

/// Warps have shares of the work, whose values they stage where segments are short; or behind the blocks that have
/// shares there is one for each segment.
enum class plan { shares, staged, whole };

/// Blocks that a multiprocessor is to hold: registers are few, so that many loads are under way. (On an H200 at 2^28
/// elements, five are up to 12% faster than four for segments by offsets. They are 6 to 18% slower for equal ones, and
/// for staged ones, whose registers would spill.)
template <class Segments, plan Plan>
inline constexpr unsigned resident_blocks = std::is_same_v<Segments, equal_segments> || Plan == plan::staged ? 4 : 5;

/// Whether segments are so few and so long, on average, that each is to have a block.
inline bool have_a_block_each(std::uint64_t work, std::uint64_t segments) {
    constexpr std::uint64_t most = 1536, least_work = 768;
    return work < 3u << 19 && segments <= most && segments * least_work <= work;
}

/// How the work is cut, by its amount alone: few segments are to keep a whole GPU busy, many are to cost few searches.
/// It is small: a kernel that reads only the first 48 bytes of its arguments at its start starts sooner.
struct work_shape {
    static constexpr unsigned most_share = 4096;
    unsigned share;    ///< elements and segments of a warp
    unsigned slice;    ///< of the input, in bytes, that a warp fetches while it searches
    unsigned fetched;  ///< of the input, in bytes, by all of them
    unsigned blocks;   ///< that have shares; others, behind them, have a segment each
    double mean;       ///< segments for each element and segment

    work_shape(std::uint64_t work, std::uint64_t segments, std::uint64_t bytes, std::uint64_t longest)
        : share(work < 3u << 18 ? 256 : 512), mean(static_cast<double>(segments) / static_cast<double>(work)) {
        while (share < most_share && share < work / 4096) share *= 2;
        const bool whole = have_a_block_each(work, segments);
        if (whole && segments > 512) share = 2048;  // those blocks have little to do, and take the places of others
        // Larger ones are slower for it (8 MiB: 3%): their many loads are under way at once anyhow.
        constexpr std::uint64_t most_fetched = 6u << 20;
        const std::uint64_t warps = (work + share - 1) / share;
        fetched = bytes <= most_fetched ? static_cast<unsigned>(bytes) : 0;
        slice = static_cast<unsigned>(fetched / warps / line_bytes + 1) * line_bytes;
        blocks = whole && longest <= one_chunk ? 0 : static_cast<unsigned>((warps + shares - 1) / shares);
    }

    /// The longest segment that one warp takes: one chunk at most.
    __device__ unsigned longest() const { return share == most_share ? 2 * share : 4 * share; }
};

/// The result of segment `i`.
template <class Segments, class T, class U>
__device__ __forceinline__ void store_result(const Segments&, U* results, std::uint64_t i, const T& result) {
    results[i] = result;
}
/// The segment that goes on where segment `i`, before a share, stands: itself, where segments stand side by side.
template <class Segments>
__device__ __forceinline__ std::uint64_t segment_around(const Segments&, std::uint64_t i) {
    return i;
}

/// Asks for the line at `address` to be brought to the second-level cache, and waits for nothing. The emulator has
/// none.
__device__ __forceinline__ void fetch_line([[maybe_unused]] const void* address) {
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address) : "memory");
#endif
}

/// Fetches the warp's slice of the input into the second-level cache: by all of them together, all of it.
__device__ __forceinline__ void fetch_slice(const void* data, const work_shape& shape) {
    const unsigned from = threadIdx.x % 32 * line_bytes;
    const unsigned at = (blockIdx.x * shares + threadIdx.x / 32) * shape.slice + from;
    if (from < shape.slice && at < shape.fetched) fetch_line(static_cast<const char*>(data) + at);
}

/// As segment_after, by 16 lanes: the halves of a warp find a boundary each. `meanwhile` is called while the first
/// pivots are under way. It returns a 0 that the compiler cannot know; otherwise it would wait for them before the
/// call.
template <class Segments, class Meanwhile>
__device__ __forceinline__ std::uint64_t segment_after_by_half(const Segments& segments, std::uint64_t work,
                                                               double mean, Meanwhile meanwhile) {
    constexpr unsigned pivots = 16;
    const unsigned lane = threadIdx.x % pivots, half = threadIdx.x % 32 / pivots;
    const auto count_of = [&](bool less) {
        return static_cast<unsigned>(__popc(__ballot_sync(~0u, less) >> (half * pivots) & ((1u << pivots) - 1)));
    };
    const auto less_than_work = [&](std::uint64_t pivot, std::uint64_t end) {
        return count_of(pivot < end && segments.place(pivot) + pivot < work);
    };

    const std::uint64_t guess = static_cast<std::uint64_t>(static_cast<double>(work) * mean);
    std::uint64_t low = guess < pivots / 2 ? 0 : guess - pivots / 2, high = segments.count;
    if (low > high) low = high;
    const std::uint64_t pivot = low + lane, before = pivot < high ? segments.place(pivot) : 0, none = meanwhile();
    const unsigned found = count_of(pivot < high && before + pivot + none < work);
    if (found < pivots && low + found < high) high = low + found;
    low = found == 0 && low != 0 ? 0 : low + found;
    while (__any_sync(~0u, low < high)) {
        const std::uint64_t step = (high - low + pivots - 1) / pivots;
        const unsigned left = less_than_work(low + (lane + 1) * step - 1, high);
        if (low < high) {
            const std::uint64_t next = low + (left + 1) * step - 1;
            low += left * step;
            if (next < high) high = next;
        }
    }
    return low;
}
template <class Meanwhile>
__device__ __forceinline__ std::uint64_t segment_after_by_half(const equal_segments& segments, std::uint64_t work,
                                                               double, Meanwhile meanwhile) {
    meanwhile();
    return segment_after(segments, work);
}

}  // namespace segment_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
