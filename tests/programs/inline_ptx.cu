// PTX inside of kernels: what people write of it.
// Feature: inline PTX: special registers, memory with cache hints, warp instructions; #if inside of asm
// Kernel: instructions
// Prints: lane 5 of warp 1
// Prints: vector 1 2 3 4, ballot ffff, shuffle 6, sum 31, predicate 100, popc 5
#include <cstdio>

struct results {
    unsigned lane, warp, ballot, shuffled, sum, chosen, popc;
    float vector[4];
};

__device__ __forceinline__ unsigned lane_id() {
    unsigned lane;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__global__ void instructions(const float4* input, results* all, unsigned* total) {
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
    out.lane = lane_id();
    asm("mov.u32 %0, %%tid.x; shr.u32 %0, %0, 5;" : "=r"(out.warp));
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
    std::printf("lane %u of warp %u\n", out->lane, out->warp);
    std::printf("vector %g %g %g %g, ballot %x, shuffle %u, sum %u, predicate %u, popc %u\n", out->vector[0],
                out->vector[1], out->vector[2], out->vector[3], out->ballot, out->shuffled, out->sum, out->chosen,
                out->popc);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
