// Operations and conversions that round down (_rd), up (_ru) and toward zero (_rz); math.hpp has those to nearest.
#pragma once

#include <cfenv>
#include <cmath>

#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation {

/// Hides a value from the compiler, so that it does not fold constants in the wrong rounding mode.
template <class T>
STRIDER_EMULATOR_ROUTINE T unknown(T value) {
    const volatile T kept = value;
    return kept;
}

/// Calls `operation` in a rounding mode of <cfenv>: the host's processor rounds.
template <int Mode, class T, class Operation, class... Arguments>
STRIDER_EMULATOR_ROUTINE T rounded(Operation operation, Arguments... arguments) {
    const int before = std::fegetround();
    std::fesetround(Mode);
    const T result = unknown(operation(unknown(arguments)...));
    std::fesetround(before);
    return result;
}

}  // namespace strider::emulation

// Each line of the tables is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_EMULATOR_ROUNDED(name, R, mode, expression, parameters, ...)                            \
    STRIDER_EMULATOR_ROUTINE R name parameters {                                                        \
        return strider::emulation::rounded<mode,                                                     \
            R>([] parameters STRIDER_EMULATOR_UNINSTRUMENTED -> R { return expression; }, __VA_ARGS__); \
    }
#define STRIDER_EMULATOR_ROUNDED_ARITHMETIC(suffix, mode)                                                              \
    STRIDER_EMULATOR_ROUNDED(__fadd_##suffix, float, mode, a + b, (float a, float b), a, b)                            \
    STRIDER_EMULATOR_ROUNDED(__fsub_##suffix, float, mode, a - b, (float a, float b), a, b)                            \
    STRIDER_EMULATOR_ROUNDED(__fmul_##suffix, float, mode, a * b, (float a, float b), a, b)                            \
    STRIDER_EMULATOR_ROUNDED(__fdiv_##suffix, float, mode, a / b, (float a, float b), a, b)                            \
    STRIDER_EMULATOR_ROUNDED(__frcp_##suffix, float, mode, 1.0f / a, (float a), a)                                     \
    STRIDER_EMULATOR_ROUNDED(__fsqrt_##suffix, float, mode, std::sqrt(a), (float a), a)                                \
    STRIDER_EMULATOR_ROUNDED(__fmaf_##suffix, float, mode, std::fma(a, b, c), (float a, float b, float c), a, b, c)    \
    STRIDER_EMULATOR_ROUNDED(__fmaf_ieee_##suffix, float, mode, std::fma(a, b, c), (float a, float b, float c), a, b, c) \
    STRIDER_EMULATOR_ROUNDED(__dadd_##suffix, double, mode, a + b, (double a, double b), a, b)                         \
    STRIDER_EMULATOR_ROUNDED(__dsub_##suffix, double, mode, a - b, (double a, double b), a, b)                         \
    STRIDER_EMULATOR_ROUNDED(__dmul_##suffix, double, mode, a * b, (double a, double b), a, b)                         \
    STRIDER_EMULATOR_ROUNDED(__ddiv_##suffix, double, mode, a / b, (double a, double b), a, b)                         \
    STRIDER_EMULATOR_ROUNDED(__drcp_##suffix, double, mode, 1.0 / a, (double a), a)                                    \
    STRIDER_EMULATOR_ROUNDED(__dsqrt_##suffix, double, mode, std::sqrt(a), (double a), a)                              \
    STRIDER_EMULATOR_ROUNDED(__fma_##suffix, double, mode, std::fma(a, b, c), (double a, double b, double c), a, b, c) \
    STRIDER_EMULATOR_ROUNDED(__double2float_##suffix, float, mode, static_cast<float>(a), (double a), a)               \
    STRIDER_EMULATOR_ROUNDED(__int2float_##suffix, float, mode, static_cast<float>(a), (int a), a)                     \
    STRIDER_EMULATOR_ROUNDED(__uint2float_##suffix, float, mode, static_cast<float>(a), (unsigned int a), a)           \
    STRIDER_EMULATOR_ROUNDED(__ll2float_##suffix, float, mode, static_cast<float>(a), (long long a), a)                \
    STRIDER_EMULATOR_ROUNDED(__ull2float_##suffix, float, mode, static_cast<float>(a), (unsigned long long a), a)      \
    STRIDER_EMULATOR_ROUNDED(__ll2double_##suffix, double, mode, static_cast<double>(a), (long long a), a)             \
    STRIDER_EMULATOR_ROUNDED(__ull2double_##suffix, double, mode, static_cast<double>(a), (unsigned long long a), a)

STRIDER_EMULATOR_ROUNDED_ARITHMETIC(rd, FE_DOWNWARD)
STRIDER_EMULATOR_ROUNDED_ARITHMETIC(ru, FE_UPWARD)
STRIDER_EMULATOR_ROUNDED_ARITHMETIC(rz, FE_TOWARDZERO)

// clang-format on

#undef STRIDER_EMULATOR_ROUNDED
#undef STRIDER_EMULATOR_ROUNDED_ARITHMETIC
// SPDX-License-Identifier: Apache-2.0
