// Prefix sums: out[i] = in[0] + ... + in[i]. Write kernels and the function that launches them; `strider check` runs
// this file.
#include <cstdio>

// The pointers are device memory.
void prefix_sums(const int* in, int* out, int n) {}

int main() {
    const int n = 512;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) {
        in[i] = i % 10;
        out[i] = -1;
    }
    prefix_sums(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0, sum = 0; i < n; ++i) {
        sum += in[i];
        if (out[i] == sum) continue;
        std::printf("out[%d] is %d, not %d\n", i, out[i], sum);
        return 1;
    }
    std::puts("right");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
