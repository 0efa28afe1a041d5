// Wrong:  a block reads what another one of its cluster stores asynchronously, before it has waited for its barrier.
// From:   exchanges by distributed shared memory with one barrier a buffer
// Kernel: pass_on
// Says:   while the asynchronous copy that
// Fix:    wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that uses the data
// Mended: it waits first.
#include <cooperative_groups.h>

#include "../tensor.cuh"

__global__ void __cluster_dims__(2, 1, 1) pass_on(int* out) {
    __shared__ alignas(16) int received[side];
    __shared__ std::uint64_t barrier;
    const auto blocks = cooperative_groups::this_cluster();
    begin(&barrier);
    if (threadIdx.x == 0) expect(&barrier, sizeof(received));
    blocks.sync();
    const int i = threadIdx.x, to = 1 - blocks.block_rank();
    int* const there = blocks.map_shared_rank(received + i, to);
    ptx::st_async(there, 100 * to + i, blocks.map_shared_rank(&barrier, to));  // expect: race-shared
#ifdef MENDED
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;
    out[blockIdx.x * side + i] = received[i];
#else
    out[blockIdx.x * side + i] = received[i];  // expect: race-shared
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;
#endif
    blocks.sync();
}

int main() {
    int* const out = device_array<int>(2 * side);
    pass_on<<<2, side>>>(out);
    return judge(to_host(out, 2 * side)[side + 7], 107);
}
// SPDX-License-Identifier: Apache-2.0
