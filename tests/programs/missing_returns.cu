// Functions of the host that end without `return`. The emulator goes on, and a note tells of them: a program of nvcc
// goes on only with g++ 12 and older, and without -O.
// Feature: host code: non-void functions that end without `return` (a note names each)
// Kernel: square
// Says:   a function with a result can end here without `return`
// Prints: filled
// Prints: squares
// Prints: 14
#include <cuda_runtime.h>

#include <cstdio>

struct range {
    int begin, end;
};

int fill(int* values, int count) {
    for (int i = 0; i < count; ++i) values[i] = i;
    std::puts("filled");
}

range show(const int* values, const char* what) { std::printf("%s %d\n", what, values[1]); }

int add(const int* values, int count, int& sum) {
    for (int i = 0; i < count; ++i) sum += values[i];
    if (count == 0) return 1;
}

__device__ void raise(int* square) { *square *= *square; }  // expect: out-of-bounds

__global__ void square(int* squares) { raise(squares + threadIdx.x); }

int main() {
    int values[4], *squares, sum = 0;
    fill(values, 4);
    cudaMalloc(&squares, sizeof(values));
    cudaMemcpy(squares, values, sizeof(values), cudaMemcpyHostToDevice);
#ifdef WRONG
    square<<<1, 5>>>(squares);  // the fifth thread has no element
#else
    square<<<1, 4>>>(squares);
#endif
    cudaMemcpy(values, squares, sizeof(values), cudaMemcpyDeviceToHost);
    show(values, "squares");
    add(values, 4, sum);
    std::printf("%d\n", sum);
    cudaFree(squares);
}
// SPDX-License-Identifier: Apache-2.0
