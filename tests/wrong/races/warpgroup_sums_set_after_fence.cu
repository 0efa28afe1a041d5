// Wrong:  the sums are set to the bias between wgmma.fence and the wgmma.
// From:   a fused bias
// Kernel: multiply
// Says:   that it has written at
// Fix:    execute wgmma.fence.sync.aligned (warpgroup_arrive()) after the registers are written, before the wgmma
// Mended: the fence comes after.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
#ifndef MENDED
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
    for (float& one : d) one = 1;  // may be: race-registers
#ifdef MENDED
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
    MULTIPLY_ADD(d, descriptor(a), descriptor(b));  // expect: race-registers
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], product + 1);
}
// SPDX-License-Identifier: Apache-2.0
