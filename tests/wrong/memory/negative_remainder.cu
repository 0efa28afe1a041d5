// Wrong:  the remainder of a negative number is negative, so that a place on a ring lies before the array.
// From:   noise, and grids that repeat, whose cells go around
// Kernel: around
// Fix:    let a thread access the array only if its index is inside: if (0 <= i && i < n); a remainder i % n is below
//         zero where i is: (i % n + n) % n is not
// Mended: the remainder is made positive.
#include "../program.cuh"

__global__ void around(const int* ring, int length, int* out, int first) {
    const int step = first + static_cast<int>(threadIdx.x);
#ifdef MENDED
    const int place = (step % length + length) % length;
#else
    const int place = step % length;
#endif
    out[threadIdx.x] = ring[place];  // expect: out-of-bounds
}

int main() {
    constexpr int length = 6, first = -9, count = 24;
    const std::vector<int> ring = numbers(length);
    std::vector<int> expected(count);
    for (int i = 0; i < count; ++i) expected[i] = ring[(i + first + 2 * length) % length];
    int* const out = device_array<int>(count);
    around<<<1, count>>>(to_device(ring), length, out, first);
    return judge(to_host(out, count), expected);
}
// SPDX-License-Identifier: Apache-2.0
