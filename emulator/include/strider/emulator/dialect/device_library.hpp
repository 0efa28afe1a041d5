// The C library inside kernels: printf, assert, clock, functions of <math.h> that a GPU rounds differently, and calls
// by which host threads synchronise; host_heap.hpp has malloc and new. Host code calls functions of the same names,
// often in the same function. So this header renames the calls of a file, by assembler names, to functions of the
// emulator; on the host these forward to the C library.
#pragma once

#include <strider/emulator/dialect/host_heap.hpp>
#include <strider/emulator/lane.hpp>

#define STRIDER_EMULATOR_REPLACE(name, by) __asm__(".set " #name ", " #by);
STRIDER_EMULATOR_REPLACE(printf, strider_emulator_printf)
STRIDER_EMULATOR_REPLACE(vprintf, strider_emulator_vprintf)
STRIDER_EMULATOR_REPLACE(puts, strider_emulator_puts)
STRIDER_EMULATOR_REPLACE(putchar, strider_emulator_putchar)
STRIDER_EMULATOR_REPLACE(__printf_chk, strider_emulator_printf_chk)
STRIDER_EMULATOR_REPLACE(__assert_fail, strider_emulator_assert_fail)
STRIDER_EMULATOR_REPLACE(clock, strider_emulator_clock)
STRIDER_EMULATOR_REPLACE(pthread_mutex_unlock, strider_emulator_pthread_mutex_unlock)
STRIDER_EMULATOR_REPLACE(pthread_rwlock_unlock, strider_emulator_pthread_rwlock_unlock)
STRIDER_EMULATOR_REPLACE(pthread_spin_unlock, strider_emulator_pthread_spin_unlock)
STRIDER_EMULATOR_REPLACE(pthread_cond_signal, strider_emulator_pthread_cond_signal)
STRIDER_EMULATOR_REPLACE(pthread_cond_broadcast, strider_emulator_pthread_cond_broadcast)
STRIDER_EMULATOR_REPLACE(pthread_barrier_wait, strider_emulator_pthread_barrier_wait)
STRIDER_EMULATOR_REPLACE(sem_post, strider_emulator_sem_post)
STRIDER_EMULATOR_REPLACE(fminf, strider_emulator_fminf)
STRIDER_EMULATOR_REPLACE(fmaxf, strider_emulator_fmaxf)
STRIDER_EMULATOR_REPLACE(fmin, strider_emulator_fmin)
STRIDER_EMULATOR_REPLACE(fmax, strider_emulator_fmax)
STRIDER_EMULATOR_REPLACE(lrintf, strider_emulator_lrintf)
STRIDER_EMULATOR_REPLACE(llrintf, strider_emulator_lrintf)
STRIDER_EMULATOR_REPLACE(lrint, strider_emulator_lrint)
STRIDER_EMULATOR_REPLACE(llrint, strider_emulator_lrint)
STRIDER_EMULATOR_REPLACE(lroundf, strider_emulator_lroundf)
STRIDER_EMULATOR_REPLACE(llroundf, strider_emulator_lroundf)
STRIDER_EMULATOR_REPLACE(lround, strider_emulator_lround)
STRIDER_EMULATOR_REPLACE(llround, strider_emulator_lround)
#undef STRIDER_EMULATOR_REPLACE
// SPDX-License-Identifier: Apache-2.0
