// Wrong:  the last warp sums without __syncwarp(); `volatile` does not order lanes, which run apart since Volta.
// From:   sources/003 (notes), "Unroll the Warp"
// Kernel: reduce_unrolled
// Fix:    put __syncwarp() between any two of line 30, line 31, line 32, line 33, line 34, line 35, and between the
//         read and the write of each line that has both; volatile does not order the two accesses
// Mended: a __syncwarp() between what a lane reads and what the others write.
#include "../program.cuh"

#ifdef MENDED
__device__ void step(volatile int* sums, unsigned t, unsigned s) {
    const int other = sums[t + s];
    __syncwarp();
    sums[t] += other;
    __syncwarp();
}
#endif

__global__ void reduce_unrolled(const int* input, int* partials) {
    __shared__ int sums[128];
    const unsigned t = threadIdx.x;
    sums[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 64) sums[t] += sums[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int* const warp_sums = sums;
#ifdef MENDED
        for (unsigned s = 32; s > 0; s /= 2) step(warp_sums, t, s);
#else
        warp_sums[t] += warp_sums[t + 32];  // may be: race-shared
        warp_sums[t] += warp_sums[t + 16];  // expect: race-shared
        warp_sums[t] += warp_sums[t + 8];   // expect: race-shared
        warp_sums[t] += warp_sums[t + 4];   // expect: race-shared
        warp_sums[t] += warp_sums[t + 2];   // expect: race-shared
        warp_sums[t] += warp_sums[t + 1];   // expect: race-shared
#endif
    }
    if (t == 0) partials[blockIdx.x] = sums[0];
}

int main() {
    const std::vector<int> values = numbers(2 * 128);
    int* const partials = device_array<int>(2);
    reduce_unrolled<<<2, 128>>>(to_device(values), partials);
    return judge(sum_of(to_host(partials, 2)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
