#include <vector>

__global__ void add_up(const int* in, int* out, int n) { atomicAdd(out, in[threadIdx.x]); }

void sum(const int* in, int* out, int n) {
    std::vector<std::vector<char>> all;
    for (;;) all.emplace_back(64 << 20, 'x');
}
// SPDX-License-Identifier: Apache-2.0
