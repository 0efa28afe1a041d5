// Your kernel, as nvcc compiles it for your program.
#pragma once

constexpr int tile_side = 32;

/// Transposes a matrix of `height` rows and `width` columns; blocks of (tile_side, 8) threads, one a tile.
__global__ void transpose(const float* matrix, float* transposed, int width, int height) {
    __shared__ float tile[tile_side][tile_side + 1];  // one column more, so that a column meets 32 banks
    const int left = blockIdx.x * tile_side, top = blockIdx.y * tile_side;
    for (int row = threadIdx.y; row < tile_side; row += blockDim.y) {
        const int x = left + threadIdx.x, y = top + row;
        if (x < width && y < height) tile[row][threadIdx.x] = matrix[y * width + x];
    }
    __syncthreads();
    for (int row = threadIdx.y; row < tile_side; row += blockDim.y) {
        const int x = top + threadIdx.x, y = left + row;
        if (x < height && y < width) transposed[y * height + x] = tile[threadIdx.x][row];
    }
}
// SPDX-License-Identifier: Apache-2.0
