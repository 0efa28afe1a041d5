__global__ void add_up(const int* in, int* out, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 0) sum += in[i];
    atomicAdd(out, sum);
}

void sum(const int* in, int* out, int n) {
    cudaMemset(out, 0, sizeof(int));
    add_up<<<1, 32>>>(in, out, n);
}
// SPDX-License-Identifier: Apache-2.0
