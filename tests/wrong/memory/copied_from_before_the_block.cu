// Wrong:  a halo is copied from one element before the array.
// Kernel: sum
// Says:   this copy reads 256 bytes of an allocation (new) of 256 bytes: it begins 4 bytes before
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: the array has room for the halo.
#include "../program.cuh"

__global__ void sum(const int* values, int count, int* result) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += values[i];
    *result = total;
}

int main() {
    constexpr int n = 64;
#ifdef MENDED
    std::vector<int> row(n + 1, 1);
    const int* const inner = row.data() + 1;
#else
    std::vector<int> row(n, 1);
    const int* const inner = row.data();
#endif
    int *const values = device_array<int>(n), *const result = device_array<int>(1);
    cudaMemset(values, 0, n * sizeof(int));
    cudaMemcpy(values, inner - 1, n * sizeof(int), cudaMemcpyHostToDevice);  // expect: bad-copy
    sum<<<1, 1>>>(values, n, result);
    int total = 0;
    cudaMemcpy(&total, result, sizeof(total), cudaMemcpyDeviceToHost);
    return judge(total >= 1, true);
}
// SPDX-License-Identifier: Apache-2.0
