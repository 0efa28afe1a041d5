// cuda::ptx: one function for each PTX instruction about barriers in shared memory, bulk copies, clusters, fences and
// special registers. Other names do not compile.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/cluster.hpp>
#include <strider/emulator/dialect/half.hpp>
#include <strider/emulator/dialect/ptx.hpp>

namespace cuda::ptx {

// ---- Tags that select the form of an instruction
enum class dot_sem { acq_rel, acquire, relaxed, release, sc, weak };
enum class dot_space { global, cluster, shared };
enum class dot_op { add, dec, inc, max, min, and_op, or_op, xor_op };
enum class dot_scope { cta, cluster, gpu, sys };

template <dot_sem Sem>
using sem_t = std::integral_constant<dot_sem, Sem>;
template <dot_space Space>
using space_t = std::integral_constant<dot_space, Space>;
template <dot_scope Scope>
using scope_t = std::integral_constant<dot_scope, Scope>;
template <dot_op Op>
using op_t = std::integral_constant<dot_op, Op>;
template <int Groups>
using n32_t = std::integral_constant<int, Groups>;

using sem_acq_rel_t = sem_t<dot_sem::acq_rel>;
using sem_acquire_t = sem_t<dot_sem::acquire>;
using sem_relaxed_t = sem_t<dot_sem::relaxed>;
using sem_release_t = sem_t<dot_sem::release>;
using sem_sc_t = sem_t<dot_sem::sc>;
using space_global_t = space_t<dot_space::global>;
using space_shared_t = space_t<dot_space::shared>;
using space_cluster_t = space_t<dot_space::cluster>;
using op_add_t = op_t<dot_op::add>;
using op_dec_t = op_t<dot_op::dec>;
using op_inc_t = op_t<dot_op::inc>;
using op_max_t = op_t<dot_op::max>;
using op_min_t = op_t<dot_op::min>;
using op_and_op_t = op_t<dot_op::and_op>;
using op_or_op_t = op_t<dot_op::or_op>;
using op_xor_op_t = op_t<dot_op::xor_op>;
using scope_cta_t = scope_t<dot_scope::cta>;
using scope_cluster_t = scope_t<dot_scope::cluster>;
using scope_gpu_t = scope_t<dot_scope::gpu>;
using scope_sys_t = scope_t<dot_scope::sys>;

constexpr sem_acq_rel_t sem_acq_rel{};
constexpr sem_acquire_t sem_acquire{};
constexpr sem_relaxed_t sem_relaxed{};
constexpr sem_release_t sem_release{};
constexpr sem_sc_t sem_sc{};
constexpr space_global_t space_global{};
constexpr space_shared_t space_shared{};
constexpr space_cluster_t space_cluster{};
constexpr op_add_t op_add{};
constexpr op_dec_t op_dec{};
constexpr op_inc_t op_inc{};
constexpr op_max_t op_max{};
constexpr op_min_t op_min{};
constexpr op_and_op_t op_and_op{};
constexpr op_or_op_t op_or_op{};
constexpr op_xor_op_t op_xor_op{};
constexpr scope_cta_t scope_cta{};
constexpr scope_cluster_t scope_cluster{};
constexpr scope_gpu_t scope_gpu{};
constexpr scope_sys_t scope_sys{};
template <int Groups>
constexpr n32_t<Groups> n32{};

// ---- mbarrier. Threads arrive at remote barriers (space_cluster), but do not wait for them.
STRIDER_EMULATOR_INTRINSIC void mbarrier_init(std::uint64_t* barrier, const std::uint32_t& count) {
    strider::emulation::barrier_init(STRIDER_EMULATOR_CALLER, barrier, count);
}
STRIDER_EMULATOR_INTRINSIC std::uint64_t mbarrier_arrive(std::uint64_t* barrier, const std::uint32_t& count = 1) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, count);
}
template <dot_scope Scope>
STRIDER_EMULATOR_INTRINSIC std::uint64_t mbarrier_arrive(sem_release_t, scope_t<Scope>, space_shared_t,
                                                         std::uint64_t* barrier, const std::uint32_t& count = 1) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, count);
}
STRIDER_EMULATOR_INTRINSIC void mbarrier_arrive(sem_release_t, scope_cluster_t, space_cluster_t, std::uint64_t* barrier,
                                                const std::uint32_t& count = 1) {
    strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, count);
}
template <dot_scope Scope>
STRIDER_EMULATOR_INTRINSIC std::uint64_t mbarrier_arrive_expect_tx(sem_release_t, scope_t<Scope>, space_shared_t,
                                                                   std::uint64_t* barrier, const std::uint32_t& bytes) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, 1, bytes);
}
STRIDER_EMULATOR_INTRINSIC void mbarrier_arrive_expect_tx(sem_release_t, scope_cluster_t, space_cluster_t,
                                                          std::uint64_t* barrier, const std::uint32_t& bytes) {
    strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, 1, bytes);
}
template <dot_scope Scope, dot_space Space>
STRIDER_EMULATOR_INTRINSIC void mbarrier_expect_tx(sem_relaxed_t, scope_t<Scope>, space_t<Space>,
                                                   std::uint64_t* barrier, std::uint32_t bytes) {
    static_assert(Space != dot_space::global, "a barrier is in shared memory");
    strider::emulation::barrier_expect(STRIDER_EMULATOR_CALLER, barrier, bytes);
}

