// A thread takes the element behind the end of another block's shared memory.
// Kernel: rotate
// Says: right behind the dynamic shared memory (128 bytes) of block 0
// Fix:    launch with more dynamic shared memory: <<<>>> takes bytes, elements * sizeof(T); or let a thread access the
//         memory only if its index is inside: if (i < n)
#include <cooperative_groups.h>

#include "../program.cuh"

namespace cg = cooperative_groups;
constexpr int width = 32;

__global__ void __cluster_dims__(2, 1, 1) rotate(int* out) {
    extern __shared__ int tile[];
    const cg::cluster_group cluster = cg::this_cluster();
    tile[threadIdx.x] = static_cast<int>(blockIdx.x * width + threadIdx.x);
    cluster.sync();
    const int* const others = cluster.map_shared_rank(tile, 1 - cluster.block_rank());
#ifdef MENDED
    out[blockIdx.x * width + threadIdx.x] = others[(threadIdx.x + 1) % width];
#else
    out[blockIdx.x * width + threadIdx.x] = others[threadIdx.x + 1];  // expect: out-of-bounds
#endif
    cluster.sync();
}

int main() {
    int* const out = device_array<int>(2 * width);
    rotate<<<2, width, width * sizeof(int)>>>(out);
    return judge(to_host(out, 2 * width)[0], width + 1);
}
// SPDX-License-Identifier: Apache-2.0
