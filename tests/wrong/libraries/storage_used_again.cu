// Wrong:  a collective of CUB uses its storage again while threads may still read what the last one has left there.
// From:   scans over an array in steps, in one block
// Kernel: running_sums
// Says:   , before the storage is used again
// Fix:    call __syncthreads() after line 20, before the storage is used again
// Mended: __syncthreads() at the end of each step.
#include <cub/cub.cuh>

#include "../program.cuh"

constexpr int threads = 64, steps = 4;

__global__ void running_sums(const int* in, int* out) {
    using block_scan = cub::BlockScan<int, threads>;
    __shared__ typename block_scan::TempStorage storage;
    int carry = 0;
    for (int step = 0; step < steps; ++step) {
        const int i = step * threads + static_cast<int>(threadIdx.x);
        int sum = 0, total = 0;
        block_scan(storage).InclusiveSum(in[i], sum, total);  // expect: race-shared
        out[i] = carry + sum;
        carry += total;
#ifdef MENDED
        __syncthreads();
#endif
    }
}

int main() {
    const std::vector<int> in = numbers(threads * steps);
    std::vector<int> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) expected[i] = in[i] + (i == 0 ? 0 : expected[i - 1]);
    int* const out = device_array<int>(in.size());
    running_sums<<<1, threads>>>(to_device(in), out);
    return judge(to_host(out, in.size()), expected);
}
// SPDX-License-Identifier: Apache-2.0
