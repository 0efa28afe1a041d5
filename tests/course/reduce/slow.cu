// Right, but one thread of each block works.
__global__ void add_up(const int* in, int* out, int n) {
    const int begin = blockIdx.x * 256, end = begin + 256 < n ? begin + 256 : n;
    if (threadIdx.x != 0) return;
    int sum = 0;
    for (int i = begin; i < end; ++i) sum += in[i];
    atomicAdd(out, sum);
}

void sum(const int* in, int* out, int n) {
    cudaMemset(out, 0, sizeof(int));
    add_up<<<(n + 255) / 256, 256>>>(in, out, n);
}
// SPDX-License-Identifier: Apache-2.0
