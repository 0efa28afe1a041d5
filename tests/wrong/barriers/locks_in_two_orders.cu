// Wrong:  a transfer takes the lock of the account that it takes from, then that of the other. Two blocks may wait for
//         each other. In the ordinary order each block ends before the next one starts.
// From:   fine-grained locks, such as those of particles in a cell
// Kernel: transfer
// Schedules: 10
// Fix:    let a lane that can run write the value that the others wait for, before any loop or barrier that waits for
//         it
// Mended: the lock of the lower number comes first.
#include "../program.cuh"

__device__ void lock(int* one) {
    while (atomicCAS(one, 0, 1) != 0) {  // expect: deadlock
    }
}

__global__ void transfer(int* locks, int* accounts) {
    const int from = blockIdx.x % 2, to = 1 - from;
#ifdef MENDED
    const int first = min(from, to);
#else
    const int first = from;
#endif
    lock(&locks[first]);
    lock(&locks[1 - first]);
    __threadfence();
    accounts[from] -= 1;
    accounts[to] += 1;
    __threadfence();
    atomicExch(&locks[from], 0);
    atomicExch(&locks[to], 0);
}

int main() {
    int* const accounts = to_device(std::vector<int>{10, 20});
    transfer<<<16, 1>>>(to_device(std::vector<int>{0, 0}), accounts);
    return judge(to_host(accounts, 2), std::vector<int>{10, 20});
}
// SPDX-License-Identifier: Apache-2.0
