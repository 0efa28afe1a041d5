// Wrong:  the size is not a multiple of the block, and the last block reads behind the input.
// From:   sources/003 (notes), `sdata[tid] = g_idata1[i]`
// Kernel: reduce_unguarded
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: the load is guarded.
//
// A thread ends at its bad access. What it should have written is missing further on, which is no finding of its own.
#include "../program.cuh"

__global__ void reduce_unguarded(const int* input, int* partials, unsigned count) {
    __shared__ int sums[256];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
#ifdef MENDED
    sums[t] = i < count ? input[i] : 0;
#else
    sums[t] = input[i];  // expect: out-of-bounds
    (void)count;
#endif
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0) partials[blockIdx.x] = sums[0];
}

int main() {
    constexpr unsigned count = 1000;
    const std::vector<int> values = numbers(count);
    int* const partials = device_array<int>(4);
    reduce_unguarded<<<4, 256>>>(to_device(values), partials, count);
    return judge(sum_of(to_host(partials, 4)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
