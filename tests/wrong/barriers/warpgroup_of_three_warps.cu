// Wrong:  a block of 96 threads has no warpgroup.
// From:   a block that fits the rows of a tile
// Kernel: multiply
// Says:   is in a warpgroup of 96 threads
// Fix:    let all 128 threads of the warpgroup execute the instruction: put no condition around it that differs among
//         them
// Mended: it has 128 threads.
#include "../warpgroup.cuh"

#ifdef MENDED
constexpr int warpgroup = threads;
#else
constexpr int warpgroup = 96;
#endif

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");  // expect: warp-divergence
    MULTIPLY_ADD(d, descriptor(a), descriptor(b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, warpgroup>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
