// Wrong:  a filter of five taps takes a sixth coefficient, behind a kernel's parameter.
// From:   convolutions whose coefficients are a structure that the launch passes by value
// Compiler: g++
// Kernel: convolve
// Says:   right behind the parameter filter (20 bytes)
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: the radius is half of the number of taps, rounded down.
#include "../program.cuh"

struct taps {
    int weight[5];
};

__global__ void convolve(const int* in, int* out, taps filter, int radius) {
    const int* weight = filter.weight;
    int sum = 0;
    for (int k = -radius; k <= radius; ++k)
        sum += in[threadIdx.x + 3 + k] * weight[k + radius];  // expect: out-of-bounds
    out[threadIdx.x] = sum;
}

int main() {
    const taps filter = {{1, 1, 1, 1, 1}};
#ifdef MENDED
    const int radius = 5 / 2;
#else
    const int radius = (5 + 1) / 2;
#endif
    int* const out = device_array<int>(32);
    convolve<<<1, 32>>>(to_device(std::vector<int>(40, 1)), out, filter, radius);
    return judge(sum_of(to_host(out, 32)), 32 * 5);
}
// SPDX-License-Identifier: Apache-2.0
