// The products of warp groups by PTX, which the emulator names and refuses.
// Kernel: product
// Says: the emulator does not support the PTX instruction `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
// Fix:    run this kernel on a GPU, or use only features that the emulator supports
#include <cstdio>

__global__ void product(float* out) {
    float sum[4] = {1, 2, 3, 4};
#ifndef MENDED
    asm volatile(  // expect: unsupported
        "{ .reg .pred p; setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, %7, %8, 0, 0; }"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "l"(1ull), "l"(2ull), "r"(1), "n"(1), "n"(1));
#endif
    out[threadIdx.x] = sum[0];
}

int main() {
    float* out;
    cudaMalloc(&out, 128 * sizeof(float));
    product<<<1, 128>>>(out);
    const bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
// SPDX-License-Identifier: Apache-2.0
