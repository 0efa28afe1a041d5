// Wrong:  the wait leaves the last group pending, whose sums are read.
// From:   a pipeline with two products in flight, at its end
// Kernel: multiply
// Says:   reads an accumulator register of the wgmma at
// Fix:    wait for the product first: commit its group (wgmma.commit_group.sync.aligned), then
//         wgmma.wait_group.sync.aligned with fewer groups left pending, or 0
// Mended: it waits for all groups.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {}, last[4] = {};
    fill(a, b);
    fence_tiles();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
        "}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(descriptor(a)), "l"(descriptor(b)), "r"(1));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile(  // may be: race-registers
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
        "}\n"
        : "+f"(last[0]), "+f"(last[1]), "+f"(last[2]), "+f"(last[3])
        : "l"(descriptor(a)), "l"(descriptor(b)), "r"(1));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#ifdef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#else
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
#endif
    out[threadIdx.x] = d[0] + last[0];  // expect: race-registers
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], 2 * product);
}
// SPDX-License-Identifier: Apache-2.0
