// Wrong:  the tail behind the loop reads sums[t + 32], which a block of 32 threads does not have.
// From:   sources/003 (notes), `for (s = blockDim.x / 2; s > 32; ...)` and `smem[tid] += smem[tid + 32]`
// Kernel: reduce_with_tail
// Fix:    launch with more dynamic shared memory: <<<>>> takes bytes, elements * sizeof(T); or let a thread access the
//         memory only if its index is inside: if (i < n)
// Mended: the tail begins with half of the block where that is less than 32.
#include "../program.cuh"

__device__ void step(int* sums, unsigned t, unsigned s) {
    const int other = sums[t + s];  // expect: out-of-bounds
    __syncwarp();
    if (t < s) sums[t] += other;
    __syncwarp();
}

__global__ void reduce_with_tail(const int* input, int* partials) {
    extern __shared__ int sums[];
    const unsigned t = threadIdx.x;
    sums[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
#ifdef MENDED
    for (unsigned s = min(32u, blockDim.x / 2); s > 0; s /= 2) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
#else
    if (t < 32)
        for (unsigned s = 32; s > 0; s /= 2) step(sums, t, s);
#endif
    if (t == 0) partials[blockIdx.x] = sums[0];
}

int main() {
    const std::vector<int> values = numbers(2 * 32);
    int* const partials = device_array<int>(2);
    reduce_with_tail<<<2, 32, 32 * sizeof(int)>>>(to_device(values), partials);
    return judge(sum_of(to_host(partials, 2)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
