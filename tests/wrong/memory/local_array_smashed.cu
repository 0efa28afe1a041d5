// Wrong:  a function that is not inlined writes more numbers than an array has that a
//         local structure of its caller holds.
// From:   lists of neighbours, whose number the data say
// Compiler: g++
// Kernel: list_neighbours
// Says:   has written behind the end of a local array of the function that ends here
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the function stops at the end of the array.
#include "../program.cuh"

constexpr int most = 6;

__device__ __noinline__ int find(int* found, const int* values, int n) {
    int* next = found;
    for (int i = 0; i < n; ++i)
#ifdef MENDED
        if (values[i] > 0 && next != found + most) *next++ = i;
#else
        if (values[i] > 0) *next++ = i;
#endif
    return static_cast<int>(next - found);
}

struct neighbours {
    int found[most];
};

__global__ void list_neighbours(const int* values, int n, int* sums) {
    neighbours own;
    const int count = find(own.found, values, n);
    int sum = 0;
    for (int i = 0; i < count && i < most; ++i) sum += own.found[i];
    sums[threadIdx.x] = sum;
}  // expect: out-of-bounds

int main() {
    int* const sums = device_array<int>(32);
    list_neighbours<<<1, 32>>>(to_device(std::vector<int>(9, 1)), 9, sums);
    return judge(sum_of(to_host(sums, 32)), 32 * 15);
}
// SPDX-License-Identifier: Apache-2.0
