// Wrong:  memory is freed twice.
// From:   two owners of one pointer
// Kernel: fill
// Fix:    free each allocation once, then set its pointer to null
// Mended: the second owner lets go.
#include "../program.cuh"

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
    int *first = nullptr, *second = nullptr;
    cudaMalloc(&first, 32 * sizeof(int));
    second = first;
    fill<<<1, 32>>>(first);
    cudaDeviceSynchronize();
    cudaFree(first);
#ifdef MENDED
    second = nullptr;
#endif
    cudaFree(second);  // expect: bad-free
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
