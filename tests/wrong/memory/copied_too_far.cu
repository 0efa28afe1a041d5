// Wrong:  memset() and memcpy() get twice the length of the rows in bytes: the length counts halves of elements.
// From:   functions that take bytes, beside those that take elements
// Kernel: stage
// Says:   right behind totals, an allocation of 64 bytes
// Says:   right behind the dynamic shared memory (64 bytes)
// Fix:    launch with more dynamic shared memory: <<<>>> takes bytes, elements * sizeof(T); or let a thread access the
//         memory only if its index is inside: if (i < n)
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: elements * sizeof(int).
#include "../program.cuh"

#ifdef MENDED
constexpr unsigned element_bytes = sizeof(int);
#else
constexpr unsigned element_bytes = 2 * sizeof(int);
#endif

__global__ void stage(const int* row, int* totals, unsigned length) {
    extern __shared__ int staged[];
    if (threadIdx.x == 0) memset(totals, 0, length * element_bytes);    // expect: out-of-bounds
    if (threadIdx.x == 1) memcpy(staged, row, length * element_bytes);  // expect: out-of-bounds
    __syncthreads();
    if (threadIdx.x < length) totals[threadIdx.x] += staged[threadIdx.x];
}

int main() {
    constexpr unsigned length = 16;
    const std::vector<int> values = numbers(2 * length), expected(values.begin(), values.begin() + length);
    const int* const row = to_device(values);
    int* totals = nullptr;
    cudaMalloc(&totals, length * sizeof(int));
    stage<<<1, 32, length * sizeof(int)>>>(row, totals, length);
    return judge(to_host(totals, length), expected);
}
// SPDX-License-Identifier: Apache-2.0
