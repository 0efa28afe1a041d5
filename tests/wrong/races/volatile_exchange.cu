// Wrong:  warps exchange values through a volatile array, which orders nothing.
// From:   code for GPUs before Volta
// Kernel: neighbours
// Fix:    put __syncthreads() between the two accesses
// Mended: __syncthreads().
#include "../program.cuh"

constexpr int threads = 64;

__global__ void neighbours(const int* in, int* out) {
    __shared__ volatile int values[threads];
    const unsigned t = threadIdx.x;
    values[t] = in[t];  // expect: race-volatile
#ifdef MENDED
    __syncthreads();
#endif
    out[t] = values[(t + threads / 2) % threads];  // expect: race-volatile
}

int main() {
    const std::vector<int> in = numbers(threads);
    std::vector<int> expected(threads);
    for (int i = 0; i < threads; ++i) expected[i] = in[(i + threads / 2) % threads];
    int* const out = device_array<int>(threads);
    neighbours<<<1, threads>>>(to_device(in), out);
    return judge(to_host(out, threads), expected);
}
// SPDX-License-Identifier: Apache-2.0
