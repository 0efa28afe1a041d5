// cuda::ptx: the functions that stand for one PTX instruction each. Those of barriers in shared memory, bulk copies,
// clusters, fences and special registers are here; any other name does not compile.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/simt/asynchronous.hpp>
#include <strider/simt/dialect/cluster.hpp>
#include <strider/simt/dialect/ptx.hpp>

namespace cuda::ptx {

// ---- Tags that say which form of an instruction is meant
enum class dot_sem { acq_rel, acquire, relaxed, release, sc, weak };
enum class dot_space { global, cluster, shared };
enum class dot_scope { cta, cluster, gpu, sys };

template <dot_sem Sem>
using sem_t = std::integral_constant<dot_sem, Sem>;
template <dot_space Space>
using space_t = std::integral_constant<dot_space, Space>;
template <dot_scope Scope>
using scope_t = std::integral_constant<dot_scope, Scope>;
template <int N>
using n32_t = std::integral_constant<int, N>;

using sem_acq_rel_t = sem_t<dot_sem::acq_rel>;
using sem_acquire_t = sem_t<dot_sem::acquire>;
using sem_relaxed_t = sem_t<dot_sem::relaxed>;
using sem_release_t = sem_t<dot_sem::release>;
using sem_sc_t = sem_t<dot_sem::sc>;
using space_global_t = space_t<dot_space::global>;
using space_shared_t = space_t<dot_space::shared>;
using space_cluster_t = space_t<dot_space::cluster>;
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
constexpr scope_cta_t scope_cta{};
constexpr scope_cluster_t scope_cluster{};
constexpr scope_gpu_t scope_gpu{};
constexpr scope_sys_t scope_sys{};
template <int N>
constexpr n32_t<N> n32{};

// ---- mbarrier. Remote ones (space_cluster) are arrived at, and not waited for.
STRIDER_SIMT_INTRINSIC void mbarrier_init(std::uint64_t* barrier, const std::uint32_t& count) {
    simt::barrier_init(STRIDER_SIMT_CALLER, barrier, count);
}
STRIDER_SIMT_INTRINSIC std::uint64_t mbarrier_arrive(std::uint64_t* barrier, const std::uint32_t& count = 1) {
    return simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, count);
}
template <dot_scope Scope>
STRIDER_SIMT_INTRINSIC std::uint64_t mbarrier_arrive(sem_release_t, scope_t<Scope>, space_shared_t,
                                                     std::uint64_t* barrier, const std::uint32_t& count = 1) {
    return simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, count);
}
STRIDER_SIMT_INTRINSIC void mbarrier_arrive(sem_release_t, scope_cluster_t, space_cluster_t, std::uint64_t* barrier,
                                            const std::uint32_t& count = 1) {
    simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, count);
}
template <dot_scope Scope>
STRIDER_SIMT_INTRINSIC std::uint64_t mbarrier_arrive_expect_tx(sem_release_t, scope_t<Scope>, space_shared_t,
                                                               std::uint64_t* barrier, const std::uint32_t& bytes) {
    return simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, 1, bytes);
}
STRIDER_SIMT_INTRINSIC void mbarrier_arrive_expect_tx(sem_release_t, scope_cluster_t, space_cluster_t,
                                                      std::uint64_t* barrier, const std::uint32_t& bytes) {
    simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, 1, bytes);
}
template <dot_scope Scope, dot_space Space>
STRIDER_SIMT_INTRINSIC void mbarrier_expect_tx(sem_relaxed_t, scope_t<Scope>, space_t<Space>, std::uint64_t* barrier,
                                               std::uint32_t bytes) {
    static_assert(Space != dot_space::global, "a barrier is in shared memory");
    simt::barrier_expect(STRIDER_SIMT_CALLER, barrier, bytes);
}

// test_wait looks, and try_wait waits for some time; here both let others run.
#define STRIDER_SIMT_MBARRIER_WAIT(name)                                                                        \
    STRIDER_SIMT_INTRINSIC bool mbarrier_##name(std::uint64_t* barrier, const std::uint64_t& state) {           \
        return simt::barrier_test(STRIDER_SIMT_CALLER, barrier, state);                                         \
    }                                                                                                           \
    STRIDER_SIMT_INTRINSIC bool mbarrier_##name##_parity(std::uint64_t* barrier, const std::uint32_t& parity) { \
        return simt::barrier_test_parity(STRIDER_SIMT_CALLER, barrier, parity);                                 \
    }                                                                                                           \
    template <dot_scope Scope>                                                                                  \
    STRIDER_SIMT_INTRINSIC bool mbarrier_##name(sem_acquire_t, scope_t<Scope>, std::uint64_t* barrier,          \
                                                const std::uint64_t& state) {                                   \
        return simt::barrier_test(STRIDER_SIMT_CALLER, barrier, state);                                         \
    }                                                                                                           \
    template <dot_scope Scope>                                                                                  \
    STRIDER_SIMT_INTRINSIC bool mbarrier_##name##_parity(sem_acquire_t, scope_t<Scope>, std::uint64_t* barrier, \
                                                         const std::uint32_t& parity) {                         \
        return simt::barrier_test_parity(STRIDER_SIMT_CALLER, barrier, parity);                                 \
    }
