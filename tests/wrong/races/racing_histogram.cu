// Wrong:  bins are counted up without an atomic operation by threads of different blocks.
// From:   sources/001 (lecture), why histograms need atomic operations
// Kernel: histogram
// Fix:    make the read and the write one atomic operation, at line 14: atomicAdd(), atomicMax(), atomicCAS(), ...; or
//         protect both by a lock, and call __threadfence() after taking it and before releasing it
// Mended: atomicAdd.
#include "../program.cuh"

__global__ void histogram(const int* input, unsigned* bins) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    atomicAdd(&bins[input[i]], 1u);
#else
    ++bins[input[i]];  // expect: race-global
#endif
}

int main() {
    const std::vector<int> values = numbers(8);
    std::vector<unsigned> expected(8);
    for (const int value : values) ++expected[value];
    unsigned* const bins = to_device(std::vector<unsigned>(8));
    histogram<<<8, 1>>>(to_device(values), bins);
    return judge(to_host(bins, 8), expected);
}
// SPDX-License-Identifier: Apache-2.0
