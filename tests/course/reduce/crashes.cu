#include <vector>

__global__ void add_up(const int* in, int* out, int n) { atomicAdd(out, in[threadIdx.x]); }

void sum(const int* in, int* out, int n) {
    int* partials = nullptr;
    partials[n] = 1;
    add_up<<<1, 32>>>(in, out, n);
}
// SPDX-License-Identifier: Apache-2.0
