// Instructions of Blackwell's tensor cores by PTX, which the emulator names and refuses.
// Kernel: product
// Says: the emulator does not support the PTX instruction `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32
// Fix:    run this kernel on a GPU, or use only features that the emulator supports
#include <cstdio>

__global__ void product(unsigned* out) {
    __shared__ unsigned columns;
    if (threadIdx.x == 0) columns = 32;
    __syncthreads();
#ifndef MENDED
    asm volatile(  // expect: unsupported
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
            static_cast<unsigned>(__cvta_generic_to_shared(&columns)))
        : "memory");
#endif
    out[threadIdx.x] = columns;
}

int main() {
    unsigned* out;
    cudaMalloc(&out, 32 * sizeof(unsigned));
    product<<<1, 32>>>(out);
    const bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
// SPDX-License-Identifier: Apache-2.0
