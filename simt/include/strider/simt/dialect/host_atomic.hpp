// Read-modify-write operations on the host's memory: blocks of one grid run on several threads.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

namespace strider::executor::host_atomic {

/// Replaces *address by update(*address) in one step and returns what stood there. Values are compared by their bits,
/// so that NaN ends the loop.
template <class T, class Update>
STRIDER_SIMT_ROUTINE T fetch_update(T* address, Update update) {
    T old, next;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do next = update(old);
    while (!__atomic_compare_exchange(address, &old, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}

/// Writes `value` where `expected` stands; returns what stood there, which is `expected` in case of success.
template <class T>
STRIDER_SIMT_ROUTINE T compare_and_swap(T* address, T expected, T value) {
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

}  // namespace strider::executor::host_atomic
// SPDX-License-Identifier: Apache-2.0
