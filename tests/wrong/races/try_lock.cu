// Wrong:  a thread that finds the lock taken counts all the same. In the ordinary order each thread finds it free.
// From:   counters that are protected by a lock which nobody waits for
// Kernel: count
// Schedules: 10
// Fix:    make the read and the write one atomic operation, at line 18: atomicAdd(), atomicMax(), atomicCAS(), ...; or
//         protect both by a lock, and call __threadfence() after taking it and before releasing it
// Mended: a thread that finds the lock taken tries again.
#include "../program.cuh"

__global__ void count(int* lock, int* counter) {
    bool counted = false;
    while (!counted) {
        const bool taken = atomicCAS(lock, 0, 1) == 0;
#ifdef MENDED
        if (!taken) continue;
#endif
        __threadfence();
        *counter += 1;  // expect: race-global
        __threadfence();
        if (taken) atomicExch(lock, 0);
        counted = true;
    }
}

int main() {
    int* const counter = to_device(std::vector<int>{0});
    count<<<4, 8>>>(to_device(std::vector<int>{0}), counter);
    return judge(to_host(counter, 1)[0], 32);
}
// SPDX-License-Identifier: Apache-2.0