// On a GPU test_wait returns at once and try_wait may wait for some time. Here both let other lanes run.
#define STRIDER_EMULATOR_MBARRIER_WAIT(name)                                                                        \
    STRIDER_EMULATOR_INTRINSIC bool mbarrier_##name(std::uint64_t* barrier, const std::uint64_t& state) {           \
        return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, state);                           \
    }                                                                                                               \
    STRIDER_EMULATOR_INTRINSIC bool mbarrier_##name##_parity(std::uint64_t* barrier, const std::uint32_t& parity) { \
        return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);                   \
    }                                                                                                               \
    template <dot_scope Scope>                                                                                      \
    STRIDER_EMULATOR_INTRINSIC bool mbarrier_##name(sem_acquire_t, scope_t<Scope>, std::uint64_t* barrier,          \
                                                    const std::uint64_t& state) {                                   \
        return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, state);                           \
    }                                                                                                               \
    template <dot_scope Scope>                                                                                      \
    STRIDER_EMULATOR_INTRINSIC bool mbarrier_##name##_parity(sem_acquire_t, scope_t<Scope>, std::uint64_t* barrier, \
                                                             const std::uint32_t& parity) {                         \
        return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);                   \
    }
STRIDER_EMULATOR_MBARRIER_WAIT(test_wait)
STRIDER_EMULATOR_MBARRIER_WAIT(try_wait)
#undef STRIDER_EMULATOR_MBARRIER_WAIT
STRIDER_EMULATOR_INTRINSIC bool mbarrier_try_wait(std::uint64_t* barrier, const std::uint64_t& state,
                                                  const std::uint32_t& /*nanoseconds*/) {
    return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, state);
}
STRIDER_EMULATOR_INTRINSIC bool mbarrier_try_wait_parity(std::uint64_t* barrier, const std::uint32_t& parity,
                                                         const std::uint32_t& /*nanoseconds*/) {
    return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);
}