STRIDER_SIMT_MBARRIER_WAIT(test_wait)
STRIDER_SIMT_MBARRIER_WAIT(try_wait)
#undef STRIDER_SIMT_MBARRIER_WAIT
STRIDER_SIMT_INTRINSIC bool mbarrier_try_wait(std::uint64_t* barrier, const std::uint64_t& state,
                                              const std::uint32_t& /*nanoseconds*/) {
    return simt::barrier_test(STRIDER_SIMT_CALLER, barrier, state);
}
STRIDER_SIMT_INTRINSIC bool mbarrier_try_wait_parity(std::uint64_t* barrier, const std::uint32_t& parity,
                                                     const std::uint32_t& /*nanoseconds*/) {
    return simt::barrier_test_parity(STRIDER_SIMT_CALLER, barrier, parity);
}

// ---- Bulk copies: into shared memory a barrier counts the bytes; out of it they are in groups of the thread
STRIDER_SIMT_INTRINSIC void cp_async_bulk(space_shared_t, space_global_t, void* to, const void* from,
                                          const std::uint32_t& bytes, std::uint64_t* barrier) {
    simt::barrier_copy(STRIDER_SIMT_CALLER, barrier, to, from, bytes, true);
}
STRIDER_SIMT_INTRINSIC void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from,
                                          const std::uint32_t& bytes, std::uint64_t* barrier) {
    simt::barrier_copy(STRIDER_SIMT_CALLER, barrier, to, from, bytes, true);
}
/// To the same places of all blocks of the mask, where each has its barrier.
STRIDER_SIMT_INTRINSIC void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from,
                                          const std::uint32_t& bytes, std::uint64_t* barrier,
                                          const std::uint16_t& blocks) {
    const simt::site at = STRIDER_SIMT_CALLER;
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1) != 0)
            simt::barrier_copy(at, simt::map_shared(at, barrier, rank), simt::map_shared(at, to, rank), from, bytes,
                               true);
}
STRIDER_SIMT_INTRINSIC void cp_async_bulk(space_cluster_t, space_shared_t, void* to, const void* from,
                                          const std::uint32_t& bytes, std::uint64_t* remote_barrier) {
    simt::barrier_copy(STRIDER_SIMT_CALLER, remote_barrier, to, from, bytes, true);
}
STRIDER_SIMT_INTRINSIC void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from,
                                          const std::uint32_t& bytes) {
    simt::bulk_copy_async(STRIDER_SIMT_CALLER, to, from, bytes);
}
STRIDER_SIMT_INTRINSIC void cp_async_bulk_commit_group() { simt::commit_bulk_copies(); }
template <int N>
STRIDER_SIMT_INTRINSIC void cp_async_bulk_wait_group(n32_t<N>) {
    simt::wait_for_bulk_copies(STRIDER_SIMT_CALLER, N);
}
/// What is read can be written again. Here the copies are done as well.
template <int N>
STRIDER_SIMT_INTRINSIC void cp_async_bulk_wait_group_read(n32_t<N>) {
    simt::wait_for_bulk_copies(STRIDER_SIMT_CALLER, N);
}

// ---- Fences
STRIDER_SIMT_INTRINSIC void fence_proxy_async() { simt::fence_proxy(STRIDER_SIMT_CALLER); }
template <dot_space Space>
STRIDER_SIMT_INTRINSIC void fence_proxy_async(space_t<Space>) {
    simt::fence_proxy(STRIDER_SIMT_CALLER);
}
STRIDER_SIMT_INTRINSIC void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
    simt::fence(STRIDER_SIMT_CALLER, simt::scope::device, simt::order::release);
}
template <dot_sem Sem, dot_scope Scope>
STRIDER_SIMT_INTRINSIC void fence(sem_t<Sem>, scope_t<Scope>) {
    static_assert(Sem != dot_sem::relaxed && Sem != dot_sem::weak, "a fence orders");
    simt::fence(STRIDER_SIMT_CALLER,
                Scope == dot_scope::cta   ? simt::scope::block
                : Scope == dot_scope::sys ? simt::scope::system
                                          : simt::scope::device,
                simt::order::seq_cst);
}

