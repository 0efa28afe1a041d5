// __reduce_add_sync and its kin: reductions of 32-bit integers over the lanes of a mask.
#pragma once

#include <strider/emulator/dialect/register.hpp>

namespace strider::emulation {

/// Combines the values in the order of the lanes, so that every lane gets the same bits.
template <register_value T, class Operator>
STRIDER_EMULATOR_ROUTINE T reduce_lanes(site caller, unsigned mask, T value, Operator combine) {
    const collective_values lanes = warp_collective(caller, collective_kind::reduce, mask, to_slot(value));
    unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes.participants));
    T result = from_slot<T>(lanes.values[lane]);
    while (++lane < warp_lanes)
        if ((lanes.participants >> lane & 1u) != 0) result = combine(result, from_slot<T>(lanes.values[lane]));
    return result;
}

}  // namespace strider::emulation

#define STRIDER_EMULATOR_WARP_REDUCE(operation, T, expression)                                                    \
    STRIDER_EMULATOR_INTRINSIC T __reduce_##operation##_sync(unsigned mask, T value) {                            \
        return strider::emulation::reduce_lanes(STRIDER_EMULATOR_CALLER, mask, value,                             \
                                                [](T a, T b)                                                      \
                                                    STRIDER_EMULATOR_UNINSTRUMENTED -> T { return expression; }); \
    }
STRIDER_EMULATOR_WARP_REDUCE(add, unsigned, a + b)
STRIDER_EMULATOR_WARP_REDUCE(add, int, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
STRIDER_EMULATOR_WARP_REDUCE(min, unsigned, b < a ? b : a)
STRIDER_EMULATOR_WARP_REDUCE(min, int, b < a ? b : a)
STRIDER_EMULATOR_WARP_REDUCE(max, unsigned, a < b ? b : a)
STRIDER_EMULATOR_WARP_REDUCE(max, int, a < b ? b : a)
STRIDER_EMULATOR_WARP_REDUCE(and, unsigned, a& b)
STRIDER_EMULATOR_WARP_REDUCE(or, unsigned, a | b)
STRIDER_EMULATOR_WARP_REDUCE(xor, unsigned, a ^ b)
#undef STRIDER_EMULATOR_WARP_REDUCE
// SPDX-License-Identifier: Apache-2.0
