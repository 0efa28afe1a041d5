// Copies from global to shared memory that no register waits for (cp.async, sm_80 and newer).
#pragma once

#include <strider/core/launch.hpp>
#if defined(__CUDACC__)
#include <cuda_pipeline_primitives.h>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// Starts to copy 16 bytes, both places 16-byte aligned. This thread may read them after wait_for_copies(), others
/// after a barrier that follows it. A plain copy before sm_80 and in the executor.
__device__ __forceinline__ void start_copy(uint4* shared, const uint4* global) {
#if defined(__CUDACC__)
    __pipeline_memcpy_async(shared, global, sizeof(uint4));
#else
    *shared = *global;
#endif
}

/// Until all copies that this thread has started are there.
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDACC__)
    __pipeline_commit();
    __pipeline_wait_prior(0);
#endif
}

}  // namespace STRIDER_TARGET
}  // namespace strider
