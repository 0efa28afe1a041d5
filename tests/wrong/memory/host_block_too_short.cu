// Wrong:  the caller says 200 elements, and the array has 75.
// Kernel: sum
// Says:   this copy reads 800 bytes of an allocation (malloc) of 300 bytes: it ends 500 bytes beyond
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: the copy has the length of the array.
#include <cstdlib>
#include "../program.cuh"

__global__ void sum(const int* values, int count, int* result) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += values[i];
    *result = total;
}

int main() {
    constexpr int n = 200, given = 75;
    int* const list = static_cast<int*>(malloc(given * sizeof(int)));
    for (int i = 0; i < given; ++i) list[i] = 1;
    int *const values = device_array<int>(n), *const result = device_array<int>(1);
    cudaMemset(values, 0, n * sizeof(int));
#ifdef MENDED
    cudaMemcpy(values, list, given * sizeof(int), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(values, list, n * sizeof(int), cudaMemcpyHostToDevice);  // expect: bad-copy
#endif
    free(list);
    sum<<<1, 1>>>(values, given, result);
    int total = 0;
    cudaMemcpy(&total, result, sizeof(total), cudaMemcpyDeviceToHost);
    return judge(total >= given, true);
}
// SPDX-License-Identifier: Apache-2.0
