// Wrong:  rows begin where the row before ends, which takes one number more than there are rows. The array lacks it.
// From:   row offsets of sparse matrices
// Kernel: lengths
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: rows + 1 offsets.
#include "../program.cuh"

#ifdef MENDED
constexpr unsigned more = 1;
#else
constexpr unsigned more = 0;
#endif

__global__ void lengths(const int* offsets, int* out) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    out[row] = offsets[row + 1] - offsets[row];  // expect: out-of-bounds
}

int main() {
    constexpr unsigned rows = 64;
    std::vector<int> offsets(rows + more), expected(rows);
    for (unsigned i = 0; i < rows + more; ++i) offsets[i] = static_cast<int>(i * i);
    for (unsigned i = 0; i < rows; ++i) expected[i] = static_cast<int>(2 * i + 1);
    int* const out = device_array<int>(rows);
    lengths<<<2, rows / 2>>>(to_device(offsets), out);
    return judge(to_host(out, rows), expected);
}
// SPDX-License-Identifier: Apache-2.0
