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
    asm volatile(  // may be: race-shared
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
        "}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(descriptor(a)), "l"(descriptor(b)), "r"(1));
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
