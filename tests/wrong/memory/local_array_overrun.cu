// Wrong:  a function fills one element more than the array of its caller has.
// From:   small buffers of registers, filled through a pointer
// Compiler: g++
// Kernel: largest_of_row
// Says:   right behind the local array row (28 bytes)
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: the loop ends with the array.
#include "../program.cuh"

constexpr int width = 7;

__device__ void fill(int* row, const int* values, int count) {
    for (int i = 0; i < count; ++i) row[i] = values[i];  // expect: out-of-bounds
}

__global__ void largest_of_row(const int* values, int* largest, int count) {
    int row[width];
    fill(row, values + threadIdx.x * width, count);
    int most = row[0];
    for (int i = 1; i < width; ++i) most = max(most, row[i]);
    largest[threadIdx.x] = most;
}

int main() {
    int* const largest = device_array<int>(32);
#ifdef MENDED
    const int count = width;
#else
    const int count = width + 1;
#endif
    largest_of_row<<<1, 32>>>(to_device(numbers(32 * width + 1)), largest, count);
    return judge(sum_of(to_host(largest, 32)), 32 * 6);
}
// SPDX-License-Identifier: Apache-2.0
