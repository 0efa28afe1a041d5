// Wrong:  the pattern of a swizzle begins at a multiple of 128 bytes, and the descriptor has no base offset.
// From:   a swizzled tile behind a small array
// Kernel: multiply
// Mended: the descriptor has the base offset.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(1024) __shared__ __half memory[64 + rows * 64];
    alignas(128) __shared__ __half b[columns * depth];
    __half* const a = memory + 64;
    float d[4] = {};
    for (int i = threadIdx.x; i < rows * 64; i += threads) {
        const int row = i / 64, k = i % 64;
        a[row * 64 + (k / 8 ^ row % 8) * 8 + k % 8] = __float2half(k < depth ? 2 : 0);
    }
    for (int i = threadIdx.x; i < columns * depth; i += threads) b[i] = __float2half(1);
    fence_tiles();
    const std::uint64_t begin = static_cast<std::uint64_t>(__cvta_generic_to_shared(a)) & 0x3FFFF;
    std::uint64_t left = begin >> 4 | std::uint64_t{1024 / 16} << 32 | std::uint64_t{1} << 62;
#ifdef MENDED
    left |= (begin >> 7 & 7) << 49;
#endif
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY_ADD(d, left, descriptor(b));  // expect: wrong-result
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
