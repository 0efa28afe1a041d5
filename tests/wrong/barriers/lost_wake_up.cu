// Wrong:  the consumer looks for data, says that it sleeps, and waits. If the data comes in between, nobody wakes it.
//         In the ordinary order the consumer sleeps before the producer begins.
// From:   condition variables that are made of an atomic and a named barrier
// Kernel: hand_over
// Schedules: 10
// Fix:    let all threads of the block reach each barrier, and all lanes of its mask each warp operation: move it out
//         of the branch
// Mended: the producer always arrives at the barrier, and the consumer always waits.
#include "../program.cuh"

__global__ void hand_over(int* out) {
    __shared__ int data, is_ready, is_asleep;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) is_ready = is_asleep = 0;
    __syncthreads();
    if (warp == 0) {
        int sleeps = 0;
        if (lane == 0) {
            sleeps = atomicAdd(&is_ready, 0) == 0;
            if (sleeps) atomicExch(&is_asleep, 1);
        }
#ifdef MENDED
        sleeps = 1;
#endif
        if (__shfl_sync(~0u, sleeps, 0)) asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: deadlock
        __threadfence_block();
        if (lane == 0) out[blockIdx.x] = data;
    } else {
        int wakes = 0;
        if (lane == 0) {
            data = 42;
            __threadfence_block();
            atomicExch(&is_ready, 1);
            wakes = atomicAdd(&is_asleep, 0);
        }
#ifdef MENDED
        wakes = 1;
#endif
        if (__shfl_sync(~0u, wakes, 0)) asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
}

int main() {
    constexpr int blocks = 32;
    int* const out = device_array<int>(blocks);
    hand_over<<<blocks, 64>>>(out);
    return judge(to_host(out, blocks), std::vector<int>(blocks, 42));
}
// SPDX-License-Identifier: Apache-2.0
