// Wrong:  no barrier between the loads into shared memory and the first addition, which reads what others load.
// From:   sources/002 and 003, where it stands; the commonest slip in a first reduction
// Kernel: reduce_without_barrier
// Fix:    put __syncthreads() between line 11 and line 16
// Mended: the barrier.
#include "../program.cuh"

__global__ void reduce_without_barrier(const int* input, int* partials) {
    __shared__ int sums[128];
    const unsigned t = threadIdx.x;
    sums[t] = input[blockIdx.x * blockDim.x + t];  // expect: race-shared
#ifdef MENDED
    __syncthreads();
#endif
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) sums[t] += sums[t + s];  // expect: race-shared
        __syncthreads();
    }
    if (t == 0) partials[blockIdx.x] = sums[0];
}

int main() {
    const std::vector<int> values = numbers(2 * 128);
    int* const partials = device_array<int>(2);
    reduce_without_barrier<<<2, 128>>>(to_device(values), partials);
    return judge(sum_of(to_host(partials, 2)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
