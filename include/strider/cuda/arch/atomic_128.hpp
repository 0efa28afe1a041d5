// 16 bytes that are read and written as one by a GPU: loads and stores since sm_70, exchange and compare-and-swap since
// sm_90. All are relaxed; order comes from fences. (libcu++'s atomic_ref of CUDA 13.0 takes 16 bytes, but packs and
// unpacks them the wrong way round, and does not claim to be lock-free there.)
#pragma once

#include <strider/core/thread_scope.hpp>
#include <strider/core/word_128.hpp>
#include <strider/cuda/arch/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace atomics {

#if defined(__CUDACC__)

template <thread_scope Scope>
__device__ __forceinline__ word_128 load_128(const word_128* at) {
    word_128 value;
#define STRIDER_LOAD_128(scope)                                                                                     \
    asm volatile("{\n\t.reg .b128 whole;\n\tld.relaxed." scope ".b128 whole, [%2];\n\tmov.b128 {%0, %1}, whole;\n}" \
                 : "=l"(value.low), "=l"(value.high)                                                                \
                 : "l"(at)                                                                                          \
                 : "memory")
    if constexpr (Scope == thread_scope::block) {
        STRIDER_LOAD_128("cta");
    } else if constexpr (Scope == thread_scope::device) {
        STRIDER_LOAD_128("gpu");
    } else {
        STRIDER_LOAD_128("sys");
    }
#undef STRIDER_LOAD_128
    return value;
}

template <thread_scope Scope>
__device__ __forceinline__ void store_128(word_128* at, word_128 value) {
#define STRIDER_STORE_128(scope)                                                                                    \
    asm volatile("{\n\t.reg .b128 whole;\n\tmov.b128 whole, {%1, %2};\n\tst.relaxed." scope ".b128 [%0], whole;\n}" \
                 :                                                                                                  \
                 : "l"(at), "l"(value.low), "l"(value.high)                                                         \
                 : "memory")
    if constexpr (Scope == thread_scope::block) {
        STRIDER_STORE_128("cta");
    } else if constexpr (Scope == thread_scope::device) {
        STRIDER_STORE_128("gpu");
    } else {
        STRIDER_STORE_128("sys");
    }
#undef STRIDER_STORE_128
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

template <thread_scope Scope>
__device__ __forceinline__ word_128 exchange_128(word_128* at, word_128 value) {
    if constexpr (Scope == thread_scope::block) return atomicExch_block(at, value);
    if constexpr (Scope == thread_scope::device) return atomicExch(at, value);
    if constexpr (Scope == thread_scope::system) return atomicExch_system(at, value);
}

template <thread_scope Scope>
__device__ __forceinline__ word_128 compare_and_swap_128(word_128* at, word_128 expected, word_128 value) {
    if constexpr (Scope == thread_scope::block) return atomicCAS_block(at, expected, value);
    if constexpr (Scope == thread_scope::device) return atomicCAS(at, expected, value);
    if constexpr (Scope == thread_scope::system) return atomicCAS_system(at, expected, value);
}

#else

template <thread_scope Scope>
__device__ word_128 exchange_128(word_128* at, word_128 value) {
    static_assert(Scope != Scope, "atomic operations on 16 bytes need a GPU of compute capability 9.0: -arch=sm_90");
    return *at = value;
}
template <thread_scope Scope>
__device__ word_128 compare_and_swap_128(word_128* at, word_128, word_128) {
    static_assert(Scope != Scope, "atomic operations on 16 bytes need a GPU of compute capability 9.0: -arch=sm_90");
    return *at;
}

#endif

#else

constexpr emulation::scope emulator_scope(thread_scope scope) {
    return scope == thread_scope::block    ? emulation::scope::block
           : scope == thread_scope::device ? emulation::scope::device
                                           : emulation::scope::system;
}

// A lane of the emulator and the host's own threads alike.
STRIDER_EMULATOR_ROUTINE void access_128(emulation::site at, const word_128* address, bool reads, bool writes,
                                         thread_scope scope) {
    if (emulation::on_lane())
        emulation::atomic_access(at, const_cast<word_128*>(address), sizeof *address, reads, writes,
                                 emulation::order::relaxed, emulator_scope(scope));
}
STRIDER_EMULATOR_ROUTINE word_128 swap_128(word_128* at, word_128 value) {
    word_128 old = host_compare_and_swap_128(at, {}, {});
    for (;;) {
        const word_128 seen = host_compare_and_swap_128(at, old, value);
        if (seen.low == old.low && seen.high == old.high) return old;
        old = seen;
    }
}

template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC word_128 load_128(const word_128* at) {
    access_128(STRIDER_EMULATOR_CALLER, at, true, false, Scope);
    return host_compare_and_swap_128(const_cast<word_128*>(at), {}, {});
}
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void store_128(word_128* at, word_128 value) {
    access_128(STRIDER_EMULATOR_CALLER, at, false, true, Scope);
    swap_128(at, value);
}
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC word_128 exchange_128(word_128* at, word_128 value) {
    access_128(STRIDER_EMULATOR_CALLER, at, true, true, Scope);
    return swap_128(at, value);
}
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC word_128 compare_and_swap_128(word_128* at, word_128 expected, word_128 value) {
    access_128(STRIDER_EMULATOR_CALLER, at, true, true, Scope);
    return host_compare_and_swap_128(at, expected, value);
}

#endif

}  // namespace atomics
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
