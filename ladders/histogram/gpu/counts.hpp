// Shared by the rungs of this ladder: how they are started, and the counters of a block in its shared memory.
#pragma once

#include <cstdint>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/histogram/binning.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

/// A count of the output, as CUDA's atomic operations name 64 bits.
using count = unsigned long long;

/// Blocks of 256 threads a multiprocessor: as many as hold their counters of 256 bins, 32 copies each, on an H200.
inline constexpr unsigned resident_blocks = 6;

/// How many of them the compiler leaves registers for: a multiprocessor of sm_75 holds 1,024 threads.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr unsigned blocks_for_registers = 1024 / block_size;
#else
inline constexpr unsigned blocks_for_registers = resident_blocks;
#endif

/// Dynamic shared memory that every device gives to a block that does not ask for more.
inline constexpr std::size_t usual_shared_bytes = 48 * 1024;

/// How much of it one copy of the counters takes: a word a bin, and one for the samples outside.
inline std::size_t bytes_of_counters(const instance& of) { return (bins_of(of) + std::size_t{1}) * sizeof(unsigned); }

inline bool counters_fit_shared_memory(const instance& of) { return bytes_of_counters(of) <= usual_shared_bytes; }

/// How many copies of the counters fit into `bytes`: a power of two, at most one for each lane of a warp.
inline unsigned copies_for(const instance& of, std::size_t bytes) {
    unsigned copies = 32;
    while (copies > 1 && copies * bytes_of_counters(of) > bytes) copies /= 2;
    return copies;
}

/// Sets the counts to zero, then calls `entry(input, binning, counts)`.
template <class Entry>
void count_into(const arguments& with, Entry&& entry) {
    count* const counts = static_cast<count*>(with.output);
    launch_fill(with, counts, bins_of(with) + std::uint64_t{1}, count{0});
    with_binning(with, [&](auto input, auto binning) { entry(input, binning, counts); });
}

/// Sets `words` counters to zero. The block's.
__device__ __forceinline__ void clear(unsigned* counters, unsigned words) {
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) counters[w] = 0;
    __syncthreads();
}

/// Adds the block's counters, `copies` (a power of two) for each bin, to the counts. Neighbouring threads take
/// neighbouring bins, and begin at different copies, for they all stand in the same banks.
__device__ __forceinline__ void commit(const unsigned* counters, unsigned bins, unsigned copies, count* counts) {
    __syncthreads();
    for (unsigned b = threadIdx.x; b <= bins; b += blockDim.x) {
        unsigned sum = 0;
        for (unsigned c = 0; c < copies; ++c) sum += counters[b * copies + ((b + c) & (copies - 1))];
        if (sum != 0) atomicAdd(&counts[b], count{sum});
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
