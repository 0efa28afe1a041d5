// Wrong:  half of the warpgroup executes a wgmma.
// From:   a block whose other half does something else
// Kernel: multiply
// Says:   at the block barrier of
// Fix:    let all 128 threads of the warpgroup execute the instruction: put no condition around it that differs among
//         them
// Mended: all four warps do.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
#ifdef MENDED
    const unsigned parts = threads;
#else
    const unsigned parts = threads / 2;
#endif
    if (threadIdx.x < parts) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        MULTIPLY_ADD(d, descriptor(a), descriptor(b));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");  // expect: warp-divergence
    }
    __syncthreads();
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
