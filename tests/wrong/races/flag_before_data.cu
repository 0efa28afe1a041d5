// Wrong:  a block sets its flag before its sum. Others take the sum if the flag is set, and else add the numbers up
//         themselves. In the ordinary order no flag is set when a block looks.
// From:   scans over blocks that do not wait for each other (decoupled fallback)
// Kernel: sum_with_next
// Schedules: 10
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: the sum, a fence, then the flag.
#include "../program.cuh"

__device__ int sum_of_block(const int* in, unsigned block) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += in[4 * block + i];
    return sum;
}

__global__ void sum_with_next(const int* in, int* sums, int* flags, int* out) {
    const unsigned b = blockIdx.x;
    const int own = sum_of_block(in, b);
#ifdef MENDED
    sums[b] = own;
    __threadfence();
    atomicExch(&flags[b], 1);
#else
    atomicExch(&flags[b], 1);
    sums[b] = own;  // expect: race-global
#endif
    int next = 0;
    if (b + 1 < gridDim.x) {
        if (atomicAdd(&flags[b + 1], 0) != 0) {
            __threadfence();
            next = sums[b + 1];  // expect: race-global
        } else {
            next = sum_of_block(in, b + 1);
        }
    }
    out[b] = own + next;
}

int main() {
    constexpr unsigned blocks = 8;
    const std::vector<int> in = numbers(4 * blocks);
    std::vector<int> expected(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned i = 4 * b; i < 4 * b + 8 && i < in.size(); ++i) expected[b] += in[i];
    const std::vector<int> zeros(blocks);
    int* const out = device_array<int>(blocks);
    sum_with_next<<<blocks, 1>>>(to_device(in), to_device(zeros), to_device(zeros), out);
    return judge(to_host(out, blocks), expected);
}
// SPDX-License-Identifier: Apache-2.0
