// Wrong:  the grid has size / tile blocks a side: what is left beyond the last whole tile is never transposed.
// From:   sources/004 (analysis), "Number of blocks = N / BLOCKDIM", N a power of two
// Kernel: transpose
// Mended: the division rounds up; the kernel's own guards do the rest.
#include "../program.cuh"

constexpr int tile_side = 8;

__global__ void transpose(const int* matrix, int* transposed, int size) {
    __shared__ int tile[tile_side][tile_side + 1];
    int x = blockIdx.x * tile_side + threadIdx.x, y = blockIdx.y * tile_side + threadIdx.y;
    if (x < size && y < size) tile[threadIdx.y][threadIdx.x] = matrix[y * size + x];
    __syncthreads();
    x = blockIdx.y * tile_side + threadIdx.x, y = blockIdx.x * tile_side + threadIdx.y;
    if (x < size && y < size) transposed[y * size + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    constexpr int size = 20;
    const std::vector<int> matrix = numbers(size * size);
    std::vector<int> expected(size * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) expected[x * size + y] = matrix[y * size + x];
    int* const transposed = to_device(std::vector<int>(size * size, -1));
#ifdef MENDED
    const int tiles = (size + tile_side - 1) / tile_side;
#else
    const int tiles = size / tile_side;  // expect: wrong-result
#endif
    transpose<<<dim3(tiles, tiles), dim3(tile_side, tile_side)>>>(to_device(matrix), transposed, size);
    return judge(to_host(transposed, size * size), expected);
}
// SPDX-License-Identifier: Apache-2.0
