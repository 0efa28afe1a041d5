// The highest rates of a GPU's memory, measured: the best of several kernels that do nothing else.
#include <ladders/devices/gpu_roof.hpp>
#include <strider/cuda/block/tile.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

using detail::check;

namespace {

/// How an access treats the caches: `streaming` data is used once and may go first.
enum class cache_modifier { normal, streaming };

/// Joins 16-byte words so that no load can be left out; stores only what never comes up.
__device__ void keep(uint4 sum, uint4* never) {
    if (sum.x == 0x9e3779b9 && sum.y == 0x7f4a7c15 && sum.z == 0xf39cc060 && sum.w == 0x5cedc834) *never = sum;
}
__device__ uint4 joined(uint4 a, uint4 b) { return {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w}; }

template <cache_modifier how>
__device__ uint4 read_word(const uint4* from) {
    if constexpr (how == cache_modifier::streaming) return __ldcs(from);
    return *from;
}

/// Every block reads its own stretch of words, `in_flight` loads at a time.
template <cache_modifier how, unsigned threads, unsigned in_flight>
__global__ void __launch_bounds__(threads) read_stretches(const uint4* from, std::uint64_t words, uint4* never) {
    constexpr unsigned stretch = 32768;  // 512 KiB
    const std::uint64_t first = std::uint64_t{blockIdx.x} * stretch;
    const std::uint64_t end = first + stretch < words ? first + stretch : words;
    uint4 sum{};
    for (std::uint64_t i = first + threadIdx.x; i < end; i += in_flight * threads) {
        uint4 next[in_flight];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
            next[k] = i + k * threads < end ? read_word<how>(from + i + k * threads) : uint4{};
        }
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) sum = joined(sum, next[k]);
    }
    keep(sum, never);
}

/// The whole grid walks through memory together.
template <cache_modifier how, unsigned threads, unsigned in_flight>
__global__ void __launch_bounds__(threads) read_together(const uint4* from, std::uint64_t words, uint4* never) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * threads;
    uint4 sum{};
    std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    for (; i + (in_flight - 1) * stride < words; i += in_flight * stride) {
        uint4 next[in_flight];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) next[k] = read_word<how>(from + i + k * stride);
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) sum = joined(sum, next[k]);
    }
    for (; i < words; i += stride) sum = joined(sum, from[i]);
    keep(sum, never);
}

template <cache_modifier how, unsigned threads, unsigned in_flight>
void stretches(const gpu_traffic& on) {
    const std::uint64_t words = on.bytes / sizeof(uint4);
    const unsigned blocks = static_cast<unsigned>((words + 32767) / 32768);
    launch(read_stretches<how, threads, in_flight>, {dim3(blocks), dim3(threads), 0, on.stream},
           static_cast<const uint4*>(on.memory), words, static_cast<uint4*>(on.spare));
}

template <cache_modifier how, unsigned threads, unsigned in_flight>
void together(const gpu_traffic& on) {
    launch(read_together<how, threads, in_flight>,
           {dim3(on.multiprocessors * (2048 / threads)), dim3(threads), 0, on.stream},
           static_cast<const uint4*>(on.memory), on.bytes / sizeof(uint4), static_cast<uint4*>(on.spare));
}

/// The sum of `Inputs` arrays to one more, which lie side by side in memory: a block a stretch.
template <cache_modifier How, unsigned Inputs, unsigned threads, unsigned in_flight>
__global__ void __launch_bounds__(threads) move_stretches(const uint4* from, uint4* to, std::uint64_t words) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (threads * in_flight) + threadIdx.x;
    uint4 next[Inputs][in_flight];
#pragma unroll
    for (unsigned a = 0; a < Inputs; ++a) {
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
            const std::uint64_t i = first + k * threads;
            next[a][k] = i < words ? read_word<How>(from + a * words + i) : uint4{};
        }
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * threads;
        if constexpr (Inputs == 2) next[0][k] = joined(next[0][k], next[1][k]);
        if (i >= words) break;
        if constexpr (How == cache_modifier::streaming) {
            __stcs(to + i, next[0][k]);
        } else {
            to[i] = next[0][k];
        }
    }
}

template <cache_modifier How, unsigned Inputs, unsigned threads, unsigned in_flight>
void move(const gpu_traffic& on) {
    uint4* const memory = static_cast<uint4*>(on.memory);
    const std::uint64_t words = on.bytes / sizeof(uint4) / (Inputs + 1), stretch = threads * in_flight;
    launch(move_stretches<How, Inputs, threads, in_flight>,
           {dim3(static_cast<unsigned>((words + stretch - 1) / stretch)), dim3(threads), 0, on.stream}, memory,
           memory + Inputs * words, words);
}

void fill(const gpu_traffic& on) { check(cudaMemsetAsync(on.memory, 0x5a, on.bytes, on.stream), "cudaMemsetAsync"); }

void copy(const gpu_traffic& on) {
    unsigned char* const middle = static_cast<unsigned char*>(on.memory) + on.bytes / 2;
    check(cudaMemcpyAsync(middle, on.memory, on.bytes / 2, cudaMemcpyDeviceToDevice, on.stream), "cudaMemcpyAsync");
}

}  // namespace

void fill_caches(const gpu_traffic& on) { together<cache_modifier::normal, 256, 4>(on); }

std::vector<void (*)(const gpu_traffic&)> roof_kernels(traffic mix) {
    switch (mix) {
        case traffic::read:
            return {stretches<cache_modifier::streaming, 512, 4>, stretches<cache_modifier::normal, 512, 4>,
                    stretches<cache_modifier::streaming, 256, 8>, together<cache_modifier::streaming, 256, 4>,
                    together<cache_modifier::normal, 256, 4>,     together<cache_modifier::normal, 256, 8>,
                    together<cache_modifier::streaming, 512, 4>};
        case traffic::write:
            return {fill};
        case traffic::copy:
            return {copy, move<cache_modifier::streaming, 1, 256, 4>, move<cache_modifier::normal, 1, 256, 4>,
                    move<cache_modifier::normal, 1, 512, 2>};
        case traffic::triad:
            return {move<cache_modifier::streaming, 2, 256, 2>, move<cache_modifier::normal, 2, 256, 1>,
                    move<cache_modifier::normal, 2, 256, 2>, move<cache_modifier::normal, 2, 512, 1>,
                    move<cache_modifier::normal, 2, 1024, 1>};
    }
    throw std::logic_error("roof: not a mix of reads and writes");
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