// ---- Bulk copies. A barrier counts the bytes of copies into shared memory; copies out of it belong to groups of the
// thread.
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk(space_shared_t, space_global_t, void* to, const void* from,
                                              const std::uint32_t& bytes, std::uint64_t* barrier) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, barrier, to, from, bytes, true);
}
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from,
                                              const std::uint32_t& bytes, std::uint64_t* barrier) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, barrier, to, from, bytes, true);
}
/// Copies to the same offset in every block of the mask, and completes on the barrier of each block.
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from,
                                              const std::uint32_t& bytes, std::uint64_t* barrier,
                                              const std::uint16_t& blocks) {
    const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1) != 0)
            strider::emulation::barrier_copy(caller, strider::emulation::map_shared(caller, barrier, rank),
                                             strider::emulation::map_shared(caller, to, rank), from, bytes, true);
}
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk(space_cluster_t, space_shared_t, void* to, const void* from,
                                              const std::uint32_t& bytes, std::uint64_t* remote_barrier) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, remote_barrier, to, from, bytes, true);
}
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from,
                                              const std::uint32_t& bytes) {
    strider::emulation::bulk_copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes);
}
// Boxes of tensors: the map is a CUtensorMap.
template <int Dimensions, dot_space Space>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_tensor(space_t<Space>, space_global_t, void* to, const void* map,
                                                     const std::int32_t (&at)[Dimensions], std::uint64_t* barrier) {
    static_assert(Space != dot_space::global, "loads go to shared memory");
    strider::emulation::tensor_load(STRIDER_EMULATOR_CALLER, map, at, Dimensions, to, barrier, 0);
}
template <int Dimensions>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_tensor(space_cluster_t, space_global_t, void* to, const void* map,
                                                     const std::int32_t (&at)[Dimensions], std::uint64_t* barrier,
                                                     const std::uint16_t& blocks) {
    strider::emulation::tensor_load(STRIDER_EMULATOR_CALLER, map, at, Dimensions, to, barrier, blocks);
}
template <int Dimensions>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_tensor(space_global_t, space_shared_t, const void* map,
                                                     const std::int32_t (&at)[Dimensions], const void* from) {
    strider::emulation::tensor_store(STRIDER_EMULATOR_CALLER, map, at, Dimensions, from);
}
// Copies that reduce; stores and atomics into another block's shared memory, which its barrier counts.
constexpr strider::emulation::reduction_op reduction_op_of(dot_op op) {
    using enum strider::emulation::reduction_op;
    constexpr strider::emulation::reduction_op all[] = {add, dec, inc, max, min, and_, or_, xor_};
    return all[static_cast<int>(op)];
}
template <dot_op Op, class T>
constexpr strider::emulation::reduction reduction_of() {
    using enum strider::emulation::element_type;
    constexpr bool is_signed = std::is_signed_v<T> && (sizeof(T) == 4 || Op == dot_op::min || Op == dot_op::max);
    constexpr auto type = std::is_same_v<T, __half>          ? f16
                          : std::is_same_v<T, __nv_bfloat16> ? bf16
                          : std::is_same_v<T, float>         ? f32
                          : std::is_same_v<T, double>        ? f64
                          : sizeof(T) == 8                   ? (is_signed ? s64 : u64)
                                                             : (is_signed ? s32 : u32);
    constexpr strider::emulation::reduction what{reduction_op_of(Op), type};
    static_assert(exists(what) && sizeof(T) != 1, "no GPU has this operation for this type");
    return what;
}
template <dot_op Op, class T>
STRIDER_EMULATOR_INTRINSIC void cp_reduce_async_bulk(space_cluster_t, space_shared_t, op_t<Op>, T* to, const T* from,
                                                     std::uint32_t bytes, std::uint64_t* remote_barrier) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, remote_barrier, to, from, bytes, true,
                                     reduction_of<Op, T>());
}
template <dot_op Op, class T>
STRIDER_EMULATOR_INTRINSIC void cp_reduce_async_bulk(space_global_t, space_shared_t, op_t<Op>, T* to, const T* from,
                                                     std::uint32_t bytes) {
    strider::emulation::bulk_copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes, reduction_of<Op, T>());
}
template <dot_op Op, int Dimensions>
STRIDER_EMULATOR_INTRINSIC void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<Op>, const void* map,
                                                            const std::int32_t (&at)[Dimensions], const void* from) {
    strider::emulation::tensor_store(STRIDER_EMULATOR_CALLER, map, at, Dimensions, from, reduction_op_of(Op));
}
template <class T>
STRIDER_EMULATOR_INTRINSIC void st_async(T* to, const T& value, std::uint64_t* remote_barrier) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    strider::emulation::barrier_store(STRIDER_EMULATOR_CALLER, remote_barrier, to, &value, sizeof(T));
}
template <class T, int Size>
STRIDER_EMULATOR_INTRINSIC void st_async(T* to, const T (&values)[Size], std::uint64_t* remote_barrier) {
    static_assert(Size == 2 ? sizeof(T) == 4 || sizeof(T) == 8 : Size == 4 && sizeof(T) == 4);
    strider::emulation::barrier_store(STRIDER_EMULATOR_CALLER, remote_barrier, to, values, sizeof(values));
}
template <dot_op Op, class T>
STRIDER_EMULATOR_INTRINSIC void red_async(op_t<Op>, T* to, const T& value, std::uint64_t* remote_barrier) {
    strider::emulation::barrier_store(STRIDER_EMULATOR_CALLER, remote_barrier, to, &value, sizeof(T),
                                      reduction_of<Op, T>());
}
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_commit_group() { strider::emulation::commit_bulk_copies(); }
template <int Groups>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_wait_group(n32_t<Groups>) {
    strider::emulation::wait_for_bulk_copies(STRIDER_EMULATOR_CALLER, Groups);
}
/// On a GPU this waits only until the sources can be written again. Here the copies are complete as well.
template <int Groups>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_wait_group_read(n32_t<Groups>) {
    strider::emulation::wait_for_bulk_copies(STRIDER_EMULATOR_CALLER, Groups);
}

// ---- Fences
STRIDER_EMULATOR_INTRINSIC void fence_proxy_async() { strider::emulation::fence_proxy(STRIDER_EMULATOR_CALLER); }
template <dot_space Space>
STRIDER_EMULATOR_INTRINSIC void fence_proxy_async(space_t<Space>) {
    strider::emulation::fence_proxy(STRIDER_EMULATOR_CALLER);
}
STRIDER_EMULATOR_INTRINSIC void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
    strider::emulation::fence(STRIDER_EMULATOR_CALLER, strider::emulation::scope::device,
                              strider::emulation::order::release);
}
template <dot_sem Sem, dot_scope Scope>
STRIDER_EMULATOR_INTRINSIC void fence(sem_t<Sem>, scope_t<Scope>) {
    static_assert(Sem != dot_sem::relaxed && Sem != dot_sem::weak, "a fence orders");
    strider::emulation::fence(STRIDER_EMULATOR_CALLER,
                              Scope == dot_scope::cta   ? strider::emulation::scope::block
                              : Scope == dot_scope::sys ? strider::emulation::scope::system
                                                        : strider::emulation::scope::device,
                              strider::emulation::order::seq_cst);
}

