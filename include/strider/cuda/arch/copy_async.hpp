// Copies from global to shared memory that go on while the thread does (cp.async, sm_80 and newer; older GPUs copy at
// once, as the executor does).
#pragma once

#include <strider/core/launch.hpp>

#if defined(__CUDACC__)
#include <cuda_pipeline_primitives.h>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// Starts to copy an object of 4, 8 or 16 bytes. It has arrived when wait_for_copies says so, for this thread; for
/// others once they have met it at a barrier afterwards.
template <class Word>
__device__ __forceinline__ void copy_async(Word* shared, const Word* global) {
    static_assert(sizeof(Word) == 4 || sizeof(Word) == 8 || sizeof(Word) == 16);
#if defined(__CUDACC__)
    __pipeline_memcpy_async(shared, global, sizeof(Word));
#else
    *shared = *global;
#endif
}

/// Ends a batch: the copies that this thread has started since the last one, if any.
__device__ __forceinline__ void commit_copies() {
#if defined(__CUDACC__)
    __pipeline_commit();
#endif
}

/// Waits until no more than the last `Pending` batches are on their way.
template <unsigned Pending>
__device__ __forceinline__ void wait_for_copies() {
    static_assert(Pending <= 8);
#if defined(__CUDACC__)
    __pipeline_wait_prior(Pending);
#endif
}

}  // namespace STRIDER_TARGET
}  // namespace strider
