// 16 bytes that are read and written as one, on the host.
#pragma once

#include <cstdint>

#include <strider/core/integers.hpp>
#include <strider/core/target.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

struct alignas(16) word_128 {
    std::uint64_t low, high;
    bool operator==(const word_128&) const = default;
};

namespace atomics {

// Not instrumented: in the emulator it is the hardware's, not the kernel's.
#if defined(STRIDER_EMULATOR) && defined(__clang__)
#define STRIDER_CAS_128 __attribute__((disable_sanitizer_instrumentation, no_sanitize("coverage")))
#elif defined(STRIDER_EMULATOR)
#define STRIDER_CAS_128 __attribute__((no_sanitize("thread", "bounds"), no_sanitize_coverage))
#else
#define STRIDER_CAS_128
#endif
#if defined(__x86_64__)
#define STRIDER_HAS_CAS_128 __attribute__((target("cx16"), noinline))  // every x86-64 processor since 2006
#else
#define STRIDER_HAS_CAS_128
#endif

/// Writes `value` where `expected` stands, all in one and in sequentially consistent order; returns what stood there.
/// x86-64 has an instruction for it; other processors may need a program to be linked with libatomic.
STRIDER_CAS_128 STRIDER_HAS_CAS_128 inline word_128 host_compare_and_swap_128(word_128* at, word_128 expected,
                                                                              word_128 value) {
    using aliasing_whole [[gnu::may_alias]] = u128;
    const u128 old = __builtin_bit_cast(u128, expected), next = __builtin_bit_cast(u128, value);
    return __builtin_bit_cast(word_128, __sync_val_compare_and_swap(reinterpret_cast<aliasing_whole*>(at), old, next));
}

#undef STRIDER_CAS_128
#undef STRIDER_HAS_CAS_128

}  // namespace atomics

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
