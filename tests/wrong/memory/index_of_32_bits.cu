// Wrong:  row times length is computed in 32 bits, and overflows.
// From:   rows of embedding tables; 3,000,000 rows of 1,000 elements are beyond 2^31
// Kernel: pick
// Says:   reads 1 byte at
// Says:   , the nearest one
// Fix:    compute the index in 64 bits, as in (size_t)row * length + column: in 32 bits it overflows
// Mended: the row is widened first.
#include "../program.cuh"

/// `slice` holds a part of a large table, which begins at element `begin`.
__global__ void pick(const char* slice, long long begin, int row, int length, char* out) {
#ifdef MENDED
    out[threadIdx.x] = slice[static_cast<long long>(row) * length + threadIdx.x - begin];
#else
    out[threadIdx.x] = slice[row * length + static_cast<int>(threadIdx.x) - begin];  // expect: out-of-bounds
#endif
}

int main() {
    constexpr int row = 3'000'000, length = 1'000;
    const std::vector<char> values(length, 1);
    char* const out = device_array<char>(32);
    pick<<<1, 32>>>(to_device(values), static_cast<long long>(row) * length, row, length, out);
    return judge(to_host(out, 32), std::vector<char>(32, 1));
}
// SPDX-License-Identifier: Apache-2.0
