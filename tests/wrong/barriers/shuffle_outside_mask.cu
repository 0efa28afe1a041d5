// Wrong:  all 32 lanes shuffle with a mask that names 16 of them.
// From:   the mask was copied from a kernel for half a warp
// Kernel: warp_sum
// Says:   , which does not name this lane
// Fix:    name every calling lane in the mask, or let only lanes of the mask call
// Mended: the mask names every lane that takes part.
#include "../program.cuh"

__global__ void warp_sum(const int* input, int* sum) {
    int value = input[threadIdx.x];
#ifdef MENDED
    constexpr unsigned mask = 0xffffffffu;
#else
    constexpr unsigned mask = 0x0000ffffu;
#endif
    for (unsigned s = 16; s > 0; s /= 2) value += __shfl_down_sync(mask, value, s);  // expect: warp-divergence
    if (threadIdx.x == 0) *sum = value;
}

int main() {
    const std::vector<int> values = numbers(32);
    int* const sum = device_array<int>(1);
    warp_sum<<<1, 32>>>(to_device(values), sum);
    return judge(to_host(sum, 1)[0], sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
