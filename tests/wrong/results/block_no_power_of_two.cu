// Wrong:  halving 96 threads comes to 3, then 1: the third partial sum is forgotten.
// From:   sources/003 (notes), `for (s = blockDim.x / 2; s > 0; s >>= 1)`, which needs a power of two
// Kernel: reduce_halving
// Mended: the half is rounded up, and the upper threads that have no partner rest.
#include "../program.cuh"

__global__ void reduce_halving(const int* input, int* partials) {
    __shared__ int sums[96];
    const unsigned t = threadIdx.x;
    sums[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
#ifdef MENDED
    for (unsigned live = blockDim.x; live > 1; live = (live + 1) / 2) {
        const unsigned s = (live + 1) / 2;
        if (t + s < live) sums[t] += sums[t + s];
#else
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {  // expect: wrong-result
        if (t < s) sums[t] += sums[t + s];
#endif
        __syncthreads();
    }
    if (t == 0) partials[blockIdx.x] = sums[0];
}

int main() {
    const std::vector<int> values = numbers(2 * 96);
    int* const partials = device_array<int>(2);
    reduce_halving<<<2, 96>>>(to_device(values), partials);
    return judge(sum_of(to_host(partials, 2)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
