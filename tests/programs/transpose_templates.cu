// Transposition by templates on the tile and on the rows that a block takes at a time, run from a table.
// Feature: whole programs: transposition by templates on the tile's size, from a table of kernels
// Kernel: transpose
// Prints: tile 32, rows 8: right
// Prints: tile 16, rows 4: right
// Prints: tile 8, rows 8: right
#include <numeric>

#include "../wrong/program.cuh"

template <typename T, int Tile, int Rows>
__global__ void transpose(T* __restrict__ to, const T* __restrict__ from, int width, int height) {
    __shared__ T tile[Tile][Tile + 1];
    int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
#pragma unroll
    for (int j = 0; j < Tile; j += Rows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = from[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * Tile + threadIdx.x;
    y = blockIdx.x * Tile + threadIdx.y;
#pragma unroll
    for (int j = 0; j < Tile; j += Rows) {
#ifdef WRONG
        if (x >= width || y + j >= height) continue;  // the sides of the source
#else
        if (x >= height || y + j >= width) continue;
#endif
        const T value = tile[threadIdx.x][threadIdx.y + j];  // expect: uninitialised-read
        to[(y + j) * height + x] = value;                    // expect: race-global
    }
}

struct Variant {
    void (*kernel)(float*, const float*, int, int);
    int tile, rows;
};

int main() {
    const int width = 70, height = 45, n = width * height;
    std::vector<float> host(n);
    std::iota(host.begin(), host.end(), 0.0f);
    float *const from = to_device(host), *const to = device_array<float>(n);
    const Variant variants[] = {
        {transpose<float, 32, 8>, 32, 8}, {transpose<float, 16, 4>, 16, 4}, {transpose<float, 8, 8>, 8, 8}};
    bool all = true;
    for (const Variant& v : variants) {
        cudaMemset(to, 0, n * sizeof(float));
        const dim3 grid((width + v.tile - 1) / v.tile, (height + v.tile - 1) / v.tile), block(v.tile, v.rows);
        v.kernel<<<grid, block>>>(to, from, width, height);
        const std::vector<float> result = to_host(to, n);
        bool right = true;
        for (int i = 0; i < n; ++i) right = right && result[i % width * height + i / width] == host[i];
        std::printf("tile %d, rows %d: %s\n", v.tile, v.rows, right ? "right" : "wrong");
        all = all && right;
    }
    return !all;
}
// SPDX-License-Identifier: Apache-2.0
