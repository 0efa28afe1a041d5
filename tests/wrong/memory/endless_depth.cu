// Wrong:  a recursion goes as deep as the list is long, and each call keeps an array.
// From:   quicksort and tree walks that were written for the host
// Kernel: largest
// Fix:    make the local arrays smaller, or the recursion shallower
// Mended: the list is halved, so that the depth is its logarithm.
#include "../program.cuh"

__device__ int largest_of(const int* values, int count) {
    if (count == 1) return *values;  // may be: stack-overflow
    int halves[64];                  // may be: stack-overflow
#ifdef MENDED
    const int first = count / 2;
#else
    const int first = 1;
#endif
    halves[count % 64] = largest_of(values, first);                        // expect: stack-overflow
    halves[(count + 1) % 64] = largest_of(values + first, count - first);  // may be: stack-overflow
    return max(halves[count % 64], halves[(count + 1) % 64]);
}

__global__ void largest(const int* values, int count, int* out) { *out = largest_of(values, count); }

int main() {
    constexpr int count = 2000;
    const std::vector<int> values = numbers(count);
    int* const out = device_array<int>(1);
    largest<<<1, 1>>>(to_device(values), count, out);
    return judge(to_host(out, 1)[0], 6);
}
// SPDX-License-Identifier: Apache-2.0
