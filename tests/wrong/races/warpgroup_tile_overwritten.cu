// Wrong:  the next tile is stored over one that an unfinished wgmma may still read.
// From:   a loop over tiles with one buffer
// Kernel: multiply
// Says:   with no wait for the product between
// Fix:    wait for the product's group (wgmma.wait_group.sync.aligned), and then for a barrier, before the tile is
//         written again
// Mended: it waits for the product and for all threads.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY_ADD(d, descriptor(a), descriptor(b));  // may be: race-shared
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#ifdef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
#endif
    a[threadIdx.x] = __float2half(3);  // expect: race-shared
#ifndef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
