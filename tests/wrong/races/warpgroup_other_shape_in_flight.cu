// Wrong:  a second product of other types uses the sums of one that may be unfinished.
// From:   a kernel that multiplies a tile in f16 and one in bf16
// Kernel: multiply
// Says:   only accumulators of the same shape and types
// Fix:    wait for the product first: commit its group (wgmma.commit_group.sync.aligned), then
//         wgmma.wait_group.sync.aligned with fewer groups left pending, or 0
// Mended: it waits between.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    fill(a, b);
    fence_tiles();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY_ADD(d, descriptor(a), descriptor(b));  // may be: race-registers
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#ifdef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    asm volatile(  // expect: race-registers
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(descriptor(a)), "l"(descriptor(b)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0] < product ? 0 : product;
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
