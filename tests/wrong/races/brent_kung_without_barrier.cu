// Wrong:  no barrier between the steps of the reverse phase: a sum is passed on before it is complete.
// From:   sources/001 (lecture), "Post Reduction Reverse Phase", without its first __syncthreads()
// Kernel: scan_brent_kung
// Fix:    read into a variable, call __syncthreads(), write, and call it again before the next step
// Mended: the barrier, in every step.
#include "../program.cuh"

constexpr unsigned threads = 64, section = 2 * threads;

__global__ void scan_brent_kung(const int* input, int* output) {
    __shared__ int sums[section];
    const unsigned t = threadIdx.x;
    sums[t] = input[t];
    sums[t + threads] = input[t + threads];
    for (unsigned stride = 1; stride <= threads; stride *= 2) {
        __syncthreads();
        const unsigned i = (t + 1) * stride * 2 - 1;
        if (i < section) sums[i] += sums[i - stride];  // may be: race-shared
    }
    for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
#ifdef MENDED
        __syncthreads();
#endif
        const unsigned i = (t + 1) * stride * 2 - 1;
        if (i + stride < section) sums[i + stride] += sums[i];  // expect: race-shared
    }
    __syncthreads();
    output[t] = sums[t];
    output[t + threads] = sums[t + threads];
}

int main() {
    const std::vector<int> values = numbers(section);
    std::vector<int> expected = values;
    for (unsigned i = 1; i < section; ++i) expected[i] += expected[i - 1];
    int* const output = device_array<int>(section);
    scan_brent_kung<<<1, threads>>>(to_device(values), output);
    return judge(to_host(output, section), expected);
}
// SPDX-License-Identifier: Apache-2.0
