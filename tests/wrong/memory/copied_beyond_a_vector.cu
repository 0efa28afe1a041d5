// Wrong:  a result is copied to a vector whose elements the program has reserved for half of it.
// Kernel: fill
// Says:   this copy writes 400 bytes of an allocation (new) of 200 bytes: it ends 200 bytes beyond
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: the vector has room for all elements.
#include "../program.cuh"

__global__ void fill(int* values) { values[threadIdx.x] = threadIdx.x; }
int main() {
    constexpr int n = 100;
    int* const values = device_array<int>(n);
    fill<<<1, n>>>(values);
#ifdef MENDED
    std::vector<int> result(n);
#else
    std::vector<int> result(n / 2);
#endif
    cudaMemcpy(result.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);  // expect: bad-copy
    return judge(result[n / 2 - 1], n / 2 - 1);
}
// SPDX-License-Identifier: Apache-2.0
