// Wrong in a way that tells the length of the array: by the result, by the finding, and by the counts.
__global__ void tell(const int* in, int* out, int n) {
    __shared__ int shared[32];
    shared[threadIdx.x] = in[0];
    if (n != 512) shared[threadIdx.x / 2] = n;
    for (int i = threadIdx.x; i < n; i += 32) out[i] = n;
    if (n != 512 && shared[0] != 0) out[n] = 0;
}

void prefix_sums(const int* in, int* out, int n) { tell<<<1, 32>>>(in, out, n); }
// SPDX-License-Identifier: Apache-2.0
