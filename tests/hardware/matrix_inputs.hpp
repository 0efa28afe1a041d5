// Inputs of matrix products that hardware has answered for.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "inputs.hpp"

// What is multiplied: `spread` are numbers of any exponent; products of `large` are infinite or nearly so; of `special`
// some are infinite or NaN. The left matrix and the sums are `subnormal` or `zeros`. Sums of integers are at the
// `limits`.
enum values { whole, fractions, spread, subnormal, zeros, large, special, limits, all_values };
constexpr const char* value_names[] = {"whole", "fractions", "spread",  "subnormal",
                                       "zeros", "large",     "special", "limits"};
enum factors { f16, bf16, tf32, fp8, f64, bits };
enum sums { halves, singles, integers, doubles };

__device__ inline float number(bits32 m, values v, bool high) {
    const int integer = int((high ? m / 64 : m) % 17) - 8;
    return v != fractions ? integer : high ? fmaf(m >> 21, 3e-4f, integer) : fmaf(m >> 20, 1e-4f, integer);
}
/// A register of factors, or of sums in half precision.
__device__ inline bits32 register_of(factors of, values v, bool right, unsigned i, unsigned stream) {
    const bits32 m = mixed(i, stream);
    if (of == bits) return m;
    const bits32 sign = of == fp8 ? 0x80808080 : of == tf32 ? 0x80000000 : 0x80008000;
    const bits32 exponent = of == fp8 ? 0x7C7C7C7C : of == f16 ? 0x7C007C00 : of == tf32 ? 0x7F800000 : 0x7F807F80;
    const bits32 first = exponent & ~(exponent >> 1), last = exponent & ~(exponent << 1);
    const bool narrow = of == f16 || of == fp8;
    if (v == spread) return m & ~(narrow ? last << m % 5 : first);
    if (v == large) return (m | first) & ~(narrow ? last : first >> 1);
    if (v == subnormal && !right) return m & (~exponent | last);
    if (v == zeros && !right) return m & sign;
    if (v == special && m >> 27 == 0) return m & sign | exponent;
    if (v == special && m >> 26 == 2) return m | exponent | last >> 1;
    const float low = number(m, v, false), high = number(m, v, true);
    switch (of) {
        case f16:
            return __half_as_ushort(__float2half(low)) | bits32(__half_as_ushort(__float2half(high))) << 16;
        case bf16:
            return __bfloat16_as_ushort(__float2bfloat16(low)) | bits32(__bfloat16_as_ushort(__float2bfloat16(high)))
                                                                     << 16;
        case tf32:
            return __float_as_uint(low) & 0xFFFFE000;
        default:
            return m & sign | (v == fractions ? 0x30303030 + (m & 0x0F0F0F0F) : 0x38383838);
    }
}
__device__ inline float single_sum(values v, unsigned i, unsigned stream) {
    const bits32 m = mixed(i, stream);
    const float integer = int(m % 201) - 100;
    return v == spread                  ? __uint_as_float(m & 0x807FFFFF | (96 + m % 64) << 23)
           : v == subnormal             ? __uint_as_float(m & 0x80FFFFFF)
           : v == zeros                 ? __uint_as_float(m & 0x80000000)
           : v == large                 ? __uint_as_float(m & 0x81FFFFFF | 0x7C000000)
           : v == special && m % 9 == 0 ? __uint_as_float(m & 0x80000000 | 0x7F800000)
           : v == special && m % 9 == 1 ? __uint_as_float(m | 0x7FC00000)
                                        : integer;
}
__device__ inline int integer_sum(values v, unsigned i, unsigned stream) {
    const bits32 m = mixed(i, stream);
    return v != limits ? int(m % 201) - 100 : m % 2 ? 0x7FFFFFFF - int(m % 1024) : -0x7FFFFFFF + int(m % 1024);
}
// NaN has many bits, of which none is promised.
__device__ inline bits32 of_halves(bits32 both) {
    return ((both & 0x7FFF) > 0x7C00 ? 0x7FFF : both & 0xFFFF) |
           ((both >> 16 & 0x7FFF) > 0x7C00 ? 0x7FFF0000 : both & 0xFFFF0000);
}
// SPDX-License-Identifier: Apache-2.0
