// Wrong:  the column of the tile is counted from 1: the last one lies behind the row.
// From:   sources/004 (analysis), transpose through shared memory
// Kernel: transpose
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: it is counted from 0.
#include "../program.cuh"

constexpr int side = 16, tiles = 2, size = side * tiles;

__global__ void transpose(const int* matrix, int* transposed) {
    __shared__ int tile[side][side];
    int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = matrix[y * size + x];
    __syncthreads();
    x = blockIdx.y * side + threadIdx.x, y = blockIdx.x * side + threadIdx.y;
#ifdef MENDED
    transposed[y * size + x] = tile[threadIdx.x][threadIdx.y];
#else
    transposed[y * size + x] = tile[threadIdx.x][threadIdx.y + 1];  // expect: out-of-bounds
#endif
}

int main() {
    const std::vector<int> matrix = numbers(size * size);
    std::vector<int> expected(size * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) expected[x * size + y] = matrix[y * size + x];
    int* const transposed = device_array<int>(size * size);
    transpose<<<dim3(tiles, tiles), dim3(side, side)>>>(to_device(matrix), transposed);
    return judge(to_host(transposed, size * size), expected);
}
// SPDX-License-Identifier: Apache-2.0
