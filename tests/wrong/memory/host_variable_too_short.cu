// Wrong:  a table of 40 elements is copied with the length of another one.
// Kernel: sum
// Says:   this copy reads 200 bytes of the variable table of 160 bytes: it ends 40 bytes beyond
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: the copy has the length of the table.
#include "../program.cuh"

__global__ void sum(const int* values, int count, int* result) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += values[i];
    *result = total;
}

int table[40];

int main() {
    constexpr int n = 50;
    for (int& one : table) one = 1;
    int *const values = device_array<int>(n), *const result = device_array<int>(1);
    cudaMemset(values, 0, n * sizeof(int));
#ifdef MENDED
    cudaMemcpy(values, table, sizeof(table), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(values, table, n * sizeof(int), cudaMemcpyHostToDevice);  // expect: bad-copy
#endif
    sum<<<1, 1>>>(values, n, result);
    int total = 0;
    cudaMemcpy(&total, result, sizeof(total), cudaMemcpyDeviceToHost);
    return judge(total >= 1, true);
}
// SPDX-License-Identifier: Apache-2.0
