// A sparse matrix times a vector: a warp for each row of CSR, whose lanes' sums are combined by shuffles.
// Feature: whole programs: sparse matrix times vector, one warp per row, shuffles
// Kernel: multiply
// Prints: 40 rows: right
#include <cstdio>
#include <vector>

const int warp_size = 32;

template <typename T>
__device__ T warp_sum(T value) {
    for (int offset = warp_size / 2; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);  // expect: warp-divergence
    return value;
}

template <typename T>
__global__ void multiply(int rows, const int* __restrict__ row_begin, const int* __restrict__ columns,
                         const T* __restrict__ values, const T* __restrict__ x, T* __restrict__ y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size, lane = threadIdx.x % warp_size;
    if (row >= rows) return;
    const int begin = __ldg(&row_begin[row]), end = __ldg(&row_begin[row + 1]);
#ifdef WRONG
    if (begin + lane >= end) return;  // rows are shorter than a warp
#endif
    T sum = 0;
    for (int i = begin + lane; i < end; i += warp_size) sum += values[i] * x[columns[i]];
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}

struct Csr {
    std::vector<int> begin, columns;
    std::vector<double> values;
};

template <typename T>
void upload(T*& device, const std::vector<T>& host) {
    cudaMalloc(&device, host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
}

int main() {
    const int rows = 40, columns = 200;
    Csr matrix;
    std::vector<double> x(columns), y(rows), expected(rows, 0);
    for (int j = 0; j < columns; ++j) x[j] = j % 9;
    for (int i = 0; i < rows; ++i) {
        matrix.begin.push_back((int)matrix.columns.size());
        for (int j = i % 4; j < columns; j += 1 + i) {
            matrix.columns.push_back(j);
            matrix.values.push_back(1 + (i + j) % 3);
            expected[i] += matrix.values.back() * x[j];
        }
    }
    matrix.begin.push_back((int)matrix.columns.size());

    int *d_begin, *d_columns;
    double *d_values, *d_x, *d_y;
    upload(d_begin, matrix.begin);
    upload(d_columns, matrix.columns);
    upload(d_values, matrix.values);
    upload(d_x, x);
    cudaMalloc(&d_y, rows * sizeof(double));
    const int threads = 128;
    multiply<double>
        <<<(rows * warp_size + threads - 1) / threads, threads>>>(rows, d_begin, d_columns, d_values, d_x, d_y);
    cudaMemcpy(y.data(), d_y, rows * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("%d rows: %s\n", rows, y == expected ? "right" : "wrong");
    for (void* each : {(void*)d_begin, (void*)d_columns, (void*)d_values, (void*)d_x, (void*)d_y}) cudaFree(each);
    return y == expected ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
