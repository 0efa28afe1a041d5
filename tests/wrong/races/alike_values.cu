// Wrong:  a tile is loaded anew while others still read the old one. All elements are 1, so no store changes a value,
//         and the result is right.
// From:   the second barrier of a tiled product, tried with matrices of ones
// Kernel: sum_of_tiles
// Fix:    put __syncthreads() between line 18 and line 20
// Mended: a barrier before the next tile is loaded.
#include "../program.cuh"

__global__ void sum_of_tiles(const float* values, float* sums, int tiles) {
    __shared__ float tile[64];
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
#ifdef MENDED
        __syncthreads();
#endif
        // The first tile is stored to memory that holds nothing.
        const float* const next = values + i * 64;
        tile[threadIdx.x] = next[threadIdx.x];  // expect: race-shared
        __syncthreads();
        for (int k = 0; k < 64; ++k) sum += tile[k];  // expect: race-shared
    }
    sums[threadIdx.x] = sum;
}

int main() {
    const std::vector<float> ones(256, 1.0f);
    const float* const values = to_device(ones);
    float* const sums = to_device(std::vector<float>(64));
    sum_of_tiles<<<1, 64>>>(values, sums, 4);
    const float sum = to_host(sums, 64)[63];
    if (sum != 256) std::puts("wrong result");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
