// malloc(), new and their kin, of kernels and of the host: their calls are renamed, by assembler names, to functions of
// the emulator. C files include this too.
#pragma once

#define STRIDER_EMULATOR_REPLACE(name, by) __asm__(".set " #name ", strider_emulator_" #by);
STRIDER_EMULATOR_REPLACE(malloc, malloc)
STRIDER_EMULATOR_REPLACE(calloc, calloc)
STRIDER_EMULATOR_REPLACE(realloc, realloc)
STRIDER_EMULATOR_REPLACE(aligned_alloc, aligned_alloc)
STRIDER_EMULATOR_REPLACE(posix_memalign, posix_memalign)
STRIDER_EMULATOR_REPLACE(free, free)
STRIDER_EMULATOR_REPLACE(_Znwm, new)
STRIDER_EMULATOR_REPLACE(_Znam, new)
STRIDER_EMULATOR_REPLACE(_ZnwmRKSt9nothrow_t, new_nothrow)
STRIDER_EMULATOR_REPLACE(_ZnamRKSt9nothrow_t, new_nothrow)
STRIDER_EMULATOR_REPLACE(_ZnwmSt11align_val_t, new_aligned)
STRIDER_EMULATOR_REPLACE(_ZnamSt11align_val_t, new_aligned)
STRIDER_EMULATOR_REPLACE(_ZdlPv, delete)
STRIDER_EMULATOR_REPLACE(_ZdaPv, delete)
STRIDER_EMULATOR_REPLACE(_ZdlPvm, delete_sized)
STRIDER_EMULATOR_REPLACE(_ZdaPvm, delete_sized)
STRIDER_EMULATOR_REPLACE(_ZdlPvSt11align_val_t, delete_aligned)
STRIDER_EMULATOR_REPLACE(_ZdaPvSt11align_val_t, delete_aligned)
STRIDER_EMULATOR_REPLACE(_ZdlPvmSt11align_val_t, delete_sized_aligned)
STRIDER_EMULATOR_REPLACE(_ZdaPvmSt11align_val_t, delete_sized_aligned)
#undef STRIDER_EMULATOR_REPLACE
// SPDX-License-Identifier: Apache-2.0
