// Wrong:  nothing orders what is done under the lock: the next block that gets it may see the counter as it was before.
// From:   sources/001 (lecture), "Critical section", and `Lock` without its __threadfence()
// Kernel: count_under_lock
// Says:   or protect both by a lock, and call __threadfence() after taking it and before releasing it
// Fix:    make the read and the write one atomic operation, at line 31: atomicAdd(), atomicMax(), atomicCAS(), ...; or
//         protect both by a lock, and call __threadfence() after taking it and before releasing it
// Mended: __threadfence() behind taking the lock, and before giving it back.
#include "../program.cuh"

struct spin_lock {
    int* mutex;

    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0) {
        }
#ifdef MENDED
        __threadfence();
#endif
    }
    __device__ void unlock() {
#ifdef MENDED
        __threadfence();
#endif
        atomicExch(mutex, 0);
    }
};

__global__ void count_under_lock(spin_lock mutual, int* counter) {
    if (threadIdx.x == 0) {
        mutual.lock();
        *counter += 1;  // expect: race-global
        mutual.unlock();
    }
}

int main() {
    int* const counter = to_device(std::vector<int>{0});
    count_under_lock<<<32, 32>>>(spin_lock{to_device(std::vector<int>{0})}, counter);
    return judge(to_host(counter, 1)[0], 32);
}
// SPDX-License-Identifier: Apache-2.0
