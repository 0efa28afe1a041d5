// Wrong:  threads beyond the end return before a shuffle whose mask names them, and others take their values.
// From:   warp sums of arrays whose length is not a multiple of 32
// Kernel: warp_sum
// Says:   but that thread has exited
// Fix:    let every thread of the mask reach the shuffle, and give threads without data a neutral value
// Mended: threads beyond the end come with 0.
#include "../program.cuh"

__global__ void warp_sum(const int* values, int count, int* sum) {
    const int t = static_cast<int>(threadIdx.x);
#ifdef MENDED
    int own = t < count ? values[t] : 0;
#else
    if (t >= count) return;
    int own = values[t];
#endif
    for (int offset = 16; offset > 0; offset /= 2)
        own += __shfl_down_sync(0xffffffffu, own, offset);  // expect: warp-divergence
    if (t == 0) *sum = own;
}

int main() {
    const std::vector<int> values = numbers(20);
    int* const sum = device_array<int>(1);
    warp_sum<<<1, 32>>>(to_device(values), 20, sum);
    return judge(to_host(sum, 1)[0], sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
