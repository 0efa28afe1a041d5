// A sum: *out = in[0] + ... + in[n - 1]. Write kernels and the function that launches them; `strider check` runs this
// file.
#include <cstdio>

__global__ void add_up(const int* in, int* out, int n) {
    // Each block adds up its part of the array.
}

// The pointers are device memory.
void sum(const int* in, int* out, int n) { add_up<<<4, 256>>>(in, out, n); }

int main() {
    const int n = 1024;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i;
    *out = -1;
    sum(in, out, n);
    cudaDeviceSynchronize();
    std::printf("%d, and %d is right\n", *out, n * (n - 1) / 2);
    return *out != n * (n - 1) / 2;
}
// SPDX-License-Identifier: Apache-2.0
