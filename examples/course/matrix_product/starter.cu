// A matrix product: c[row][column] is the sum of a[row][i] * b[i][column]. Write the kernel; `strider check` runs this
// file.
#include <cstdio>

__global__ void product(const float* a, const float* b, float* c, int rows, int inner, int columns) {
    // A block of 16 x 16 threads computes a tile of 16 x 16 elements of c.
}

int main() {
    const int n = 32;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    cudaMallocManaged(&c, n * n * sizeof(float));
    for (int i = 0; i < n * n; ++i) {
        a[i] = i % n;
        b[i] = i / n == i % n ? 2 : 0;
        c[i] = -1;
    }
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n, n, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n; ++i) {
        if (c[i] == 2 * a[i]) continue;
        std::printf("c[%d] is %g, not %g\n", i, c[i], 2 * a[i]);
        return 1;
    }
    std::puts("right");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
