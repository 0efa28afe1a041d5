// Wrong:  rows of the matrix on the host are narrower than the pitch that the copy is told.
// Kernel: sum
// Says:   this copy reads 496 bytes of an allocation (new) of 384 bytes: it ends 112 bytes beyond
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: the pitch is that of the matrix on the host.
#include "../program.cuh"

__global__ void sum(const int* values, int count, int* result) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += values[i];
    *result = total;
}

int main() {
    constexpr int rows = 8, columns = 12, pitch = 16, n = rows * pitch;
    int* const matrix = new int[rows * columns];
    for (int i = 0; i < rows * columns; ++i) matrix[i] = 1;
    int *const values = device_array<int>(n), *const result = device_array<int>(1);
    cudaMemset(values, 0, n * sizeof(int));
#ifdef MENDED
    const size_t from_pitch = columns * sizeof(int);
#else
    const size_t from_pitch = pitch * sizeof(int);
#endif
    cudaMemcpy2D(values, pitch * sizeof(int), matrix, from_pitch, columns * sizeof(int), rows,  // expect: bad-copy
                 cudaMemcpyHostToDevice);
    delete[] matrix;
    sum<<<1, 1>>>(values, n, result);
    int total = 0;
    cudaMemcpy(&total, result, sizeof(total), cudaMemcpyDeviceToHost);
    return judge(total >= 1, true);
}
// SPDX-License-Identifier: Apache-2.0
