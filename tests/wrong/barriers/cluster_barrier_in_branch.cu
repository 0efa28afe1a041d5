// One block of a cluster waits for its own threads, and half of them wait for the cluster.
// Kernel: exchange
// Says: in block 1 threads 32-63 wait at the block barrier
// Says: , threads 0-31 wait at the cluster barrier
// Fix:    let all threads of the cluster reach its barrier: move the barrier out of the branch
#include <cooperative_groups.h>

#include "../program.cuh"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) value = static_cast<int>(blockIdx.x);
#ifdef MENDED
    cluster.sync();
    __syncthreads();
#else
    if (cluster.block_rank() == 1 && threadIdx.x >= 32)
        __syncthreads();  // expect: deadlock
    else
        cluster.sync();  // may be: deadlock
#endif
    if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&value, 1 - cluster.block_rank());
    cluster.sync();
}

int main() {
    int* const out = device_array<int>(2);
    exchange<<<2, 64>>>(out);
    return judge(to_host(out, 2), {1, 0});
}
// SPDX-License-Identifier: Apache-2.0
