// Wrong:  a search goes below the start of a local array, in a function that is called with a pointer.
// From:   insertion of a value into a small sorted array in registers
// Compiler: g++
// Kernel: largest_of_row
// Says:   4 bytes before the local array best (16 bytes)
// Fix:    let a thread access the array only if its index is inside: if (0 <= i && i < n); a remainder i % n is below
//         zero where i is: (i % n + n) % n is not
// Mended: the search ends with the array's first element.
#include "../program.cuh"

constexpr int kept = 4;

__device__ __noinline__ void insert(int* best, int value) {
    int at = kept - 1;
#ifdef MENDED
    while (at > 0 && best[at - 1] < value) {
#else
    while (best[at - 1] < value) {  // expect: out-of-bounds
#endif
        best[at] = best[at - 1];
        --at;
    }
    best[at] = value;
}

__global__ void largest_of_row(const int* values, int count, int* sums) {
    int best[kept];
    for (int i = 0; i < kept; ++i) best[i] = -1;
    for (int i = 0; i < count; ++i) insert(best, values[i]);
    sums[threadIdx.x] = best[0] + best[1];
}

int main() {
    int* const sums = device_array<int>(32);
    largest_of_row<<<1, 32>>>(to_device(numbers(14)), 14, sums);
    return judge(sum_of(to_host(sums, 32)), 32 * 12);
}
// SPDX-License-Identifier: Apache-2.0
