// Histograms of more cells than a block has counters for: samples are first sorted by the part of the cells that they
// count in. One block then reads a sample, and not one block of every part.
//
// A block sorts a tile of samples by their parts in shared memory (in any order within a part), and writes 16 bits for
// each: its cell within the part. Blocks of the second launch count a part each, which tiles hold in one piece. So a
// sample of 4 bytes costs 8 bytes of traffic, whatever the number of parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/histogram/counters.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/pattern/bins.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace histogram_kernels {

/// Parts of cells, and the samples of each tile in their order.
struct partition {
    static constexpr unsigned threads = 512, samples_a_thread = 16, tile = threads * samples_a_thread;
    static constexpr unsigned copies = 8;      ///< of a tile's counters: more cost their sums, and help little
    static constexpr unsigned granule = 8192;  ///< cells: a part is some of them, the more the fewer parts
    static constexpr unsigned most_parts = 63, unit = 8;
    static constexpr unsigned nowhere = 0xffff;  ///< what fills a part's last unit

    unsigned part, parts, reciprocal;  ///< cells of a part; and 2^16 by its granules, rounded up
    std::uint64_t tiles;
    uint4* units;           ///< of 8 places in a part: `pitch` of them a tile
    std::uint16_t* begins;  ///< of a tile's parts, and the end of the last one: in units

    static unsigned pitch_of(unsigned parts) { return tile / unit + parts; }
    static std::size_t tile_bytes(unsigned parts) {
        return pitch_of(parts) * sizeof(uint4) + (parts + 1) * sizeof(std::uint16_t);
    }
    __device__ unsigned pitch() const { return tile / unit + parts; }
    __device__ unsigned part_of(unsigned cell) const { return cell / granule * reciprocal >> 16; }
};

template <class T, class Rule>
__global__ void __launch_bounds__(partition::threads, 3)
    partition_kernel(const T* samples, std::uint64_t elements, Rule rule, partition to) {
    constexpr unsigned copies = partition::copies, each = partition::samples_a_thread, unit = partition::unit;
    static_assert(partition::tile / copies <= 1024);
    __shared__ unsigned counts[partition::most_parts * copies];
    __shared__ uint4 units[partition::tile / unit + partition::most_parts];
    __shared__ unsigned all_units;
    auto* const places = reinterpret_cast<std::uint16_t*>(units);
    for (unsigned c = threadIdx.x; c < to.parts * copies; c += partition::threads) counts[c] = 0;

    const std::uint64_t first = std::uint64_t{blockIdx.x} * partition::tile + threadIdx.x;
    const bool complete = first - threadIdx.x + partition::tile <= elements;
    T sample[each];
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
        const std::uint64_t i = first + k * partition::threads;
        sample[k] = complete || i < elements ? samples[i] : T{};
    }
    __syncthreads();

    unsigned found[each];  // 16 bits of a place in a part, 10 of its rank, 6 of the part
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
        found[k] = ~0u;
        if (!complete && first + k * partition::threads >= elements) continue;
        const unsigned cell = rule.cell_of(sample[k]), part = to.part_of(cell);
        const unsigned rank = atomicAdd(&counts[part * copies + threadIdx.x % copies], 1u);
        found[k] = part << 26 | rank << 16 | (cell - part * to.part);
    }
    __syncthreads();

    // Counts become the places where their samples begin, by lanes of two parts each.
    if (threadIdx.x < 32) {
        unsigned sums[2] = {};
#pragma unroll
        for (unsigned p = 0; p < 2; ++p) {
            if (2 * threadIdx.x + p >= to.parts) continue;
            for (unsigned c = 0; c < copies; ++c) sums[p] += counts[(2 * threadIdx.x + p) * copies + c];
        }
        const unsigned of_both = (sums[0] + unit - 1) / unit + (sums[1] + unit - 1) / unit;
        const auto scanned = warp::exclusive_scan(of_both, 32u, plus{});
        unsigned begin = threadIdx.x == 0 ? 0 : scanned.before;
        std::uint16_t* const begins = to.begins + std::uint64_t{blockIdx.x} * (to.parts + 1);
#pragma unroll
        for (unsigned p = 0; p < 2; ++p) {
            const unsigned part = 2 * threadIdx.x + p;
            if (part <= to.parts) begins[part] = static_cast<std::uint16_t>(begin);
            if (part >= to.parts) continue;
            unsigned place = begin * unit;
            for (unsigned c = 0; c < copies; ++c) {
                const unsigned count = counts[part * copies + c];
                counts[part * copies + c] = place;
                place += count;
            }
            begin += (sums[p] + unit - 1) / unit;
            for (; place < begin * unit; ++place) places[place] = partition::nowhere;
        }
        if (threadIdx.x == 31) all_units = scanned.total;
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
        if (found[k] == ~0u) continue;
        const unsigned begin = counts[(found[k] >> 26) * copies + threadIdx.x % copies];
        places[begin + (found[k] >> 16) % 1024] = static_cast<std::uint16_t>(found[k]);
    }
    __syncthreads();
    uint4* const output = to.units + std::uint64_t{blockIdx.x} * to.pitch();
    for (unsigned u = threadIdx.x; u < all_units; u += partition::threads) output[u] = units[u];
}

