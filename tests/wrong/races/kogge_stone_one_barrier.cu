// Wrong:  one barrier a step: a thread writes its sum while the thread above it still reads the number that was there.
// From:   sources/001 (lecture), work-inefficient scan, `XY[threadIdx.x] += XY[threadIdx.x - stride]`
// Kernel: scan_kogge_stone
// Fix:    read into a variable, call __syncthreads(), write, and call it again before the next step
// Mended: a second barrier between all reads of a step and its writes.
#include "../program.cuh"

constexpr unsigned section = 128;

__global__ void scan_kogge_stone(const int* input, int* output) {
    __shared__ int sums[section];
    const unsigned t = threadIdx.x;
    sums[t] = input[t];
    for (unsigned stride = 1; stride < section; stride *= 2) {
        __syncthreads();
#ifdef MENDED
        const int below = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += below;
#else
        if (t >= stride) sums[t] += sums[t - stride];  // expect: race-shared
#endif
    }
    output[t] = sums[t];
}

int main() {
    const std::vector<int> values = numbers(section);
    std::vector<int> expected = values;
    for (unsigned i = 1; i < section; ++i) expected[i] += expected[i - 1];
    int* const output = device_array<int>(section);
    scan_kogge_stone<<<1, section>>>(to_device(values), output);
    return judge(to_host(output, section), expected);
}
// SPDX-License-Identifier: Apache-2.0
