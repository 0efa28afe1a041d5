// Wrong:  most lanes read an element again and again, before one of them overwrites it with no barrier between: in
// shared
//         memory, and in global memory, where all blocks read.
// From:   a running maximum that a block keeps beside its tile
// Kernel: scale
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Fix:    put __syncthreads() between line 18 and line 25
// Mended: a barrier before the element is overwritten; the global one only after the launch.
#include "../program.cuh"

__global__ void scale(int* values, int* factor) {
    __shared__ int own_factor;
    if (threadIdx.x == 0) own_factor = 2;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += own_factor * *factor;
    values[blockIdx.x * blockDim.x + threadIdx.x] = sum;
#ifdef MENDED
    __syncthreads();
#else
    if (blockIdx.x == 3 && threadIdx.x == 70) *factor = 3;  // expect: race-global
#endif
    if (threadIdx.x == 70) own_factor = 3;  // expect: race-shared
}

int main() {
    int* const values = device_array<int>(4 * 96);
    int* const factor = to_device(std::vector<int>{1});
    scale<<<4, 96>>>(values, factor);
    return judge(to_host(values, 4 * 96), std::vector<int>(4 * 96, 8));
}
// SPDX-License-Identifier: Apache-2.0