/// Which part a block counts, and which of how many shares of its tiles.
struct share_of_part {
    unsigned part, index, shares;
};

/// Shares the blocks out: one to each part, and the others as some tiles say how many samples parts have.
__device__ __forceinline__ share_of_part share_of_block(const partition& from) {
    constexpr unsigned most_looked_at = 64;
    __shared__ unsigned weights[partition::most_parts];
    if (threadIdx.x < from.parts) weights[threadIdx.x] = 0;
    __syncthreads();
    const auto looked_at = static_cast<unsigned>(from.tiles < most_looked_at ? from.tiles : most_looked_at);
    for (unsigned e = threadIdx.x; e < looked_at * from.parts; e += threads) {
        const unsigned part = e % from.parts;
        const std::uint16_t* const begin =
            from.begins + e / from.parts * from.tiles / looked_at * (from.parts + 1) + part;
        atomicAdd(&weights[part], static_cast<unsigned>(begin[1]) - begin[0]);
    }
    __syncthreads();
    unsigned all = 0, before = 0, first = 0;
    for (unsigned p = 0; p < from.parts; ++p) all += weights[p];
    for (unsigned p = 0;; ++p) {
        before += weights[p];
        const unsigned end = p + 1 + before * (gridDim.x - from.parts) / all;
        if (blockIdx.x < end) return {p, blockIdx.x - first, end - first};
        first = end;
    }
}

