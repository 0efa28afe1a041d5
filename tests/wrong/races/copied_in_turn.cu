// Wrong:  threads copy rows of a length that only the launch knows into shared memory, by memcpy(). The rows overlap.
// From:   rows of text and of sparse matrices, which threads copy whole
// Kernel: stage_rows
// Says:   writes byte 56 of the dynamic shared memory, and thread 0 of block 0 writes it
// Fix:    let only one thread write the element, or give each thread an element of its own
// Mended: rows as far apart as they are long.
#include "../program.cuh"

#ifdef MENDED
constexpr unsigned overlap = 0;
#else
constexpr unsigned overlap = 2;
#endif

__global__ void stage_rows(const int* rows, int* sums, unsigned length) {
    extern __shared__ int staged[];
    int* const row = staged + threadIdx.x * (length - overlap);
    memcpy(row, rows + threadIdx.x * length, length * sizeof(int));  // expect: race-shared
    int sum = 0;
    for (unsigned i = 0; i < length - overlap; ++i) sum += row[i];
    sums[threadIdx.x] = sum;
}

int main() {
    constexpr unsigned length = 16, rows = 4;
    const std::vector<int> values = numbers(rows * length);
    std::vector<int> expected(rows);
    for (unsigned i = 0; i < rows * length; ++i) expected[i / length] += values[i];
    int* const sums = device_array<int>(rows);
    stage_rows<<<1, rows, rows * length * sizeof(int)>>>(to_device(values), sums, length);
    return judge(to_host(sums, rows), expected);
}
// SPDX-License-Identifier: Apache-2.0
