// Wrong:  reads an array of n elements by the indices of one of 2 n.
// From:   programs with an input and an output of different sizes
// Kernel: interleave
// Says:   behind d_in, an allocation of 256 bytes, allocated at
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: each input is read once for two outputs.
#include "../program.cuh"

struct arrays {
    int *d_in, *d_out;
};

__global__ void interleave(const int* in, int* out, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= 2 * n) return;
#ifdef MENDED
    out[i] = in[i / 2];
#else
    out[i] = in[i];  // expect: out-of-bounds
#endif
}

int check(cudaError_t error) { return error == cudaSuccess ? 0 : 1; }

int main() {
    const int n = 64;
    const std::vector<int> ones(n, 1);
    int *d_in, *d_spare, failures = 0;
    arrays all;
    failures += check(cudaMalloc(reinterpret_cast<void**>(&all.d_out), 2 * n * sizeof(int)));
    failures += check(cudaMalloc((void**)&d_in, n * sizeof(int)));
    cudaMalloc(&d_spare, n * sizeof(int)), cudaMemset(d_spare, 0, n * sizeof(int));
    cudaMemcpy(d_in, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    interleave<<<1, 2 * n>>>(d_in, all.d_out, n);
    return failures != 0 ? failures : judge(sum_of(to_host(all.d_out, 2 * n)), 2 * n);
}
// SPDX-License-Identifier: Apache-2.0
