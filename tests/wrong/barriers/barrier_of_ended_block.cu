// Wrong:  a block arrives at the barrier of another block of its cluster, which may have ended.
// From:   producers and consumers in two blocks of a cluster, without the way back
// Kernel: hand_over
// Fix:    call cluster.sync() in all blocks after the last access to another block's shared memory
// Mended: cluster.sync() at the end.
#include <cooperative_groups.h>

#include <cuda/ptx>

#include "../program.cuh"

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) hand_over(const int* in, int* out) {
    __shared__ int slot;
    __shared__ uint64_t filled, taken;
    const cg::cluster_group cluster = cg::this_cluster();
    const bool takes = cluster.block_rank() != 0;
    ptx::mbarrier_init(&filled, 1);
    ptx::mbarrier_init(&taken, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    cluster.sync();
    if (!takes) {
        *cluster.map_shared_rank(&slot, 1) = *in;
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                             cluster.map_shared_rank(&filled, 1));
    } else {
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &filled, 0)) {
        }
        *out = slot;
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,  // expect: race-shared
                             cluster.map_shared_rank(&taken, 0));
    }
#ifdef MENDED
    cluster.sync();
#endif
}

int main() {
    int* const out = device_array<int>(1);
    hand_over<<<2, 1>>>(to_device(std::vector<int>{7}), out);
    return judge(to_host(out, 1), std::vector<int>{7});
}
// SPDX-License-Identifier: Apache-2.0
