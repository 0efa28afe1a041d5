// Wrong:  registers with a part of A get the next part while the product may still read them.
// From:   a loop that keeps A in registers
// Kernel: multiply
// Says:   writes a register with a part of matrix A of the wgmma at
// Fix:    wait for the product first: commit its group (wgmma.commit_group.sync.aligned), then
//         wgmma.wait_group.sync.aligned with fewer groups left pending, or 0
// Mended: the wait comes before.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    unsigned left[4];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
    for (unsigned& one : left) one = 0x3C003C00;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile(  // may be: race-registers
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(descriptor(b)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#ifdef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    for (unsigned& one : left) one = 0x40004000;  // expect: race-registers
#ifndef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(descriptor(b)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], 3 * product);
}
// SPDX-License-Identifier: Apache-2.0
