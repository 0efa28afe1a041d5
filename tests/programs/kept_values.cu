// Elements are copied over others in place, by one statement for all: where source and target are the same, the store
// changes nothing, whether the others read the element before or after.
// Feature: memory: an element stored over itself while others read it
// Kernel: spread
// Prints: spread 1002 1002 5
#include "../wrong/program.cuh"

// The first elements are the sources, or the last ones: those are stored over themselves before others read them, or
// after.
__global__ void spread(float* values, int n, int first) {
    __shared__ float tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, source = first + i % 4, own = threadIdx.x;
    tile[own] = static_cast<float>(own);
    __syncthreads();
    tile[own] = tile[first % 128 + own % 4];
#ifdef WRONG
    if (i < n) values[i] = values[source] + (i == source ? 1.0f : 0.0f);  // expect: race-global
#else
    if (i < n) values[i] = values[source];
#endif
    __syncthreads();
    if (own == 0 && tile[5] != static_cast<float>(first % 128 + 1)) values[n] = 0;
}

int main() {
    std::vector<float> host(257);
    for (int i = 0; i < 256; ++i) host[i] = static_cast<float>(1000 + i);
    host[256] = 5;
    for (const int first : {0, 252}) {
        float* const values = to_device(host);
        spread<<<2, 128>>>(values, 256, first);
        const std::vector<float> result = to_host(values, 257);
        if (first == 0)
            std::printf("spread %g %g %g\n", result[2], result[254], result[256]);
        else if (result[2] != 1254 || result[256] != 5)
            std::puts("wrong result");
    }
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
