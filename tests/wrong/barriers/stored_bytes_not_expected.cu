// Wrong:  a barrier expects the bytes of one thread's store, and each of 32 threads stores.
// From:   st.async, whose bytes the receiver has to know
// Kernel: gather
// Fix:    expect 124 bytes more at the barrier: as many as the copies bring
// Mended: it expects those of all.
#include <cooperative_groups.h>

#include "../tensor.cuh"

__global__ void __cluster_dims__(2, 1, 1) gather(int* out) {
    __shared__ alignas(16) int received[side];
    __shared__ std::uint64_t barrier;
    const auto blocks = cooperative_groups::this_cluster();
    begin(&barrier);
#ifdef MENDED
    if (threadIdx.x == 0) expect(&barrier, sizeof(received));
#else
    if (threadIdx.x == 0) expect(&barrier, sizeof(int));
#endif
    blocks.sync();
    if (blocks.block_rank() == 0) {
        int* const there = blocks.map_shared_rank(received + threadIdx.x, 1);
        ptx::st_async(there, int(threadIdx.x), blocks.map_shared_rank(&barrier, 1));
    } else {
        while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // expect: deadlock
        out[threadIdx.x] = received[threadIdx.x];
    }
}

int main() {
    int* const out = device_array<int>(side);
    gather<<<2, side>>>(out);
    return judge(to_host(out, side)[31], 31);
}
// SPDX-License-Identifier: Apache-2.0
