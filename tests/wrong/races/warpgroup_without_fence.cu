// Wrong:  no wgmma.fence stands before the first wgmma.
// From:   a kernel whose barrier seemed enough
// Kernel: multiply
// Says:   begins its first wgmma without a wgmma.fence before
// Fix:    execute wgmma.fence.sync.aligned (warpgroup_arrive()) after the registers are written, before the wgmma
// Mended: it fences.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
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
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
