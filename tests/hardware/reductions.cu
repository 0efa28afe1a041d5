// Copies that reduce, of rows and of a tensor's boxes, into global memory and into another block's shared memory; and
// stores and atomics that a barrier counts (st.async, red.async). For each form a hash of all cells afterwards.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <string>
#include "inputs.hpp"

// clang-format off: rows of tables

__device__ bits64 bits_of(__half value) { return __hisnan(value) ? 0x7FFF : __half_as_ushort(value); }
__device__ bits64 bits_of(__nv_bfloat16 value) { return __hisnan(value) ? 0x7FFF : __bfloat16_as_ushort(value); }
__device__ void set(__half& to, unsigned i, unsigned stream) { to = __ushort_as_half((unsigned short)(word(i, stream) >> 7)); }
__device__ void set(__nv_bfloat16& to, unsigned i, unsigned stream) { to = __ushort_as_bfloat16((unsigned short)(word(i, stream) >> 7)); }
__device__ void set(float& to, unsigned i, unsigned stream) { to = single(i, stream); }
__device__ void set(double& to, unsigned i, unsigned stream) { to = twofold(i, stream); }
__device__ void set(bits32& to, unsigned i, unsigned stream) { to = word(i, stream); }
__device__ void set(int& to, unsigned i, unsigned stream) { to = int(word(i, stream)); }
__device__ void set(bits64& to, unsigned i, unsigned stream) { to = double_word(word(i, stream), word(i, stream + 1)); }
__device__ void set(long long& to, unsigned i, unsigned stream) { to = (long long)double_word(word(i, stream), word(i, stream + 1)); }

constexpr int cells = 256, width = 16;  // a tensor has 16 rows of 16
__device__ unsigned address(const void* shared) { return (unsigned)__cvta_generic_to_shared(shared); }
__device__ unsigned mapped(const void* shared, unsigned block) {
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address(shared)), "r"(block));
    return there;
}
__device__ void meet() { asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory"); }
__device__ void await(const void* barrier) {
    for (unsigned done = 0; done == 0;)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(address(barrier)) : "memory");
}

