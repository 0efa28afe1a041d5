// 01: one bit a pass
// Keys whose bit is 0 go to the front, the others behind them; a scan of flags gives the places of both.
#include <ladders/sort/gpu/passes.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

/// Calls `work(i)` for 16 keys of each thread. In each turn, neighbouring threads take neighbouring keys.
template <class Work>
__device__ __forceinline__ void for_each_key(std::uint64_t elements, const Work& work) {
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) {
        const std::uint64_t i = (std::uint64_t{blockIdx.x} * 16 + r) * block_size + threadIdx.x;
        if (i < elements) work(i);
    }
}

__global__ void flag_zeros(const key* keys, std::uint64_t elements, unsigned bit, unsigned* flags) {
    for_each_key(elements, [&](std::uint64_t i) { flags[i] = ~keys[i] >> bit & 1; });
}

__global__ void split(const key* keys, key* sorted, std::uint64_t elements, unsigned bit,
                      const unsigned* zeros_before) {
    if (elements == 0) return;
    const unsigned zeros = zeros_before[elements - 1] + (~keys[elements - 1] >> bit & 1);
    for_each_key(elements, [&](std::uint64_t i) {
        const key mine = keys[i];
        const unsigned before = zeros_before[i];
        sorted[(mine >> bit & 1) == 0 ? before : zeros + i - before] = mine;
    });
}

static const registration one_bit_rung{{
    .pattern = "sort",
    .number = 1,
    .follows = 0,
    .name = "one bit a pass",
    .change = "32 splits, each by a scan",
    .idea =
        "A pass splits the keys by one bit: a launch flags the keys whose bit is 0, a scan of the flags gives their "
        "places, and a launch moves the keys. 32 passes, from the lowest bit up, sort the keys.",
    .hypothesis =
        "Each pass reads the keys twice and writes them once. It also writes, scans and reads a flag for each key.",
    .expectations = {},
    .source = "Blelloch 1990, Prefix Sums and Their Applications: the split radix sort",
    .block = block_size,
    .most_elements = std::uint64_t{1} << 20,
    .scratch_bytes = [](const arguments& with) { return with.elements * (sizeof(key) + sizeof(unsigned)); },
    .run =
        [](const arguments& with) {
            key* const other = static_cast<key*>(with.scratch);
            unsigned* const flags = other + with.elements;
            const std::uint64_t blocks = blocks_for(with.elements, 16 * block_size);
            for_each_pass<1>(with, other, [&](const key* from, key* to, unsigned bit) {
                launch_on(with, blocks, block_size, 0, flag_zeros, from, with.elements, bit, flags);
                scan_counts(with, flags, with.elements);
                launch_on(with, blocks, block_size, 0, split, from, to, with.elements, bit, flags);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
