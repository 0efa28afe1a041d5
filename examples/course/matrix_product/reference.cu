__global__ void product(const float* a, const float* b, float* c, int rows, int inner, int columns) {
    __shared__ float of_a[16][16], of_b[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int begin = 0; begin < inner; begin += 16) {
        const int x = begin + threadIdx.x, y = begin + threadIdx.y;
        of_a[threadIdx.y][threadIdx.x] = row < rows && x < inner ? a[row * inner + x] : 0;
        of_b[threadIdx.y][threadIdx.x] = y < inner && column < columns ? b[y * columns + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += of_a[threadIdx.y][i] * of_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}
// SPDX-License-Identifier: Apache-2.0
