// Wrong:  one thread of an unchecked block stores far away from all memory.
// From:   our own; an index that is computed from data
// Budget: 65536
// Kernel: scatter
// Says:   thread 7 of block 1234 accesses
// Says:   without memory; the block ran unchecked, so this is the launch's line
// Fix:    check all blocks: --blocks all
// Mended: the index is the thread's.
#include "../program.cuh"

__global__ void scatter(int* values, long long bad) {
    const long long i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i == bad ? i << 28 : i] = 1;
}

int main() {
    const std::size_t count = 4096 * 256;
    int* const values = device_array<int>(count);
#ifdef MENDED
    const long long bad = -1;
#else
    const long long bad = 1234 * 256 + 7;
#endif
    scatter<<<4096, 256>>>(values, bad);  // expect: out-of-bounds
    return judge(sum_of(to_host(values, count)), bad < 0 ? 4096 * 256 : 4096 * 256 - 1);
}
// SPDX-License-Identifier: Apache-2.0
