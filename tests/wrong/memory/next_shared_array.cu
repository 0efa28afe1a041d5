// Wrong:  a halo that is one element too long, stored through a pointer: it reaches into the next shared array.
// From:   stencils that keep the rows of a tile in arrays of their own
// Kernel: smooth
// Says:   right behind the shared array row (136 bytes)
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: the loop ends one element earlier.
#include "../program.cuh"

__global__ void smooth(const int* in, int* out) {
    __shared__ int row[34];
    __shared__ int sums[32];
    int* const place = row;
#ifdef MENDED
    const int end = 34;
#else
    const int end = 35;
#endif
    sums[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < end; i += 32) place[i] = in[i];  // expect: out-of-bounds
    __syncthreads();
    for (int i = 0; i < 3; ++i) sums[threadIdx.x] += row[threadIdx.x + i];
    out[threadIdx.x] = sums[threadIdx.x];
}

int main() {
    const std::vector<int> in = numbers(35);
    int* const out = device_array<int>(32);
    smooth<<<1, 32>>>(to_device(in), out);
    std::vector<int> sums(32);
    for (int i = 0; i < 32; ++i) sums[i] = in[i] + in[i + 1] + in[i + 2];
    return judge(to_host(out, 32), sums);
}
// SPDX-License-Identifier: Apache-2.0
