// Wrong:  a block reads the sum of those before it, and only then waits for the flag that says that it is there.
// From:   decoupled look-back in a single-pass scan, which sources/001 (lecture) leaves as "any length"
// Kernel: prefix_of_blocks
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: the flag, a fence, then the sum.
#include "../program.cuh"

__global__ void prefix_of_blocks(const int* sums, int* prefixes, volatile int* flags) {
    const unsigned b = blockIdx.x;
    int before = 0;
    if (b > 0) {
#ifndef MENDED
        before = prefixes[b - 1];  // expect: race-global
#endif
        while (flags[b - 1] == 0) {
        }
#ifdef MENDED
        __threadfence();
        before = prefixes[b - 1];
#endif
    }
    prefixes[b] = before + sums[b];  // expect: race-global
    __threadfence();
    flags[b] = 1;
}

int main() {
    constexpr unsigned blocks = 16;
    const std::vector<int> values = numbers(blocks);
    std::vector<int> expected = values;
    for (unsigned b = 1; b < blocks; ++b) expected[b] += expected[b - 1];
    int* const prefixes = to_device(std::vector<int>(blocks));
    prefix_of_blocks<<<blocks, 1>>>(to_device(values), prefixes, to_device(std::vector<int>(blocks)));
    return judge(to_host(prefixes, blocks), expected);
}
// SPDX-License-Identifier: Apache-2.0
