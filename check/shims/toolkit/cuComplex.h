// A shim for the CUDA toolkit's header of this name: complex numbers as pairs, with functions for their arithmetic.
#pragma once

#include <cmath>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/vector_types.hpp>

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define STRIDER_CU_COMPLEX(Complex, T, f)                                                                       \
    STRIDER_EMULATOR_ARITHMETIC Complex make_##Complex(T x, T y) { return {x, y}; }                             \
    STRIDER_EMULATOR_ARITHMETIC T cuCreal##f(Complex x) { return x.x; }                                         \
    STRIDER_EMULATOR_ARITHMETIC T cuCimag##f(Complex x) { return x.y; }                                         \
    STRIDER_EMULATOR_ARITHMETIC Complex cuConj##f(Complex x) { return {x.x, -x.y}; }                            \
    STRIDER_EMULATOR_ARITHMETIC Complex cuCadd##f(Complex x, Complex y) { return {x.x + y.x, x.y + y.y}; }      \
    STRIDER_EMULATOR_ARITHMETIC Complex cuCsub##f(Complex x, Complex y) { return {x.x - y.x, x.y - y.y}; }      \
    STRIDER_EMULATOR_ARITHMETIC Complex cuCmul##f(Complex x, Complex y) {                                       \
        return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                                                  \
    }                                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC Complex cuCdiv##f(Complex x, Complex y) {                                       \
        const T scale = 1 / (std::abs(y.x) + std::abs(y.y)), a = x.x * scale, b = x.y * scale, c = y.x * scale, \
                d = y.y * scale, by = 1 / (c * c + d * d);                                                      \
        return {(a * c + b * d) * by, (b * c - a * d) * by};                                                    \
    }                                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC Complex cuCfma##f(Complex x, Complex y, Complex d) {                            \
        return cuCadd##f(cuCmul##f(x, y), d);                                                                   \
    }                                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC T cuCabs##f(Complex x) { return std::hypot(x.x, x.y); }
STRIDER_CU_COMPLEX(cuFloatComplex, float, f)
STRIDER_CU_COMPLEX(cuDoubleComplex, double, )
#undef STRIDER_CU_COMPLEX

STRIDER_EMULATOR_ARITHMETIC cuComplex make_cuComplex(float x, float y) { return {x, y}; }
STRIDER_EMULATOR_ARITHMETIC cuDoubleComplex cuComplexFloatToDouble(cuComplex x) { return {x.x, x.y}; }
STRIDER_EMULATOR_ARITHMETIC cuComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
    return {static_cast<float>(x.x), static_cast<float>(x.y)};
}
// SPDX-License-Identifier: Apache-2.0
