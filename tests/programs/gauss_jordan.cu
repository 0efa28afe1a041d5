// Linear equations by Gauss and Jordan: two launches a column, one for the factors and one for the rows.
// Feature: whole programs: Gauss-Jordan elimination, many small launches
// Kernel: eliminate
// Prints: x = 1 2 3 ... 30 31 32
#include <cmath>
#include <cstdio>
#include <vector>

#define N 32
#define COLUMNS (N + 1)

__global__ void find_factors(const double* a, double* factors, int column) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N) factors[row] = a[row * COLUMNS + column] / a[column * COLUMNS + column];
}

__global__ void eliminate(double* a, const double* factors, int column) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= N || j >= COLUMNS || row == column) return;
#ifdef WRONG
    const double factor = a[row * COLUMNS + column] / a[column * COLUMNS + column];  // may be: race-global
    a[row * COLUMNS + j] -= factor * a[column * COLUMNS + j];                        // expect: race-global
#else
    a[row * COLUMNS + j] -= factors[row] * a[column * COLUMNS + j];
#endif
}

__global__ void solve(const double* a, double* x) {
    const int row = threadIdx.x;
    x[row] = a[row * COLUMNS + N] / a[row * COLUMNS + row];
}

int main() {
    std::vector<double> a(N * COLUMNS), x(N);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            a[i * COLUMNS + j] = i == j ? 4 * N : (i * 7 + j * 3) % 5;
            sum += a[i * COLUMNS + j] * (j + 1);
        }
        a[i * COLUMNS + N] = sum;
    }
    double *d_a, *d_factors, *d_x;
    cudaMalloc(&d_a, sizeof(double) * a.size());
    cudaMalloc(&d_factors, sizeof(double) * N);
    cudaMalloc(&d_x, sizeof(double) * N);
    cudaMemcpy(d_a, a.data(), sizeof(double) * a.size(), cudaMemcpyHostToDevice);
    const dim3 block(16, 4), grid((COLUMNS + block.x - 1) / block.x, (N + block.y - 1) / block.y);
    for (int column = 0; column < N; column++) {
        find_factors<<<1, N>>>(d_a, d_factors, column);
        eliminate<<<grid, block>>>(d_a, d_factors, column);
    }
    solve<<<1, N>>>(d_a, d_x);
    cudaMemcpy(x.data(), d_x, sizeof(double) * N, cudaMemcpyDeviceToHost);
    std::printf("x = %.0f %.0f %.0f ... %.0f %.0f %.0f\n", x[0], x[1], x[2], x[N - 3], x[N - 2], x[N - 1]);
    double error = 0;
    for (int i = 0; i < N; i++) error = std::fmax(error, std::fabs(x[i] - (i + 1)));
    cudaFree(d_a);
    cudaFree(d_factors);
    cudaFree(d_x);
    return !(error < 1e-9);
}
// SPDX-License-Identifier: Apache-2.0