// ---- Clusters
STRIDER_EMULATOR_INTRINSIC void barrier_cluster_arrive() {
    strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, true);
}
STRIDER_EMULATOR_INTRINSIC void barrier_cluster_arrive(sem_release_t) {
    strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, true);
}
STRIDER_EMULATOR_INTRINSIC void barrier_cluster_arrive(sem_relaxed_t) {
    strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, false);
}
STRIDER_EMULATOR_INTRINSIC void barrier_cluster_wait() { strider::emulation::cluster_wait(STRIDER_EMULATOR_CALLER); }
STRIDER_EMULATOR_INTRINSIC void barrier_cluster_wait(sem_acquire_t) {
    strider::emulation::cluster_wait(STRIDER_EMULATOR_CALLER);
}
STRIDER_EMULATOR_INTRINSIC std::uint32_t getctarank(space_cluster_t, const void* address) {
    return strider::emulation::shared_rank(STRIDER_EMULATOR_CALLER, address);
}

// ---- Special registers
#define STRIDER_EMULATOR_REGISTER(type, name, value) \
    STRIDER_EMULATOR_ROUTINE type get_sreg_##name() { return static_cast<type>(value); }
#define STRIDER_EMULATOR_REGISTERS(name, value)                 \
    STRIDER_EMULATOR_REGISTER(std::uint32_t, name##_x, value.x) \
    STRIDER_EMULATOR_REGISTER(std::uint32_t, name##_y, value.y) \
    STRIDER_EMULATOR_REGISTER(std::uint32_t, name##_z, value.z)
STRIDER_EMULATOR_REGISTERS(tid, strider::emulation::thread_index())
STRIDER_EMULATOR_REGISTERS(ntid, strider::emulation::block_extent())
STRIDER_EMULATOR_REGISTERS(ctaid, strider::emulation::block_index())
STRIDER_EMULATOR_REGISTERS(nctaid, strider::emulation::grid_extent())
STRIDER_EMULATOR_REGISTERS(clusterid, strider::emulation::this_cluster().index)
STRIDER_EMULATOR_REGISTERS(nclusterid, strider::emulation::this_cluster().grid)
STRIDER_EMULATOR_REGISTERS(cluster_ctaid, strider::emulation::this_cluster().block)
STRIDER_EMULATOR_REGISTERS(cluster_nctaid, strider::emulation::this_cluster().blocks)
STRIDER_EMULATOR_REGISTER(std::uint32_t, cluster_ctarank, strider::emulation::this_cluster().rank)
STRIDER_EMULATOR_REGISTER(std::uint32_t, cluster_nctarank, __clusterSizeInBlocks())
STRIDER_EMULATOR_REGISTER(bool, is_explicit_cluster, strider::emulation::in_cluster_launch())
STRIDER_EMULATOR_REGISTER(std::uint32_t, laneid, strider::emulation::lane_index())
STRIDER_EMULATOR_REGISTER(std::uint32_t, warpid, strider::emulation::ptx::thread_in_block() / 32)
STRIDER_EMULATOR_REGISTER(std::uint32_t, nwarpid, 64)
STRIDER_EMULATOR_REGISTER(std::uint32_t, smid, strider::emulation::ptx::multiprocessor())
STRIDER_EMULATOR_REGISTER(std::uint32_t, nsmid, strider::emulation::multiprocessors())
STRIDER_EMULATOR_REGISTER(std::uint64_t, gridid, 0)
STRIDER_EMULATOR_REGISTER(std::uint32_t, lanemask_eq, 1u << strider::emulation::lane_index())
STRIDER_EMULATOR_REGISTER(std::uint32_t, lanemask_lt, strider::emulation::ptx::lanes_before())
STRIDER_EMULATOR_REGISTER(std::uint32_t, lanemask_le, strider::emulation::ptx::lanes_before() << 1 | 1u)
STRIDER_EMULATOR_REGISTER(std::uint32_t, lanemask_gt, ~(strider::emulation::ptx::lanes_before() << 1 | 1u))
STRIDER_EMULATOR_REGISTER(std::uint32_t, lanemask_ge, ~strider::emulation::ptx::lanes_before())
STRIDER_EMULATOR_REGISTER(std::uint32_t, clock, ::clock64())
STRIDER_EMULATOR_REGISTER(std::uint64_t, clock64, ::clock64())
STRIDER_EMULATOR_REGISTER(std::uint64_t, globaltimer, strider::emulation::host_clock())
#undef STRIDER_EMULATOR_REGISTERS
#undef STRIDER_EMULATOR_REGISTER

}  // namespace cuda::ptx
// SPDX-License-Identifier: Apache-2.0
