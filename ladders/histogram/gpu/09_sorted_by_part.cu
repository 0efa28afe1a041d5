// 09: samples sorted by part of the bins
// Against rung 8: a launch more brings the samples of a tile to the order of their parts, 16 bits each, so that a
// part's blocks read the samples of their part and no others.
#include <ladders/histogram/gpu/counts.hpp>
#include <strider/cuda/policy.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

inline constexpr unsigned block_that_sorts = 512, samples_each = 16, tile_samples = block_that_sorts * samples_each;
inline constexpr unsigned block_that_counts = 1024, most_parts = 31;
inline constexpr unsigned unit = 8;  ///< places of 16 bits in a load; a part's last one is filled up
inline constexpr unsigned nowhere = 0xffff, pitch = tile_samples / unit + most_parts;  ///< of a tile, in units

/// Handed from launch to launch: the units of each tile, and where its parts begin among them.
struct sorted_samples {
    unsigned bits;  ///< a part is 2^bits bins
    std::uint64_t tiles;
    uint4* units;
    unsigned* begins;  ///< most_parts + 1 of a tile
};

template <class T, class Binning>
__global__ __launch_bounds__(block_that_sorts) void sort_by_part(const T* input, std::uint64_t elements,
                                                                 Binning binning, sorted_samples to) {
    constexpr unsigned bin_bits = 18;  // and 13 of a rank
    __shared__ unsigned ends[most_parts + 1];
    __shared__ uint4 units[pitch];
    std::uint16_t* const places = reinterpret_cast<std::uint16_t*>(units);
    const std::uint64_t first = std::uint64_t{blockIdx.x} * tile_samples + threadIdx.x;
    unsigned found[samples_each];

    if (threadIdx.x <= most_parts) ends[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < samples_each; ++k) {
        const std::uint64_t i = first + k * block_that_sorts;
        if (i < elements) found[k] = binning.bin_of(input[i]);
    }
#pragma unroll
    for (unsigned k = 0; k < samples_each; ++k) {
        const std::uint64_t i = first + k * block_that_sorts;
        if (i < elements) found[k] |= atomicAdd(&ends[found[k] >> to.bits], 1u) << bin_bits;
    }
    __syncthreads();
    if (threadIdx.x < 32) {  // a lane a part
        const unsigned samples = ends[threadIdx.x], mine = (samples + unit - 1) / unit;
        unsigned end = mine;
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const unsigned left = __shfl_up_sync(~0u, end, distance);
            if (threadIdx.x >= distance) end += left;
        }
        to.begins[std::uint64_t{blockIdx.x} * (most_parts + 1) + threadIdx.x] = end - mine;
        ends[threadIdx.x] = end;
        for (unsigned p = (end - mine) * unit + samples; p < end * unit; ++p) places[p] = nowhere;
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < samples_each; ++k) {
        if (first + k * block_that_sorts >= elements) continue;
        const unsigned bin = found[k] % (1u << bin_bits), part = bin >> to.bits;
        const unsigned begin = part == 0 ? 0 : ends[part - 1] * unit;
        places[begin + (found[k] >> bin_bits)] = static_cast<std::uint16_t>(bin - (part << to.bits));
    }
    __syncthreads();
    uint4* const output = to.units + std::uint64_t{blockIdx.x} * pitch;
    for (unsigned u = threadIdx.x; u < ends[most_parts]; u += block_that_sorts) output[u] = units[u];
}

/// Block (x, y) counts the x-th share of the tiles in the y-th part; a warp takes one tile at a time.
__global__ __launch_bounds__(block_that_counts, 1) void count_part(sorted_samples from, unsigned cells, count* counts) {
    unsigned* const counters = dynamic_shared<unsigned>();
    const unsigned first = blockIdx.y << from.bits, part = 1u << from.bits;
    const unsigned size = cells - first < part ? cells - first : part;
    clear(counters, size);
    const auto add = [&](unsigned place) {
        if (place != nowhere) atomicAdd(&counters[place], 1u);
    };
    const std::uint64_t warps = block_that_counts / 32, step = gridDim.x * warps;
    for (std::uint64_t t = blockIdx.x * warps + threadIdx.x / 32; t < from.tiles; t += step) {
        const unsigned* const begin = from.begins + t * (most_parts + 1) + blockIdx.y;
        for (unsigned u = begin[0] + threadIdx.x % 32; u < begin[1]; u += 32) {
            const uint4 some = from.units[t * pitch + u];
            for (const unsigned both : {some.x, some.y, some.z, some.w}) {
                add(both & 0xffff);
                add(both >> 16);
            }
        }
    }
    commit(counters, size - 1, 1, counts + first);
}

inline std::uint64_t tiles_of(const instance& of) { return blocks_for(of.elements, tile_samples); }

static const registration sorted_by_part_rung{{
    .pattern = "histogram",
    .number = 9,
    .follows = 8,
    .name = "sorted by part of the bins",
    .fault = "each part reads all samples",
    .change = "samples sorted by part",
    .idea = "A part is a range of bins. The first launch sorts each tile of samples by part, and stores for each "
            "sample its bin within the part. The blocks of the second launch read only the samples of their part.",
    .hypothesis = "A sample is read once, and its bin, 2 bytes, is written and read once, for any number of parts. "
                  "With four parts (200,000 bins) the rung reaches 0.6 of the speed of rung 8, since L2 serves the "
                  "reads of three parts there.",
    .expectations = {{"launches", direction::rises}, {"global_sectors", direction::rises}},
    .source = "include/strider/cuda/histogram/partition.hpp",
    .block = block_that_sorts,
    .scratch_bytes =
        [](const arguments& with) {
            return static_cast<std::size_t>(tiles_of(with)) *
                   (pitch * sizeof(uint4) + (most_parts + 1) * sizeof(unsigned));
        },
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned cells = bins_of(with) + 1;
                unsigned bits = 15;
                while (sizeof(unsigned) << bits > most_shared_bytes()) --bits;
                const unsigned parts = (cells + (1u << bits) - 1) >> bits;
                const std::uint64_t tiles = tiles_of(with);
                uint4* const units = static_cast<uint4*>(with.scratch);
                const sorted_samples sorted{bits, tiles, units, reinterpret_cast<unsigned*>(units + tiles * pitch)};
                launch_on(with, tiles, block_that_sorts, 0, sort_by_part<T, Binning>, input, with.elements, binning,
                          sorted);
                const std::size_t bytes = std::min(cells, 1u << bits) * sizeof(unsigned);
                const std::uint64_t columns =
                    std::max<std::uint64_t>(1, filling_blocks(with, block_that_counts, 1) / parts);
                allow_shared(count_part, bytes);
                launch(count_part,
                       {dim3(static_cast<unsigned>(columns), parts), dim3(block_that_counts), bytes, stream_of(with)},
                       sorted, cells, counts);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
