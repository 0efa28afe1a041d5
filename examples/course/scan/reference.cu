// The sum of the values of this thread and of those before it in the block of 256.
__device__ int scan_block(int value, int* shared) {
    shared[threadIdx.x] = value;
    for (int offset = 1; offset < 256; offset *= 2) {
        __syncthreads();
        const int before = threadIdx.x >= offset ? shared[threadIdx.x - offset] : 0;
        __syncthreads();
        shared[threadIdx.x] += before;
    }
    __syncthreads();
    return shared[threadIdx.x];
}

__global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
    __shared__ int shared[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int sum = scan_block(i < n ? in[i] : 0, shared);
    if (i < n) out[i] = sum;
    if (threadIdx.x == 255) sums[blockIdx.x] = sum;
}

__global__ void scan_sums(int* sums, int blocks) {
    __shared__ int shared[256];
    const int sum = scan_block(threadIdx.x < blocks ? sums[threadIdx.x] : 0, shared);
    if (threadIdx.x < blocks) sums[threadIdx.x] = sum;
}

__global__ void add_sums(int* out, const int* sums, int n) {
    const int i = (blockIdx.x + 1) * 256 + threadIdx.x;
    if (i < n) out[i] += sums[blockIdx.x];
}

void prefix_sums(const int* in, int* out, int n) {
    const int blocks = (n + 255) / 256;  // at most 256
    int* sums;
    cudaMalloc(&sums, blocks * sizeof(int));
    scan_blocks<<<blocks, 256>>>(in, out, sums, n);
    if (blocks > 1) {
        scan_sums<<<1, 256>>>(sums, blocks);
        add_sums<<<blocks - 1, 256>>>(out, sums, n);
    }
    cudaFree(sums);
}
// SPDX-License-Identifier: Apache-2.0
