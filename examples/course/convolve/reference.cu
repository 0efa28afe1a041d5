__global__ void convolve(const float* in, const float* mask, float* out, int rows, int columns) {
    __shared__ float tile[20][20], weights[25];
    const int thread = threadIdx.y * 16 + threadIdx.x;
    const int top = blockIdx.y * 16 - 2, left = blockIdx.x * 16 - 2;
    if (thread < 25) weights[thread] = mask[thread];
    for (int i = thread; i < 20 * 20; i += 256) {
        const int y = top + i / 20, x = left + i % 20;
        tile[i / 20][i % 20] = y >= 0 && y < rows && x >= 0 && x < columns ? in[y * columns + x] : 0;
    }
    __syncthreads();
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 5; ++x) sum += weights[y * 5 + x] * tile[threadIdx.y + y][threadIdx.x + x];
    out[row * columns + column] = sum;
}
// SPDX-License-Identifier: Apache-2.0
