// Wrong:  a grid of so many blocks that only a sample is checked is rounded down: the host reads what was not
// written. From:   our own; n / block blocks
// Budget: 20000
// Kernel: fill
// Says:   the host reads a copy of element 100100 of out, an allocation of 400800 bytes
// Says:   of 391 blocks checked in 1 of 1 launch
// Fix:    write every element that the host copies: launch enough threads, (n + block - 1) / block blocks, or copy
//         fewer bytes
// Mended: the grid is rounded up.
#include "../program.cuh"

__global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i % 2;
}

int main() {
    constexpr int n = 100200, block = 256;
    int* out;
    cudaMalloc(&out, n * sizeof(int));
#ifdef MENDED
    fill<<<(n + block - 1) / block, block>>>(out, n);
#else
    fill<<<n / block, block>>>(out, n);
#endif
    const std::vector<int> all = to_host(out, n);
    int sum = 0;
    for (int i = 0; i < n; i += 50050) sum += all[i];  // expect: uninitialised-read
    cudaFree(out);
    return judge(sum, 0);
}
// SPDX-License-Identifier: Apache-2.0
