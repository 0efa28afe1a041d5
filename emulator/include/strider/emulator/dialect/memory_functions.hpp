// memcpy, memmove and memset in kernels. g++ does not instrument these calls under any name, so kernels call functions
// of the emulator that report each access, or the compiler's builtins if the call becomes one load and one store.
// Compiled with -fno-builtin-memcpy and its kin, so that copies of structures, which g++ does instrument, keep calling
// the C library. Include it before all other headers, because the standard library copies too.
#pragma once

#if defined(__SANITIZE_THREAD__) && !defined(__clang__)  // neither in the emulator nor in uninstrumented code

extern "C" {

void* memcpy(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept __asm__("strider_emulator_memcpy");
void* memmove(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept __asm__("strider_emulator_memmove");
void* memset(void* to, int value, __SIZE_TYPE__ bytes) noexcept __asm__("strider_emulator_memset");

void* strider_emulator_memcpy(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept;
void* strider_emulator_memmove(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept;

#define STRIDER_EMULATOR_COPY(name)                                                                                 \
    extern inline __attribute__((gnu_inline, always_inline, artificial)) void* name(void* to, const void* from,     \
                                                                                    __SIZE_TYPE__ bytes) noexcept { \
        const bool is_one_access = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;             \
        if (__builtin_constant_p(bytes) && is_one_access) return __builtin_##name(to, from, bytes);                 \
        return strider_emulator_##name(to, from, bytes);                                                            \
    }
STRIDER_EMULATOR_COPY(memcpy)
STRIDER_EMULATOR_COPY(memmove)
#undef STRIDER_EMULATOR_COPY

}  // extern "C"

#define __builtin_memcpy(...) ::memcpy(__VA_ARGS__)
#define __builtin_memmove(...) ::memmove(__VA_ARGS__)
#define __builtin_memset(...) ::memset(__VA_ARGS__)

#endif
// SPDX-License-Identifier: Apache-2.0
