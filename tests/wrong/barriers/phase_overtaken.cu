// Wrong:  the consumer says that it has taken a number before it waits for it. So the producer may end the next phase
//         too, and the parity that the consumer waits for never comes. In the ordinary order the consumer is faster.
// From:   pipelines of a producer and a consumer without an `empty` barrier
// Kernel: hand_over
// Schedules: 10
// Fix:    let each wait for the barrier have the parity of its phase: 0 for the first, 1 for the second, and so on;
//         and let no phase end before all have waited for the one before
// Mended: it says so behind the wait.
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int items = 2;

__global__ void hand_over(const int* in, int* out) {
    __shared__ uint64_t full;
    __shared__ int slots[items], taken;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        taken = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 0; k < items; ++k) {
            while (atomicAdd(&taken, 0) < k) {
            }
            slots[k] = in[blockIdx.x * items + k];
            ptx::mbarrier_arrive(&full);
        }
    } else if (threadIdx.x == 32) {
        for (int k = 0; k < items; ++k) {
#ifndef MENDED
            atomicAdd(&taken, 1);
#endif
            while (!ptx::mbarrier_try_wait_parity(&full, k % 2)) {  // expect: deadlock
            }
            out[blockIdx.x * items + k] = slots[k];
#ifdef MENDED
            atomicAdd(&taken, 1);
#endif
        }
    }
}

int main() {
    constexpr int blocks = 8;
    const std::vector<int> in = numbers(blocks * items);
    int* const out = device_array<int>(in.size());
    hand_over<<<blocks, 64>>>(to_device(in), out);
    return judge(to_host(out, in.size()), in);
}
// SPDX-License-Identifier: Apache-2.0
