// Vector addition: c[i] = a[i] + b[i]. Write the kernel; `strider check` runs this file.
#include <cstdio>

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    // Which element is this thread's? Has it one?
}

int main() {
    const int n = 1000;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&c, n * sizeof(float));
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 2 * i;
        c[i] = 0;
    }
    vector_add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) {
        if (c[i] != 3 * i) {
            std::printf("c[%d] is %g, not %d\n", i, c[i], 3 * i);
            return 1;
        }
    }
    std::puts("right");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
