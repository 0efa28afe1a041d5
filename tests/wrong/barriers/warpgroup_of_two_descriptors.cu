// Wrong:  each warp names rows of its own, but a descriptor is that of the whole warpgroup.
// From:   mma.sync, where each warp has its own rows
// Kernel: multiply
// Says:   its shape, options or descriptors differ
// Fix:    let all 128 threads of the warpgroup execute the instruction: put no condition around it that differs among
//         them
// Mended: all warps give the same.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[2 * rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fill(a + rows * depth, b);
    fence_tiles();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#ifdef MENDED
    const __half* const left = a;
#else
    const __half* const left = a + threadIdx.x / 32 % 2 * rows * depth;
#endif
    MULTIPLY_ADD(d, descriptor(left), descriptor(b));  // expect: warp-divergence
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
