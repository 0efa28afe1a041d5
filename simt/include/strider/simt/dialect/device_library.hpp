// What a kernel has of the C library: printf, malloc, free, new, delete, assert, clock, and the functions of <math.h>
// that a GPU answers otherwise; and what threads of the host tell each other by. Host code has functions of the same
// names, in the same file and often in the same function. So the calls of a file that includes this go to functions of
// ours, by names of the assembler: on the host they hand on to the C library's.
#pragma once

#include <strider/simt/lane.hpp>

#define STRIDER_SIMT_REPLACE(name, by) __asm__(".set " #name ", " #by);
STRIDER_SIMT_REPLACE(printf, strider_simt_printf)
STRIDER_SIMT_REPLACE(vprintf, strider_simt_vprintf)
STRIDER_SIMT_REPLACE(puts, strider_simt_puts)
STRIDER_SIMT_REPLACE(putchar, strider_simt_putchar)
STRIDER_SIMT_REPLACE(__printf_chk, strider_simt_printf_chk)
STRIDER_SIMT_REPLACE(__assert_fail, strider_simt_assert_fail)
STRIDER_SIMT_REPLACE(clock, strider_simt_clock)
STRIDER_SIMT_REPLACE(pthread_mutex_unlock, strider_simt_pthread_mutex_unlock)
STRIDER_SIMT_REPLACE(pthread_rwlock_unlock, strider_simt_pthread_rwlock_unlock)
STRIDER_SIMT_REPLACE(pthread_spin_unlock, strider_simt_pthread_spin_unlock)
STRIDER_SIMT_REPLACE(pthread_cond_signal, strider_simt_pthread_cond_signal)
STRIDER_SIMT_REPLACE(pthread_cond_broadcast, strider_simt_pthread_cond_broadcast)
STRIDER_SIMT_REPLACE(pthread_barrier_wait, strider_simt_pthread_barrier_wait)
STRIDER_SIMT_REPLACE(sem_post, strider_simt_sem_post)
STRIDER_SIMT_REPLACE(fminf, strider_simt_fminf)
STRIDER_SIMT_REPLACE(fmaxf, strider_simt_fmaxf)
STRIDER_SIMT_REPLACE(fmin, strider_simt_fmin)
STRIDER_SIMT_REPLACE(fmax, strider_simt_fmax)
STRIDER_SIMT_REPLACE(lrintf, strider_simt_lrintf)
STRIDER_SIMT_REPLACE(llrintf, strider_simt_lrintf)
STRIDER_SIMT_REPLACE(lrint, strider_simt_lrint)
STRIDER_SIMT_REPLACE(llrint, strider_simt_lrint)
STRIDER_SIMT_REPLACE(lroundf, strider_simt_lroundf)
STRIDER_SIMT_REPLACE(llroundf, strider_simt_lroundf)
STRIDER_SIMT_REPLACE(lround, strider_simt_lround)
STRIDER_SIMT_REPLACE(llround, strider_simt_lround)
STRIDER_SIMT_REPLACE(malloc, strider_simt_malloc)
STRIDER_SIMT_REPLACE(free, strider_simt_free)
STRIDER_SIMT_REPLACE(_Znwm, strider_simt_new)
STRIDER_SIMT_REPLACE(_Znam, strider_simt_new)
STRIDER_SIMT_REPLACE(_ZdlPv, strider_simt_delete)
STRIDER_SIMT_REPLACE(_ZdaPv, strider_simt_delete)
STRIDER_SIMT_REPLACE(_ZdlPvm, strider_simt_delete)
STRIDER_SIMT_REPLACE(_ZdaPvm, strider_simt_delete)
#undef STRIDER_SIMT_REPLACE
// SPDX-License-Identifier: Apache-2.0
