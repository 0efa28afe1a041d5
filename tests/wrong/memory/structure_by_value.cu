// Structures that functions take from memory and store there: the last thread is beyond the array.
// Kernel: squares
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
#include <cstdio>

struct complex_number {
    float real, imaginary;
};
__device__ complex_number product(complex_number a, complex_number b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

__global__ void squares(complex_number* numbers, int count) {
    const int i = threadIdx.x;
#ifdef MENDED
    if (i >= count) return;
#endif
    numbers[i] = product(numbers[i], numbers[i]);                       // expect: out-of-bounds
    numbers[i] = product(numbers[i], product(numbers[i], numbers[i]));  // may be: out-of-bounds
}

int main() {
    complex_number* numbers;
    cudaMalloc(&numbers, 63 * sizeof(complex_number));
    cudaMemset(numbers, 0, 63 * sizeof(complex_number));
    squares<<<1, 64>>>(numbers, 63);
    cudaFree(numbers);
}
// SPDX-License-Identifier: Apache-2.0
