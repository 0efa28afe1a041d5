// Some threads wait at a barrier for others, which wait for a flag that is set behind the barrier.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
    __shared__ volatile int ready;
    if (threadIdx.x == 0 && threadIdx.y == 0) ready = 0;
    __syncthreads();
    if (threadIdx.y < 4) {
        __syncthreads();
        ready = 1;
    } else {
        while (ready == 0) {
        }
        __syncthreads();
    }
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}
// SPDX-License-Identifier: Apache-2.0
