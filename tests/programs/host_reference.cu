// Powers of a matrix, compared with those that the host computes: hundreds of millions of accesses by a function that
// does not call CUDA. Such functions are run as optimised code without checks, after the program has started
// again.
// Feature: host code: long reference computations
// Kernel: multiply
// Prints: 16 products, 65536 elements agree
// Prints: refused: 0 rows
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

constexpr int n = 256, products = 16;
static int products_done = 0;

__global__ void multiply(const float* a, const float* b, float* c) {
    const int row = blockIdx.x, column = threadIdx.x;
#ifdef WRONG
    if (row == n - 1) return;
#endif
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

void multiply_on_host(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c, int rows) {
    if (rows == 0) throw std::invalid_argument("0 rows");
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
    ++products_done;
}

int count_equal(const std::vector<float>& a, const std::vector<float>& b) {
    int equal = 0;
    for (int i = 0; i < n * n; ++i)
        if (a[i] == b[i]) ++equal;  // expect: uninitialised-read
    return equal;
}

int main() {
    std::vector<float> a(n * n), b(n * n), c(n * n), of_device(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = i % 7 == 0 ? 0.25f : 0;
    b = a;
    float *da, *dc;
    const std::size_t bytes = n * n * sizeof(float);
    cudaMalloc(&da, bytes);
    cudaMalloc(&dc, bytes);
    for (int i = 0; i < products; ++i) {
        multiply_on_host(a, b, c, n);
        std::swap(b, c);
    }
    multiply_on_host(a, a, c, n);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    multiply<<<n, n>>>(da, da, dc);
    cudaMemcpy(of_device.data(), dc, bytes, cudaMemcpyDeviceToHost);
    printf("%d products, %d elements agree\n", products_done - 1, count_equal(of_device, c));
    try {
        multiply_on_host(a, b, c, 0);
    } catch (const std::invalid_argument& error) {
        printf("refused: %s\n", error.what());
    }
    cudaFree(da);
    cudaFree(dc);
}
// SPDX-License-Identifier: Apache-2.0
