// Clusters of blocks, whose shared memory is within reach of each other (sm_90 and newer; and the executor).
#pragma once

#include <strider/core/launch.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900 || defined(__CUDACC__) && !defined(__CUDA_ARCH__)

// Never called: has_clusters() says so first.
__device__ __forceinline__ unsigned rank_in_cluster() { return 0; }
template <class T>
__device__ __forceinline__ T* shared_of_rank(T* shared, unsigned) {
    return shared;
}
__device__ __forceinline__ void meet_in_cluster() {}

#else

/// Which of its cluster a block is.
__device__ __forceinline__ unsigned rank_in_cluster() { return __clusterRelativeBlockRank(); }

/// The same place in the shared memory of a block of this cluster.
template <class T>
__device__ __forceinline__ T* shared_of_rank(T* shared, unsigned rank) {
    return static_cast<T*>(__cluster_map_shared_rank(shared, rank));
}

/// A barrier of all threads of a cluster.
__device__ __forceinline__ void meet_in_cluster() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

#endif

/// Whether blocks of a kernel can form clusters: on this device, and as it was compiled.
template <class... Parameters>
bool has_clusters(void (*kernel)(Parameters...)) {
#if defined(__CUDACC__)
    if (detail::device_attribute(cudaDevAttrClusterLaunch) == 0) return false;
    cudaFuncAttributes of_kernel;
    check(cudaFuncGetAttributes(&of_kernel, kernel), "cudaFuncGetAttributes");
    return of_kernel.ptxVersion >= 90;
#else
    static_cast<void>(kernel);
    return true;
#endif
}

/// Starts `kernel` as launch() does, in clusters of `blocks` neighbours in x: at most eight.
template <class... Parameters, class... Arguments>
void launch_in_clusters(void (*kernel)(Parameters...), const launch_configuration& at, unsigned blocks,
                        Arguments&&... arguments) {
#if defined(__CUDACC__)
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t how{};
    how.gridDim = at.grid;
    how.blockDim = at.block;
    how.dynamicSmemBytes = at.shared_bytes;
    how.stream = at.stream;
    how.attrs = &cluster;
    how.numAttrs = 1;
    check(cudaLaunchKernelEx(&how, kernel, static_cast<Parameters>(arguments)...), "kernel launch");
#else
    using bound = ::simt::detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    const bound call(kernel, std::forward<Arguments>(arguments)...);
    ::simt::detail::run_grid(
        {reinterpret_cast<const void*>(kernel), &bound::enter, &call, sizeof(call), false, nullptr, dim3(blocks)},
        at.grid, at.block, at.shared_bytes);
#endif
}

}  // namespace STRIDER_TARGET
}  // namespace strider
