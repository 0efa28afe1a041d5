// Its host code never ends.
#include <cstdio>

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

void prefix_sums(const int* in, int* out, int n) {
    copy<<<1, 32>>>(in, out);
    unsigned steps = 1;
    while (steps % 2 == 1) {
        steps += 2;
        if (steps == 77) std::printf("%u\n", steps);
    }
}
// SPDX-License-Identifier: Apache-2.0
