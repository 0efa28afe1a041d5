// A thread uses what a bulk copy brings before it has waited for the copy's barrier.
// Kernel: twice
// Says: while the asynchronous copy that thread 0 of block 0 began
// Says: wait for the copy's barrier
// Fix:    wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that uses the data
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 64;

__global__ void twice(const int* in, int* out) {
    __shared__ alignas(16) int buffer[tile];
    __shared__ uint64_t arrived;
    if (threadIdx.x == 0) ptx::mbarrier_init(&arrived, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in, sizeof(buffer),  // may be: race-shared
                           &arrived);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof(buffer));
    }
#ifdef MENDED
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {
    }
#endif
    out[threadIdx.x] = 2 * buffer[threadIdx.x];  // expect: race-shared
}

int main() {
    const std::vector<int> in = numbers(tile);
    int* const out = device_array<int>(tile);
    twice<<<1, tile>>>(to_device(in), out);
    return judge(sum_of(to_host(out, tile)), 2 * sum_of(in));
}
// SPDX-License-Identifier: Apache-2.0