/// Counts the parts. A warp takes one tile at a time.
template <class Sum>
__global__ void __launch_bounds__(threads, 1) count_parts_kernel(partition from, unsigned cells, Sum* sums) {
    unsigned* const counters = dynamic_shared<unsigned>();
    const share_of_part mine = share_of_block(from);
    const unsigned first = mine.part * from.part, size = cells - first < from.part ? cells - first : from.part;
    for (unsigned c = threadIdx.x; c < size; c += threads) counters[c] = 0;
    __syncthreads();

    const auto count = [&](unsigned place) {
        if (place != partition::nowhere) atomicAdd(&counters[place], 1u);
    };
    constexpr unsigned ahead = 4;
    const std::uint64_t step = std::uint64_t{mine.shares} * (threads / 32);
    for (std::uint64_t t = mine.index * (threads / 32) + threadIdx.x / 32; t < from.tiles; t += step) {
        const std::uint16_t* const begins = from.begins + t * (from.parts + 1) + mine.part;
        const uint4* const units = from.units + t * from.pitch();
        const unsigned end = begins[1];
        for (unsigned u = begins[0] + threadIdx.x % 32; u < end; u += 32 * ahead) {
            uint4 next[ahead];
#pragma unroll
            for (unsigned k = 0; k < ahead; ++k) {
                next[k] = u + k * 32 < end ? units[u + k * 32] : uint4{~0u, ~0u, ~0u, ~0u};
            }
#pragma unroll
            for (unsigned k = 0; k < ahead; ++k) {
                const uint4 some = next[k];
                const unsigned place = some.x & 0xffff;
                if (some.x == place * 0x10001 && some.x == some.y && some.x == some.z && some.x == some.w) {
                    // All the same: additions to one place wait for each other.
                    if (place != partition::nowhere) atomicAdd(&counters[place], partition::unit);
                } else {
                    count(place), count(some.x >> 16), count(some.y & 0xffff), count(some.y >> 16);
                    count(some.z & 0xffff), count(some.z >> 16), count(some.w & 0xffff), count(some.w >> 16);
                }
            }
        }
    }
    __syncthreads();
    for (unsigned c = threadIdx.x; c < size; c += threads) {
        if (counters[c] != 0) atomicAdd(&sums[first + c], static_cast<Sum>(counters[c]));
    }
}

template <class Rule>
inline constexpr bool is_given_edges = false;
template <class T, class Edge>
inline constexpr bool is_given_edges<binning::bins_between<T, Edge>> = true;

/// Whether partitioning pays: every multiprocessor has a few tiles.
inline bool is_partitioned(unsigned cells, std::size_t room, std::uint64_t elements) {
    const std::size_t granules = room / partition::granule;
    return granules > 0 && cells <= partition::most_parts * granules * partition::granule &&
           elements >= std::uint64_t{4} * partition::tile * multiprocessors();
}

/// Adds the counts of the samples' cells to `sums`. `room`: the counters of a block.
template <class T, class Rule>
void count_partitioned(const device_policy& policy, const T* samples, std::uint64_t elements, const Rule& rule,
                       unsigned cells, std::size_t room, unsigned long long* sums) {
    const auto most = static_cast<unsigned>(room / partition::granule < 7 ? room / partition::granule : 7);
    partition shape{most * partition::granule, 0, (65'536 + most - 1) / most, 0, nullptr, nullptr};
    shape.parts = (cells + shape.part - 1) / shape.part;
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 29;  // of scratch
    const std::size_t tile_bytes = partition::tile_bytes(shape.parts);
    const std::uint64_t tiles = (elements + partition::tile - 1) / partition::tile;
    const std::uint64_t slices = (tiles * tile_bytes + most_bytes - 1) / most_bytes;
    const std::uint64_t of_slice = (tiles + slices - 1) / slices;
    const scratch_memory scratch = detail::scratch_of(policy, of_slice * tile_bytes, scratch_use::within_a_call);
    shape.units = reinterpret_cast<uint4*>(scratch.slots);
    shape.begins = reinterpret_cast<std::uint16_t*>(shape.units + of_slice * partition::pitch_of(shape.parts));
    const std::size_t shared_bytes = shape.part * sizeof(unsigned);
    allow_shared(count_parts_kernel<unsigned long long>, shared_bytes);
    for (std::uint64_t first = 0; first < tiles; first += of_slice) {
        shape.tiles = tiles - first < of_slice ? tiles - first : of_slice;
        const std::uint64_t before = first * partition::tile;
        launch(partition_kernel<T, Rule>,
               {dim3(static_cast<unsigned>(shape.tiles)), dim3(partition::threads), 0, detail::stream_of(policy)},
               samples + before, elements - before, rule, shape);
        const unsigned blocks = multiprocessors() < shape.parts ? shape.parts : multiprocessors();
        launch(count_parts_kernel<unsigned long long>,
               {dim3(blocks), dim3(threads), shared_bytes, detail::stream_of(policy)}, shape, cells, sums);
    }
}

}  // namespace histogram_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