// Each form: the type of an element, and the instruction. A remote one gets the place of its block's elements.
#define FORM(name, type) struct name { using T = type; static constexpr const char* text = #name; static __device__ void run(T* to, const T* from, unsigned place, unsigned barrier, const CUtensorMap* map)
FORM(global_add_u32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_s32, int) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_u64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_f32, float) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_f64, double) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_f16, __half) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_add_bf16, __nv_bfloat16) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_inc_u32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_dec_u32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.dec.u32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_u32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_s32, int) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_u64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_s64, long long) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_f16, __half) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_min_bf16, __nv_bfloat16) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.bf16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_u32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_s32, int) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_u64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_s64, long long) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_f16, __half) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.f16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_max_bf16, __nv_bfloat16) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.bf16 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_and_b32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_or_b32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_xor_b32, bits32) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_and_b64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_or_b64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(global_xor_b64, bits64) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b64 [%0], [%1], %2;" :: "l"(to), "r"(address(from)), "r"(unsigned(cells * sizeof(T))) : "memory"); } };
FORM(tensor_add_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_add_s32, int) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_add_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_add_f16, __half) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_add_f32, float) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_add_bf16, __nv_bfloat16) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_inc_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_dec_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_min_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_min_s32, int) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_min_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_min_s64, long long) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_max_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_max_s32, int) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_max_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_max_s64, long long) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_min_f16, __half) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_max_bf16, __nv_bfloat16) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_and_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_or_u32, bits32) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_xor_s32, int) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_and_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_or_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(tensor_xor_u64, bits64) { asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group [%0, {%2, %3}], [%1];" :: "l"(map), "r"(address(from)), "r"(8), "r"(12) : "memory"); } };
FORM(shared_add_u32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_add_s32, int) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_add_u64, bits64) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_inc_u32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.inc.u32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_dec_u32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.dec.u32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_min_u32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.min.u32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_min_s32, int) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.min.s32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_max_u32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.u32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_max_s32, int) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.s32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_and_b32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.and.b32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_or_b32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.or.b32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(shared_xor_b32, bits32) { asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.xor.b32 [%0], [%1], %2, [%3];" :: "r"(place), "r"(address(from)), "r"(unsigned(cells * sizeof(T))), "r"(barrier) : "memory"); } };
FORM(atomic_add_u32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_add_s32, int) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_add_u64, bits64) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%0], %1, [%2];" :: "r"(place), "l"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_inc_u32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_dec_u32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.dec.u32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_min_u32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.u32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_min_s32, int) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.s32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_max_u32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_max_s32, int) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_and_b32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.and.b32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_or_b32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(atomic_xor_b32, bits32) { asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.xor.b32 [%0], %1, [%2];" :: "r"(place), "r"(*from), "r"(barrier) : "memory"); } };
FORM(store_b32, bits32) { asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %2, [%1];" :: "r"(place), "r"(barrier), "r"(from[0]) : "memory"); } };
FORM(store_s32, int) { asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %2, [%1];" :: "r"(place), "r"(barrier), "r"(from[0]) : "memory"); } };
FORM(store_b64, bits64) { asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %2, [%1];" :: "r"(place), "r"(barrier), "l"(from[0]) : "memory"); } };
FORM(store_f32, float) { asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %2, [%1];" :: "r"(place), "r"(barrier), "f"(from[0]) : "memory"); } };
FORM(store_f64, double) { asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f64 [%0], %2, [%1];" :: "r"(place), "r"(barrier), "d"(from[0]) : "memory"); } };
FORM(store_v2_b32, bits32) { asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%2, %3}, [%1];" :: "r"(place), "r"(barrier), "r"(from[0]), "r"(from[1]) : "memory"); } };
FORM(store_v2_u64, bits64) { asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u64 [%0], {%2, %3}, [%1];" :: "r"(place), "r"(barrier), "l"(from[0]), "l"(from[1]) : "memory"); } };
FORM(store_v2_f64, double) { asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.f64 [%0], {%2, %3}, [%1];" :: "r"(place), "r"(barrier), "d"(from[0]), "d"(from[1]) : "memory"); } };
FORM(store_v4_b32, bits32) { asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%2, %3, %4, %5}, [%1];" :: "r"(place), "r"(barrier), "r"(from[0]), "r"(from[1]), "r"(from[2]), "r"(from[3]) : "memory"); } };
FORM(store_v4_f32, float) { asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%2, %3, %4, %5}, [%1];" :: "r"(place), "r"(barrier), "f"(from[0]), "f"(from[1]), "f"(from[2]), "f"(from[3]) : "memory"); } };

template <class F>
__global__ void into_global(typename F::T* to, const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) typename F::T from[cells];
    set(from[threadIdx.x], threadIdx.x, 1);
    set(to[threadIdx.x], threadIdx.x, 2);
    __threadfence();
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        F::run(to, from, 0, 0, &map);
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// Block 0 reduces into block 1: by one thread, or by every `step`th one.
template <class F>
__global__ void into_shared(typename F::T* out, int step) {
    using T = typename F::T;
    __shared__ alignas(128) T to[cells], from[cells];
    __shared__ bits64 barrier;
    set(from[threadIdx.x], threadIdx.x, 1);
    set(to[threadIdx.x], threadIdx.x, 2);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(address(&barrier)) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(address(&barrier)), "r"((unsigned)sizeof to) : "memory");
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    meet();
    if (blockIdx.x == 0 && threadIdx.x % step == 0) F::run(to, from + threadIdx.x, mapped(to + threadIdx.x, 1), mapped(&barrier, 1), nullptr);
    if (blockIdx.x == 1) {
        await(&barrier);
        out[threadIdx.x] = to[threadIdx.x];
    }
    meet();
}

template <class T>
__global__ void copy_bits(const T* cell, bits64* out) { out[threadIdx.x] = bits_of(cell[threadIdx.x]); }

bits64* out;
void* to;
bool each;

template <class F>
void show() {
    copy_bits<<<1, cells>>>((const typename F::T*)to, out);
    bits64 results[cells];
    const cudaError_t status = cudaDeviceSynchronize();
    cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    std::string name = F::text;  // of a row, and a type
    print(name.replace(name.rfind('_'), 1, ": ").c_str(), results, status, each);
}
template <class F>
void reduce_globally(CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT32) {
    CUtensorMap map;
    const cuuint64_t extent[] = {width, width}, stride[] = {width * sizeof(typename F::T)};
    const cuuint32_t size[] = {width, 8}, step[] = {1, 1};
    if (cuTensorMapEncodeTiled(&map, type, 2, to, extent, stride, size, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        printf("refused\n");
    into_global<F><<<1, cells>>>((typename F::T*)to, map);
    show<F>();
}
template <class F>
void reduce_remotely(int step) {
    cudaLaunchConfig_t how = {};
    how.gridDim = 2, how.blockDim = cells;
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2, cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    how.attrs = &cluster, how.numAttrs = 1;
    cudaLaunchKernelEx(&how, into_shared<F>, (typename F::T*)to, step);
    show<F>();
}

int main(int count, char**) {
    each = count > 1;
    cudaMalloc(&out, cells * sizeof(bits64));
    cudaMalloc(&to, cells * sizeof(bits64));
    reduce_globally<global_add_u32>(); reduce_globally<global_add_s32>(); reduce_globally<global_add_u64>(); reduce_globally<global_add_f32>();
    reduce_globally<global_add_f64>(); reduce_globally<global_add_f16>(); reduce_globally<global_add_bf16>(); reduce_globally<global_inc_u32>();
    reduce_globally<global_dec_u32>(); reduce_globally<global_min_u32>(); reduce_globally<global_min_s32>(); reduce_globally<global_min_u64>();
    reduce_globally<global_min_s64>(); reduce_globally<global_min_f16>(); reduce_globally<global_min_bf16>(); reduce_globally<global_max_u32>();
    reduce_globally<global_max_s32>(); reduce_globally<global_max_u64>(); reduce_globally<global_max_s64>(); reduce_globally<global_max_f16>();
    reduce_globally<global_max_bf16>(); reduce_globally<global_and_b32>(); reduce_globally<global_or_b32>(); reduce_globally<global_xor_b32>();
    reduce_globally<global_and_b64>(); reduce_globally<global_or_b64>(); reduce_globally<global_xor_b64>();
    reduce_globally<tensor_add_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32); reduce_globally<tensor_add_s32>(CU_TENSOR_MAP_DATA_TYPE_INT32); reduce_globally<tensor_add_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64); reduce_globally<tensor_add_f16>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
    reduce_globally<tensor_add_f32>(CU_TENSOR_MAP_DATA_TYPE_FLOAT32); reduce_globally<tensor_add_bf16>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16); reduce_globally<tensor_inc_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32); reduce_globally<tensor_dec_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32);
    reduce_globally<tensor_min_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32); reduce_globally<tensor_min_s32>(CU_TENSOR_MAP_DATA_TYPE_INT32); reduce_globally<tensor_min_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64); reduce_globally<tensor_min_s64>(CU_TENSOR_MAP_DATA_TYPE_INT64);
    reduce_globally<tensor_max_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32); reduce_globally<tensor_max_s32>(CU_TENSOR_MAP_DATA_TYPE_INT32); reduce_globally<tensor_max_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64); reduce_globally<tensor_max_s64>(CU_TENSOR_MAP_DATA_TYPE_INT64);
    reduce_globally<tensor_min_f16>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16); reduce_globally<tensor_max_bf16>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16); reduce_globally<tensor_and_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32); reduce_globally<tensor_or_u32>(CU_TENSOR_MAP_DATA_TYPE_UINT32);
    reduce_globally<tensor_xor_s32>(CU_TENSOR_MAP_DATA_TYPE_INT32); reduce_globally<tensor_and_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64); reduce_globally<tensor_or_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64); reduce_globally<tensor_xor_u64>(CU_TENSOR_MAP_DATA_TYPE_UINT64);
    reduce_remotely<shared_add_u32>(cells); reduce_remotely<shared_add_s32>(cells); reduce_remotely<shared_add_u64>(cells); reduce_remotely<shared_inc_u32>(cells);
    reduce_remotely<shared_dec_u32>(cells); reduce_remotely<shared_min_u32>(cells); reduce_remotely<shared_min_s32>(cells); reduce_remotely<shared_max_u32>(cells);
    reduce_remotely<shared_max_s32>(cells); reduce_remotely<shared_and_b32>(cells); reduce_remotely<shared_or_b32>(cells); reduce_remotely<shared_xor_b32>(cells);
    reduce_remotely<atomic_add_u32>(1); reduce_remotely<atomic_add_s32>(1); reduce_remotely<atomic_add_u64>(1); reduce_remotely<atomic_inc_u32>(1);
    reduce_remotely<atomic_dec_u32>(1); reduce_remotely<atomic_min_u32>(1); reduce_remotely<atomic_min_s32>(1); reduce_remotely<atomic_max_u32>(1);
    reduce_remotely<atomic_max_s32>(1); reduce_remotely<atomic_and_b32>(1); reduce_remotely<atomic_or_b32>(1); reduce_remotely<atomic_xor_b32>(1);
    reduce_remotely<store_b32>(1); reduce_remotely<store_s32>(1); reduce_remotely<store_b64>(1); reduce_remotely<store_f32>(1);
    reduce_remotely<store_f64>(1); reduce_remotely<store_v2_b32>(2); reduce_remotely<store_v2_u64>(2); reduce_remotely<store_v2_f64>(2);
    reduce_remotely<store_v4_b32>(4); reduce_remotely<store_v4_f32>(4);
}
// SPDX-License-Identifier: Apache-2.0
