// Wrong:  the two sides of a branch wait at two different barriers.
// From:   "every thread does come to a __syncthreads()"; CUDA demands the same one
// Kernel: halves
// Says:   meet at different barriers
// Fix:    move the barrier out of the branch, so that all threads of the block reach the same barrier
// Mended: one barrier behind the branch.
#include "../program.cuh"

__global__ void halves(int* values) {
    __shared__ int tile[64];
    const unsigned t = threadIdx.x;
#ifdef MENDED
    tile[t] = t < 32 ? values[t] : -values[t];
    __syncthreads();
#else
    if (t < 32) {
        tile[t] = values[t];
        __syncthreads();  // expect: barrier-divergence
    } else {
        tile[t] = -values[t];
        __syncthreads();  // expect: barrier-divergence
    }
#endif
    values[t] = tile[63 - t];
}

int main() {
    const std::vector<int> values = numbers(64);
    std::vector<int> expected(64);
    for (int t = 0; t < 64; ++t) expected[t] = t < 32 ? -values[63 - t] : values[63 - t];
    int* const array = to_device(values);
    halves<<<1, 64>>>(array);
    return judge(to_host(array, 64), expected);
}
// SPDX-License-Identifier: Apache-2.0
