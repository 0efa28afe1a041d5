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
    asm volatile(  // expect: out-of-bounds
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
        "}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(left), "l"(descriptor(b)), "r"(1));
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
