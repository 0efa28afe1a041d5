// Qualifiers of PTX instructions. The functions of ptx_integer.hpp and ptx_float.hpp take the types and qualifiers of
// an instruction as template arguments, named as in the translator's table (check/translate/ptx_table.cpp).
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

// A part of a routine, inlined into it.
#define STRIDER_EMULATOR_PART [[gnu::always_inline]] STRIDER_EMULATOR_ROUTINE

namespace strider::emulation::ptx {

/// Qualifiers, spelled as in PTX. `carry_in` distinguishes addc from add.
// clang-format off
enum qualifier : unsigned char {
    q_rn, q_rz, q_rm, q_rp, q_rna, q_rni, q_rzi, q_rmi, q_rpi, q_approx, q_full,
    q_ftz, q_sat, q_satfinite, q_relu, q_xor, q_NaN, q_xorsign, q_abs,
    q_cc, q_carry_in, q_lo, q_hi, q_clamp, q_wrap, q_shiftamt,
    q_f4e, q_b4e, q_rc8, q_ecl, q_ecr, q_rc16,
    q_finite, q_infinite, q_number, q_notanumber, q_normal, q_subnormal, q_po, q_shr7, q_shr15,
};
// clang-format on
template <qualifier Wanted, qualifier... Q>
constexpr bool has = ((Wanted == Q) || ...);

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
