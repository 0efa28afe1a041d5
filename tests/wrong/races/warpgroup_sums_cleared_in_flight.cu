// Wrong:  the sums are cleared for the next tile while the product may still write them.
// From:   a loop over tiles
// Kernel: multiply
// Says:   writes an accumulator register of the wgmma at
// Fix:    wait for the product first: commit its group (wgmma.commit_group.sync.aligned), then
//         wgmma.wait_group.sync.aligned with fewer groups left pending, or 0
// Mended: the wait comes before.
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
    d[0] = 2 * product;  // expect: race-registers
#ifndef MENDED
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], 2 * product);
}
// SPDX-License-Identifier: Apache-2.0
