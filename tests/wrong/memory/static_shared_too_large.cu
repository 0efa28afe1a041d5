// Two tiles of 32 KiB in one kernel: more static shared memory than nvcc assembles.
// Kernel: add_tiles
// Says: has 65536 bytes of static shared memory
// Fix:    make the arrays smaller; or declare them extern __shared__, give their bytes as the launch's third argument,
//         and call cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) before the launch
#include "../program.cuh"

constexpr int threads = 256;
#ifdef MENDED
constexpr int tile = 2048;
#else
constexpr int tile = 4096;
#endif

__global__ void add_tiles(const double* a, const double* b, double* sums) {
    __shared__ double left[tile], right[tile];
    const int first = blockIdx.x * tile;
    for (int i = threadIdx.x; i < tile; i += threads) left[i] = a[first + i];
    for (int i = threadIdx.x; i < tile; i += threads) right[i] = b[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < tile; i += threads) sums[first + i] = left[i] + right[tile - 1 - i];
}

int main() {
    const std::vector<double> ones(4096, 1), twos(4096, 2);
    double *const a = to_device(ones), *const b = to_device(twos), *const sums = device_array<double>(4096);
    add_tiles<<<4096 / tile, threads>>>(a, b, sums);  // expect: bad-launch
    return judge(sum_of(to_host(sums, 4096)), 3.0 * 4096);
}
// SPDX-License-Identifier: Apache-2.0
