// Wrong:  the places to gather from are counted from 1: the last one is behind the input.
// From:   sources/001 (lecture), gather with random access; places that come from a file are never checked
// Kernel: gather
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: they are counted from 0.
#include "../program.cuh"

__global__ void gather(const int* input, const int* places, int* output) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = input[places[i]];  // expect: out-of-bounds
}

int main() {
    constexpr int count = 256;
#ifdef MENDED
    constexpr int first = 0;
#else
    constexpr int first = 1;
#endif
    const std::vector<int> values = numbers(count);
    std::vector<int> places(count);
    for (int i = 0; i < count; ++i) places[i] = first + count - 1 - i;
    int* const output = device_array<int>(count);
    gather<<<2, 128>>>(to_device(values), to_device(places), output);
    return judge(to_host(output, count), std::vector<int>(values.rbegin(), values.rend()));
}
// SPDX-License-Identifier: Apache-2.0
