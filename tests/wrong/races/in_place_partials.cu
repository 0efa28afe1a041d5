// Wrong:  a block writes its partial sum into the input while other blocks have not read it yet.
// From:   sources/000 (lab report), `input[blockIdx.x] = partialSum[0]`
// Kernel: reduce_in_place
// Says:   if the new one, use two launches
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: the partial sums go to an array of their own.
#include "../program.cuh"

__global__ void reduce_in_place(int* input, int* partials) {
    __shared__ int partial_sum[128];
    const unsigned t = threadIdx.x;
    partial_sum[t] = input[blockIdx.x * blockDim.x + t];  // expect: race-global
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial_sum[t] += partial_sum[t + s];
        __syncthreads();
    }
#ifdef MENDED
    if (t == 0) partials[blockIdx.x] = partial_sum[0];
#else
    if (t == 0) input[blockIdx.x] = partial_sum[0];  // expect: race-global
    (void)partials;
#endif
}

int main() {
    const std::vector<int> values = numbers(8 * 128);
    int* const input = to_device(values);
    int* const partials = device_array<int>(8);
    reduce_in_place<<<8, 128>>>(input, partials);
#ifdef MENDED
    return judge(sum_of(to_host(partials, 8)), sum_of(values));
#else
    return judge(sum_of(to_host(input, 8)), sum_of(values));
#endif
}
// SPDX-License-Identifier: Apache-2.0
