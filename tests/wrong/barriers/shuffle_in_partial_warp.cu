// Wrong:  a warp of 16 threads sums as if it had 32: lanes take values of threads that the block does not have.
// From:   reductions of blocks that are no multiple of 32
// Kernel: sum_of_block
// Says:   but that thread does not exist: the value is undefined
// Fix:    launch whole warps and give threads without data a neutral value, or shuffle only among threads that exist
// Mended: the block has whole warps, and threads without data add 0.
#include "../program.cuh"

__global__ void sum_of_block(const int* values, int count, int* sum) {
    int value = threadIdx.x < count ? values[threadIdx.x] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);  // expect: warp-divergence
    if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

int main() {
    const std::vector<int> values = numbers(48);
    int* const sum = to_device(std::vector<int>(1));
#ifdef MENDED
    sum_of_block<<<1, 64>>>(to_device(values), 48, sum);
#else
    sum_of_block<<<1, 48>>>(to_device(values), 48, sum);
#endif
    return judge(sum_of(to_host(sum, 1)), sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
