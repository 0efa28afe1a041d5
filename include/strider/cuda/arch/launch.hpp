// Starting a kernel, written once for nvcc and for the emulator.
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)

#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <strider/core/cuda_error.hpp>
#else
#include <strider/emulator/dialect.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)
using stream_handle = cudaStream_t;
#else
using stream_handle = std::nullptr_t;  // launches of the emulator are finished when they return
#endif

/// The values between the chevrons of a CUDA launch.
struct launch_configuration {
    dim3 grid;
    dim3 block;
    std::size_t shared_bytes = 0;
    stream_handle stream = {};
};

/// Starts `kernel` with `arguments`, each converted to the kernel's parameter type first, as a call would.
/// Throws cuda_error where CUDA refuses the launch.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), const launch_configuration& at, Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
#if defined(__CUDACC__)
    kernel<<<at.grid, at.block, at.shared_bytes, at.stream>>>(std::forward<Arguments>(arguments)...);
    detail::check(cudaGetLastError(), "kernel launch");
#else
    emulation::launch(kernel, at.grid, at.block, at.shared_bytes, std::forward<Arguments>(arguments)...);
#endif
}

/// Lets `kernel` be launched with `bytes` of dynamic shared memory. CUDA demands this call beyond 48 KiB, and up to 16
/// KiB of these may be static.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
#if defined(__CUDACC__)
    if (bytes <= 32 * 1024) return;
    detail::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
                  "cudaFuncSetAttribute(MaxDynamicSharedMemorySize)");
#else
    static_cast<void>(kernel);
    static_cast<void>(bytes);
#endif
}

/// The block's dynamic shared memory: the `shared_bytes` of the launch, aligned for any vector type.
/// (`extern __shared__` cannot have one meaning in both compilers.)
#if defined(__CUDACC__)
template <class T>
__device__ T* dynamic_shared() {
    extern __shared__ __align__(128) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes);
}
#else
template <class T>
T* dynamic_shared() {
    return static_cast<T*>(emulation::dynamic_shared_memory());
}
#endif

}  // namespace STRIDER_TARGET
}  // namespace strider

#endif
// SPDX-License-Identifier: Apache-2.0
