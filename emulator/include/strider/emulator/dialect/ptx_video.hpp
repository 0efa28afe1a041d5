// PTX's video instructions: arithmetic on bytes and halfwords of registers.
#pragma once

#include <strider/emulator/dialect/ptx_integer.hpp>

namespace strider::emulation::ptx {

enum video_operation { v_add, v_sub, v_absdiff, v_min, v_max, v_avrg, v_shl, v_shr };

/// Bits [first, first + bits) of a register, extended like a T.
template <class T>
STRIDER_EMULATOR_ROUTINE long long video_part(unsigned word, unsigned first, unsigned bits) {
    return extract<T>(static_cast<T>(word), first, bits);
}
/// `bits`: the size of the result.
template <video_operation Operation, class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE unsigned video(long long a, long long b, unsigned bits) {
    const long long by = has<q_wrap, Q...> ? b & 31 : b > 32 ? 32 : b;
    long long result = 0;
    switch (Operation) {
        case v_add:
            result = a + b;
            break;
        case v_sub:
            result = a - b;
            break;
        case v_absdiff:
            result = a < b ? b - a : a - b;
            break;
        case v_min:
            result = a < b ? a : b;
            break;
        case v_max:
            result = a < b ? b : a;
            break;
        case v_avrg:
            result = (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
            break;
        case v_shl:
            result = static_cast<long long>(static_cast<unsigned long long>(a) << by << 30) >> 30;  // of 34 bits
            break;
        case v_shr:
            result = a >> by;
            break;
    }
    return static_cast<unsigned>(has<q_sat, Q...> ? held_in_bits<T>(result, bits) : result);
}
/// a * b + c, with the product or c possibly negated; T is signed if the result is.
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE unsigned video_mad(long long a, long long b, unsigned c, bool negates_product,
                                            bool negates_c) {
    __extension__ using wide = __int128;
    const wide product = static_cast<wide>(a) * b, sum = static_cast<T>(c);
    const wide result = (negates_product ? -product : product) + (negates_c ? -sum : sum) + (has<q_po, Q...> ? 1 : 0);
    const auto scaled = static_cast<long long>(result >> (has<q_shr7, Q...> ? 7 : has<q_shr15, Q...> ? 15 : 0));
    return static_cast<unsigned>(has<q_sat, Q...> ? held_in_bits<T>(scaled, 32) : scaled);
}
/// Applies `operation` to two halfwords or four bytes of (b, a), which the digits of the selectors pick. The parts that
/// `mask` names replace the parts of c, or are added to them.
template <class A, class B, unsigned Lanes, bool Adds, class Operation>
STRIDER_EMULATOR_ROUTINE unsigned packed_video(unsigned a, unsigned b, unsigned c, unsigned mask, unsigned select_a,
                                               unsigned select_b, Operation operation) {
    constexpr unsigned bits = 32 / Lanes;
    const auto part = [&](unsigned selector) STRIDER_EMULATOR_UNINSTRUMENTED {
        return (selector < Lanes ? a : b) >> selector % Lanes * bits;
    };
    unsigned result = c;
    for (unsigned i = 0; i < Lanes; ++i) {
        if ((mask >> i & 1u) == 0) continue;
        const unsigned value = operation(video_part<A>(part(select_a >> 4 * i & 15u), 0, bits),
                                         video_part<B>(part(select_b >> 4 * i & 15u), 0, bits), bits);
        result = Adds ? result + value : insert<unsigned>(value, result, i * bits, bits);
    }
    return result;
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
