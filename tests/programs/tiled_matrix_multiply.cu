// Matrix product by tiles in shared memory, with every call checked by a macro and the time taken by events.
// Feature: whole programs: matrix product by tiles, checked calls, timing by events
// Kernel: multiply
// Prints: product of 50 x 70 and 70 x 40: right
// Prints: time: measured
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                         \
    do {                                                                                                    \
        const cudaError_t status = (call);                                                                  \
        if (status != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
            std::exit(EXIT_FAILURE);                                                                        \
        }                                                                                                   \
    } while (0)

constexpr int TILE = 16;

__global__ void multiply(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int rows,
                         int inner, int columns) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < inner; first += TILE) {
        const int k = first + threadIdx.x, l = first + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < rows && k < inner ? A[row * inner + k] : 0;  // may be: race-shared
        b[threadIdx.y][threadIdx.x] =
            l < inner && column < columns ? B[l * columns + column] : 0;  // may be: race-shared
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];  // expect: race-shared
#ifndef WRONG
        __syncthreads();
#endif
    }
    if (row < rows && column < columns) C[row * columns + column] = sum;
}

int main(int argc, char** argv) {
    const int rows = argc > 1 ? std::atoi(argv[1]) : 50, inner = 70, columns = 40;
    std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 5) - 2;
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 7) - 3;
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, a.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_b, b.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_c, c.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    const dim3 block(TILE, TILE), grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    multiply<<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));

    bool right = true;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
            float sum = 0;
            for (int k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * columns + j];
            right = right && sum == c[i * columns + j];
        }
    }
    std::printf("product of %d x %d and %d x %d: %s\n", rows, inner, inner, columns, right ? "right" : "wrong");
    std::printf("time: %s\n", milliseconds >= 0 ? "measured" : "not measured");
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    CHECK(cudaDeviceReset());
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
// SPDX-License-Identifier: Apache-2.0
