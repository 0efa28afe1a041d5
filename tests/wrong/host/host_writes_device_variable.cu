// Wrong:  the host assigns to variables of the device: nvcc warns, and the host's shadow of the variable is written.
// From:   counters that are set back before a launch
// Kernel: count
// Says:   a __device__ variable
// Says:   element 0 of b,
// Says:   a __constant__ variable
// Fix:    read the variable by cudaMemcpyFromSymbol()
// Fix:    write the variable by cudaMemcpyToSymbol()
// Mended: it copies to the symbols, and from them.
#include "../program.cuh"

struct limits {
    int lowest, highest;
};
__device__ unsigned counter, widths[2] = {0, 32}, *last, b;
namespace bounds {
__constant__ limits range = {0, 0};
__constant__ const int widest = 32;
}  // namespace bounds
__device__ inline bool inside(int value) { return value >= bounds::range.lowest && value < bounds::range.highest; }

__global__ void count() {
    if (inside(threadIdx.x)) atomicAdd(&counter, 1u);
    if (threadIdx.x == 0) last = &b;
}

int main() {
    unsigned counted = 0;
#ifdef MENDED
    const limits range = {0, bounds::widest};
    cudaMemcpyToSymbol(bounds::range, &range, sizeof(range));
    cudaMemcpyToSymbol(counter, &counted, sizeof(counted));
#else
    bounds::range.highest = bounds::widest;  // expect: host-access
    counter = counted;                       // expect: host-access
    b = counted;                             // expect: host-access
#endif
    count<<<1, 64>>>();
#ifdef MENDED
    cudaMemcpyFromSymbol(&counted, counter, sizeof(counted));
#else
    cudaDeviceSynchronize();
    counted = counter;  // expect: host-access
#endif
    return judge(counted, 32u);
}
// SPDX-License-Identifier: Apache-2.0
