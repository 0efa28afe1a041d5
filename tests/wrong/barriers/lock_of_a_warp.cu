// Wrong:  lanes of one warp spin for a lock that another lane of the same warp holds; before Volta it never gets to
//         run again.
// From:   sources/001 (lecture), `while (atomicCAS(&lock, 0, 1) != 0) {}`, "Lock and warps"
// Kernel: count_under_lock
// Mended: the lane that has the lock gives it back inside of the loop (the lecture's way out).
// Schedule: lock-step
// Says:   threads 1-31 spin at
// Says:   thread 0 holds what they spin for, and waits to go on at
// Fix:    take and release the lock in the same iteration of the loop
#include "../program.cuh"

__device__ int lock = 0;

__global__ void count_under_lock(volatile int* counter) {
#ifdef MENDED
    bool waiting = true;
    while (waiting) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(&lock, 0);
            waiting = false;
        }
    }
#else
    while (atomicCAS(&lock, 0, 1) != 0) {  // expect: deadlock
    }
    __threadfence();
    *counter = *counter + 1;
    __threadfence();
    atomicExch(&lock, 0);
#endif
}

int main() {
    int* const counter = to_device(std::vector<int>{0});
    count_under_lock<<<1, 32>>>(counter);
    return judge(to_host(counter, 1)[0], 32);
}
// SPDX-License-Identifier: Apache-2.0