// ---- Clusters
STRIDER_SIMT_INTRINSIC void barrier_cluster_arrive() { simt::cluster_arrive(STRIDER_SIMT_CALLER, true); }
STRIDER_SIMT_INTRINSIC void barrier_cluster_arrive(sem_release_t) { simt::cluster_arrive(STRIDER_SIMT_CALLER, true); }
STRIDER_SIMT_INTRINSIC void barrier_cluster_arrive(sem_relaxed_t) { simt::cluster_arrive(STRIDER_SIMT_CALLER, false); }
STRIDER_SIMT_INTRINSIC void barrier_cluster_wait() { simt::cluster_wait(STRIDER_SIMT_CALLER); }
STRIDER_SIMT_INTRINSIC void barrier_cluster_wait(sem_acquire_t) { simt::cluster_wait(STRIDER_SIMT_CALLER); }
STRIDER_SIMT_INTRINSIC std::uint32_t getctarank(space_cluster_t, const void* address) {
    return simt::shared_rank(STRIDER_SIMT_CALLER, address);
}

// ---- Special registers
#define STRIDER_SIMT_REGISTER(type, name, value) \
    STRIDER_SIMT_ROUTINE type get_sreg_##name() { return static_cast<type>(value); }
#define STRIDER_SIMT_REGISTERS(name, value)                 \
    STRIDER_SIMT_REGISTER(std::uint32_t, name##_x, value.x) \
    STRIDER_SIMT_REGISTER(std::uint32_t, name##_y, value.y) \
    STRIDER_SIMT_REGISTER(std::uint32_t, name##_z, value.z)
STRIDER_SIMT_REGISTERS(tid, simt::thread_index())
STRIDER_SIMT_REGISTERS(ntid, simt::block_extent())
STRIDER_SIMT_REGISTERS(ctaid, simt::block_index())
STRIDER_SIMT_REGISTERS(nctaid, simt::grid_extent())
STRIDER_SIMT_REGISTERS(clusterid, simt::this_cluster().index)
STRIDER_SIMT_REGISTERS(nclusterid, simt::this_cluster().grid)
STRIDER_SIMT_REGISTERS(cluster_ctaid, simt::this_cluster().block)
STRIDER_SIMT_REGISTERS(cluster_nctaid, simt::this_cluster().blocks)
STRIDER_SIMT_REGISTER(std::uint32_t, cluster_ctarank, simt::this_cluster().rank)
STRIDER_SIMT_REGISTER(std::uint32_t, cluster_nctarank, __clusterSizeInBlocks())
STRIDER_SIMT_REGISTER(bool, is_explicit_cluster, simt::in_cluster_launch())
STRIDER_SIMT_REGISTER(std::uint32_t, laneid, simt::lane_index())
STRIDER_SIMT_REGISTER(std::uint32_t, warpid, simt::ptx::thread_in_block() / 32)
STRIDER_SIMT_REGISTER(std::uint32_t, nwarpid, 64)
STRIDER_SIMT_REGISTER(std::uint32_t, smid, simt::ptx::multiprocessor())
STRIDER_SIMT_REGISTER(std::uint32_t, nsmid, simt::multiprocessors())
STRIDER_SIMT_REGISTER(std::uint64_t, gridid, 0)
STRIDER_SIMT_REGISTER(std::uint32_t, lanemask_eq, 1u << simt::lane_index())
STRIDER_SIMT_REGISTER(std::uint32_t, lanemask_lt, simt::ptx::lanes_before())
STRIDER_SIMT_REGISTER(std::uint32_t, lanemask_le, simt::ptx::lanes_before() << 1 | 1u)
STRIDER_SIMT_REGISTER(std::uint32_t, lanemask_gt, ~(simt::ptx::lanes_before() << 1 | 1u))
STRIDER_SIMT_REGISTER(std::uint32_t, lanemask_ge, ~simt::ptx::lanes_before())
STRIDER_SIMT_REGISTER(std::uint32_t, clock, ::clock64())
STRIDER_SIMT_REGISTER(std::uint64_t, clock64, ::clock64())
STRIDER_SIMT_REGISTER(std::uint64_t, globaltimer, simt::host_clock())
#undef STRIDER_SIMT_REGISTERS
#undef STRIDER_SIMT_REGISTER

}  // namespace cuda::ptx
