// Adds to a result that nobody has set to zero.
__global__ void add_up(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}

void sum(const int* in, int* out, int n) { add_up<<<(n + 255) / 256, 256>>>(in, out, n); }
// SPDX-License-Identifier: Apache-2.0
