// Wrong:  __syncthreads() inside of a condition that the last block's threads beyond the input do not take.
// From:   sources/000 (lab report), `if (t_id < size) { ... __syncthreads(); ... }`
// Kernel: reduce_guarded
// Fix:    let all threads of the block reach the barrier: put the condition around the work, not around the barrier,
//         and do not return before the barrier
// Mended: only the load is guarded; every thread comes to every barrier.
#include "../program.cuh"

__global__ void reduce_guarded(const int* input, int* partials, unsigned size) {
    __shared__ int partial_sum[128];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
    partial_sum[t] = 0;
#ifdef MENDED
    if (i < size) partial_sum[t] = input[i];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial_sum[t] += partial_sum[t + s];
        __syncthreads();
    }
#else
    if (i < size) {
        partial_sum[t] = input[i];
        for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
            __syncthreads();  // expect: barrier-divergence
            if (t < s) partial_sum[t] += partial_sum[t + s];
        }
    }
#endif
    if (t == 0) partials[blockIdx.x] = partial_sum[0];
}

int main() {
    constexpr unsigned size = 300;
    const std::vector<int> values = numbers(size);
    int* const partials = device_array<int>(3);
    reduce_guarded<<<3, 128>>>(to_device(values), partials, size);
    return judge(sum_of(to_host(partials, 3)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
