// A barrier is told of more bytes than the copy brings, so that its phase never ends.
// Kernel: bring
// Fix:    expect 256 bytes fewer at the barrier: as many as the copies bring
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 64;

__global__ void bring(const int* in, int* out) {
    __shared__ alignas(16) int buffer[tile];
    __shared__ uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
#ifdef MENDED
        const unsigned bytes = sizeof(buffer);
#else
        const unsigned bytes = 2 * sizeof(buffer);
#endif
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, bytes);
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in, sizeof(buffer), &arrived);
    }
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {  // expect: deadlock
    }
    out[threadIdx.x] = buffer[threadIdx.x];
}

int main() {
    const std::vector<int> in = numbers(tile);
    int* const out = device_array<int>(tile);
    bring<<<1, tile>>>(to_device(in), out);
    return judge(sum_of(to_host(out, tile)), sum_of(in));
}
// SPDX-License-Identifier: Apache-2.0
