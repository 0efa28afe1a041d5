// A histogram: bins[b] counts the bytes b. Write the kernel; `strider check` runs this file.
#include <cstdio>

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
    // 4 blocks of 256 threads share n bytes.
}

int main() {
    const int n = 1000;
    unsigned char* in;
    unsigned* bins;
    cudaMallocManaged(&in, n);
    cudaMallocManaged(&bins, 256 * sizeof(unsigned));
    for (int i = 0; i < n; ++i) in[i] = i % 10;
    for (int i = 0; i < 256; ++i) bins[i] = 0;
    histogram<<<4, 256>>>(in, bins, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i) {
        if (bins[i] == (i < 10 ? 100u : 0u)) continue;
        std::printf("bins[%d] is %u\n", i, bins[i]);
        return 1;
    }
    std::puts("right");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
