// Differences of neighbours that read beyond the end: the last thread has no neighbour.
#include <cstdio>

__managed__ int input[256], output[256];

__global__ void differences() { output[threadIdx.x] = input[threadIdx.x + 1] - input[threadIdx.x]; }

int main() {
    for (int i = 0; i < 256; ++i) input[i] = i;
    differences<<<1, 256>>>();
    cudaDeviceSynchronize();
    std::printf("%d\n", output[0]);
}
// SPDX-License-Identifier: Apache-2.0
