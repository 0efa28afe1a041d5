// Wrong:  half of the warp shuffles with the full mask and waits for the other half, which waits at the barrier.
// From:   a shuffle moved into the condition that uses its result
// Kernel: shift_left
// Orders: 10
// Says:   and all lanes of its mask each warp operation: move it out of the branch
// Fix:    let all threads of the block reach each barrier, and all lanes of its mask each warp operation: move it out
//         of the branch
// Mended: all lanes shuffle, then half of them use the result.
#include "../program.cuh"

__global__ void shift_left(int* values) {
    __shared__ int shifted[32];
    const unsigned t = threadIdx.x;
    int value = values[t];
#ifdef MENDED
    const int next = __shfl_down_sync(0xffffffffu, value, 1);
    if (t < 16) value = next;
#else
    if (t < 16) value = __shfl_down_sync(0xffffffffu, value, 1);  // may be: deadlock
#endif
    shifted[t] = value;
    __syncthreads();  // expect: deadlock
    values[t] = shifted[t];
}

int main() {
    const std::vector<int> values = numbers(32);
    std::vector<int> expected = values;
    for (int i = 0; i < 16; ++i) expected[i] = values[i + 1];
    int* const array = to_device(values);
    shift_left<<<1, 32>>>(array);
    return judge(to_host(array, 32), expected);
}
// SPDX-License-Identifier: Apache-2.0
