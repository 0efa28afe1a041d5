// A sum with a race: a thread may read what another has not written yet. race_fixed.cu is the same with barriers.
#include <cstdio>

__managed__ int input[256], result;

__global__ void sum() {
    __shared__ int part[256];
    part[threadIdx.x] = input[threadIdx.x];
    for (unsigned half = 128; half > 0; half /= 2)
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    if (threadIdx.x == 0) result = part[0];
}

int main() {
    for (int& value : input) value = 1;
    sum<<<1, 256>>>();
    cudaDeviceSynchronize();
    std::printf("%d\n", result);
}
// SPDX-License-Identifier: Apache-2.0
