// What a kernel has of the C library: printf, malloc, free, new, delete, assert, clock; and what threads of the host
// tell each other by. Host code has functions of the same names, in the same file and often in the same function. So
// the calls of a file that includes this go to functions of ours, by names of the assembler: on the host they hand on
// to the C library's.
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
