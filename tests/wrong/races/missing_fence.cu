// Wrong:  the last block to finish sums the partial sums of the others, which no fence has made visible to it.
// From:   sources/001 and 002, final partials by an atomic; CUDA's programming guide, memory fence functions
// Kernel: reduce_single_pass
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: a __threadfence() between the partial sum and the ticket, and one behind the ticket.
#include "../program.cuh"

__device__ unsigned tickets = 0;

__global__ void reduce_single_pass(const int* input, int* partials, int* sum) {
    __shared__ int sums[64];
    __shared__ bool is_last;
    const unsigned t = threadIdx.x;
    sums[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0) {
        partials[blockIdx.x] = sums[0];  // expect: race-global
#ifdef MENDED
        __threadfence();
#endif
        is_last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
#ifdef MENDED
        __threadfence();
#endif
    }
    __syncthreads();
    if (is_last && t == 0) {
        int total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) total += partials[b];  // expect: race-global
        *sum = total;
    }
}

int main() {
    const std::vector<int> values = numbers(8 * 64);
    int* const sum = device_array<int>(1);
    reduce_single_pass<<<8, 64>>>(to_device(values), device_array<int>(8), sum);
    return judge(to_host(sum, 1)[0], sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
