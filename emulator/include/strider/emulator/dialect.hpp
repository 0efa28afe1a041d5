// CUDA's language, for the host compiler. nvcc does not read this header.
//
// A kernel file is compiled with -DSTRIDER_EMULATOR and the instrumentation flags of `strider_emulator_kernels`.
#pragma once

#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>

// Copies and zeros of whole structs are accesses too. Clang up to version 14 calls the uninstrumented memcpy and memset
// for them; later versions call the functions named here.
#if defined(STRIDER_EMULATOR) && defined(__clang__) && __clang_major__ < 15
asm("memcpy = __tsan_memcpy");
asm("memmove = __tsan_memmove");
asm("memset = __tsan_memset");
#endif

#define __global__
#define __device__
#define __host__
#define __constant__ STRIDER_EMULATOR_CONSTANT(__COUNTER__)
#define __managed__
#define __shared__ static thread_local  // a worker thread runs one block at a time
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __grid_constant__
#if !defined(__clang__)
#define __builtin_assume(condition) static_cast<void>(sizeof(!(condition)))  // does not evaluate it
#endif

// Constant memory is recognised by its section. Each variable has its own, because const and other variables cannot
// share one.
#define STRIDER_EMULATOR_CONSTANT(number) STRIDER_EMULATOR_CONSTANT_SECTION(number)
#define STRIDER_EMULATOR_CONSTANT_SECTION(number) __attribute__((section("strider_constant." #number)))

// `threadIdx.x` is a macro because reading a variable would count as a load of the kernel. C++ files of a checked
// program are not translated; there the names belong to the program.
#if !defined(STRIDER_EMULATOR_HOST_FILE)
#define threadIdx (::strider::emulation::thread_index())
#define blockIdx (::strider::emulation::block_index())
#define blockDim (::dim3(::strider::emulation::block_extent()))
#define gridDim (::dim3(::strider::emulation::grid_extent()))
#endif

constexpr int warpSize = ::strider::emulation::warp_lanes;  // no macro: cudaDeviceProp has a member of this name

#include <strider/emulator/dialect/all.hpp>
// SPDX-License-Identifier: Apache-2.0
