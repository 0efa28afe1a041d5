// No barrier between the stores of the tile and the loads.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
    __shared__ float tile[32][33];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < columns && y + i < rows) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
    const int row = blockIdx.x * 32 + threadIdx.y, column = blockIdx.y * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        if (column < rows && row + i < columns) out[(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
}
// SPDX-License-Identifier: Apache-2.0
