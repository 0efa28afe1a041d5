// Wrong:  a copy to a constant has more bytes than it, or begins too late in it.
// Kernel: weigh
// Says:   a copy is refused: its destination ends 16 bytes beyond an allocation of 16 bytes
// Says:   a copy is refused: its destination ends 4 bytes beyond an allocation of 16 bytes
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: it has as many.
#include "../program.cuh"

__constant__ float weights[4];
__device__ const float halves[4] = {0.5f, 1, 1.5f, 2};

__global__ void weigh(float* values) { values[threadIdx.x] *= weights[threadIdx.x]; }

int main() {
    const float given[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float half = 0;
    cudaMemcpyFromSymbol(&half, halves, sizeof(half));
    if (half != 0.5f || cudaMemcpyToSymbol("weights", given, sizeof(half)) != cudaErrorInvalidSymbol) return 1;
    cudaGetLastError();
    float* const values = to_device(std::vector<float>(4, 1));
#ifdef MENDED
    cudaMemcpyToSymbol(weights, given, sizeof(weights));
#else
    cudaMemcpyToSymbol(weights, given, sizeof(given));       // expect: bad-copy
    cudaMemcpyToSymbol(weights, given, sizeof(weights), 4);  // expect: bad-copy
    cudaGetLastError();
#endif
    weigh<<<1, 4>>>(values);
    return judge(to_host(values, 4), std::vector<float>(given, given + 4));
}
// SPDX-License-Identifier: Apache-2.0
