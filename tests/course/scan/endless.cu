// Races, and never ends.
__global__ void spin(const int* in, int* out, int n) {
    volatile int i = 0;
    while (i >= 0) {
        if (i < n) out[i] = in[i] + threadIdx.x;
        i = (i + 1) % 1000;
    }
}

void prefix_sums(const int* in, int* out, int n) { spin<<<1, 32>>>(in, out, n); }
// SPDX-License-Identifier: Apache-2.0
