// Which compiler is reading this: nvcc for a GPU, the host compiler for the emulator, or plain C++.
#pragma once

#if __cplusplus < 202002L || !defined(__cpp_exceptions)
#error "Strider needs C++20 and exceptions: compile with -std=c++20, and without -fno-exceptions"
#include "nothing more"  // ends the compilation here, where hundreds of errors would follow
#endif

// The GPU's stub, the emulator's body and the host's copy of one template must never share a mangled name: they
// would be merged at link time. Everything that a kernel file defines therefore stands in this inline namespace.
#if defined(__CUDACC__)
#define STRIDER_TARGET gpu_target
#define STRIDER_DEVICE_CODE 1
#elif defined(STRIDER_EMULATOR)
#define STRIDER_TARGET emulator_target
#define STRIDER_DEVICE_CODE 1
#else
#define STRIDER_TARGET host_target
#if defined(STRIDER_CPU)  // by the target strider::cpu and by strider-cpu.pc: its headers need oneTBB, even unused
#define STRIDER_HAS_CPU 1
#endif
#endif

#if defined(__CUDACC__)
#define STRIDER_HOST_DEVICE __host__ __device__
#define STRIDER_DEVICE_INLINE __device__ __forceinline__
#else
#define STRIDER_HOST_DEVICE
#define STRIDER_DEVICE_INLINE inline __attribute__((always_inline))
#endif

// Declared before any other, so that `namespace detail` is one namespace, the target's, in whatever order headers come.
namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {}
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
