// Wrong:  the descriptor reads rows behind the tile, where the shared memory ends.
// From:   a stride that was meant for another layout
// Kernel: multiply
// Says:   begins a wgmma whose descriptor reads shared memory at address
// Fix:    correct the descriptor of the wgmma: from its start, the leading and stride offsets must stay in the tile
// Mended: rows of eight are 256 bytes apart.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    extern __shared__ __align__(128) __half memory[];
    __half *const b = memory, *const a = memory + columns * depth;
    float d[4] = {};
    fill(a, b);
    fence_tiles();
#ifdef MENDED
    const std::uint64_t left = descriptor(a);
#else
    const std::uint64_t left = descriptor(a) + (std::uint64_t{16} << 32);
#endif
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY_ADD(d, left, descriptor(b));  // expect: out-of-bounds
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads, (rows + columns) * depth * sizeof(__half)>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
