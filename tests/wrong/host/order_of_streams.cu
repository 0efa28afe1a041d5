// Wrong:  a kernel takes for granted that one in another stream, whose launch comes first, has run. Both access the
//         flag by atomics, so that they do not race; but the second may run first.
// From:   a counter that two streams share
// Kernel: use
// Fix:    find the cause; on a GPU this launch and every later call fail
// Schedules: 2
// Mended: the stream waits for an event of the other.
#include <cassert>

#include "../program.cuh"

__global__ void set(int* flag) { atomicExch(flag, 1); }

__global__ void use(int* flag) {
    assert(atomicAdd(flag, 0) == 1);  // expect: assertion
}

int main() {
    int* const flag = device_array<int>(1);
    cudaMemset(flag, 0, sizeof(int));
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEvent_t is_set;
    cudaEventCreate(&is_set);
    set<<<1, 1, 0, first>>>(flag);
    cudaEventRecord(is_set, first);
#ifdef MENDED
    cudaStreamWaitEvent(second, is_set, 0);
#endif
    use<<<1, 1, 0, second>>>(flag);
    return judge(to_host(flag, 1)[0], 1);
}
// SPDX-License-Identifier: Apache-2.0
