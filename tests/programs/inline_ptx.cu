// PTX inside of kernels: what people write of it.
// Feature: inline PTX: special registers, arithmetic, carry chains, memory with cache hints, warp instructions; #if inside of asm
// Kernel: instructions
// Prints: lane 5 of warp 1: masks 32 31 63 ffffffc0 ffffffe0
// Prints: mad 47, wide 10000000000, bfe 171, bfi 4660, bfind 6, prmt 33221100, lop3 6, clz 25
// Prints: 0000000100000000ffffffff + 1 = 000000010000000100000000
// Prints: vector 1 2 3 4, ballot ffff, shuffle 6, sum 31, predicate 100, popc 5
#include <cstdio>

struct results {
    unsigned masks[5], lane, warp, mad, bfe, bfi, bfind, prmt, lop3, clz, low, middle, high, ballot, shuffled, sum;
    unsigned chosen, popc;
    unsigned long long wide;
    float vector[4];
};

__device__ __forceinline__ unsigned lane_id() {
    unsigned lane;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__global__ void instructions(const float4* input, results* all, unsigned* total) {
    unsigned mask[5];
    __asm("mov.u32 %0, %%lanemask_eq;" : "=r"(mask[0]));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask[1]));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(mask[2]));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(mask[3]));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(mask[4]));
    unsigned ballot, shuffled, before;
    asm volatile(
        "{ .reg .pred p;\n\t"
        "setp.lt.u32 p, %1, 16;\n\t"
        "vote.sync.ballot.b32 %0, p, 0xffffffff; }"
        : "=r"(ballot)
        : "r"(lane_id()));
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(shuffled) : "r"(lane_id()));
#ifdef WRONG
    unsigned sum;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(sum) : "l"(total) : "memory");      // expect: race-global
    asm volatile("st.global.u32 [%0], %1;" : : "l"(total), "r"(sum + 1) : "memory");  // expect: race-global
    before = sum;
#else
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(total), "r"(1) : "memory");
#endif
    if (threadIdx.x != 37) return;
    results& out = *all;
    for (int i = 0; i < 5; ++i) out.masks[i] = mask[i];
    out.lane = lane_id();
    asm("mov.u32 %0, %%tid.x; shr.u32 %0, %0, 5;" : "=r"(out.warp));
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(out.mad) : "r"(6), "r"(7), "r"(5));
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(out.wide) : "r"(100000), "r"(100000));
    asm("bfe.u32 %0, %1, 8, 8;" : "=r"(out.bfe) : "r"(0x12ab34));
    asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(out.bfi) : "r"(0x12), "r"(0xff34));
    asm("bfind.u32 %0, %1;" : "=r"(out.bfind) : "r"(100));
    asm("prmt.b32 %0, %1, %2, 0x7610;" : "=r"(out.prmt) : "r"(0x99881100), "r"(0x33220000));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out.lop3) : "r"(1), "r"(3), "r"(4));
    asm("clz.b32 %0, %1;" : "=r"(out.clz) : "r"(100));
    asm("popc.b32 %0, %1;"
#if __CUDA_ARCH__ >= 300
#if __CUDA_ARCH__ < 500
        "add.u32 %0, %0, 2;"
#endif
#else
        "add.u32 %0, %0, 1;"
#endif
#ifdef NDEBUG
        "add.u32 %0, %0, 4;"
#endif
        : "=r"(out.popc)
        : "r"(0x1f));
    asm("add.cc.u32 %0, %1, 1;" : "=r"(out.low) : "r"(0xffffffff));
    asm("addc.cc.u32 %0, %1, 0;" : "=r"(out.middle) : "r"(0u));
    asm("addc.u32 %0, %1, 0;" : "=r"(out.high) : "r"(1u));
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(out.vector[0]), "=f"(out.vector[1]), "=f"(out.vector[2]), "=f"(out.vector[3])
                 : "l"(input));
    out.chosen = 7;
    asm("{ .reg .pred p; setp.gt.s32 p, %1, -1; @p mov.u32 %0, 100; }" : "+r"(out.chosen) : "r"(1));
    out.ballot = ballot;
    out.shuffled = shuffled;
    asm volatile("membar.gl;" ::: "memory");
    out.sum = before < 64 ? 31 : 0;
}

int main() {
    results* out;
    float4* input;
    unsigned* total;
    cudaMallocManaged(&out, sizeof(results));
    cudaMallocManaged(&input, sizeof(float4));
    cudaMalloc(&total, sizeof(unsigned));
    cudaMemset(total, 0, sizeof(unsigned));
    *input = {1, 2, 3, 4};
    instructions<<<1, 64>>>(input, out, total);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::printf("lane %u of warp %u: masks %u %u %u %x %x\n", out->lane, out->warp, out->masks[0], out->masks[1],
                out->masks[2], out->masks[3], out->masks[4]);
    std::printf("mad %u, wide %llu, bfe %u, bfi %u, bfind %u, prmt %x, lop3 %u, clz %u\n", out->mad, out->wide,
                out->bfe, out->bfi & 0xffff, out->bfind, out->prmt, out->lop3, out->clz);
    std::printf("0000000100000000ffffffff + 1 = %08x%08x%08x\n", out->high, out->middle, out->low);
    std::printf("vector %g %g %g %g, ballot %x, shuffle %u, sum %u, predicate %u, popc %u\n", out->vector[0],
                out->vector[1], out->vector[2], out->vector[3], out->ballot, out->shuffled, out->sum, out->chosen,
                out->popc);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
