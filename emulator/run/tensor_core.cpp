// Sums of products as the tensor cores of an H200 compute them. Products are exact. With the addend they are aligned to
// the largest exponent among them, cut off 25 bits behind its point, and summed exactly. The sum is cut off to a float,
// or rounded to half precision.
#include <strider/emulator/dialect/tensor_core.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace strider::emulation::tensor_core {
namespace {

/// significand * 2^exponent, where 1 is 2^point of a significand. Subnormal numbers have the least exponent of their
/// format.
struct number {
    int significand, exponent;
};
constexpr int factor_point = 10, summand_point = 25;
constexpr int infinite = 1 << 10, not_a_number = 1 << 11;  ///< exponents

template <int MantissaBits, int ExponentBits>
number unpacked(unsigned bits) {
    constexpr unsigned mantissa = 1u << MantissaBits, last = (1u << ExponentBits) - 1;
    const unsigned exponent = bits / mantissa & last, fraction = bits % mantissa;
    const int sign = (bits >> (MantissaBits + ExponentBits) & 1u) != 0 ? -1 : 1;
    if (exponent == last) return {sign, fraction == 0 ? infinite : not_a_number};
    return {sign * static_cast<int>(fraction + (exponent == 0 ? 0 : mantissa)),
            static_cast<int>(std::max(exponent, 1u)) - static_cast<int>(last / 2)};
}

/// Numbers of 8 bits become f16, where also the least ones of e4m3 are normal.
number factor(format of, unsigned bits) {
    switch (of) {
        case format::bf16: {
            const number result = unpacked<7, 8>(bits);
            return {result.significand * (result.exponent < infinite ? 8 : 1), result.exponent};
        }
        case format::tf32:
            return unpacked<10, 8>(bits >> 13);
        case format::e5m2:
            return unpacked<10, 5>(bits << 8);
        case format::e4m3: {
            if (bits % 128 == 127) return {1, not_a_number};
            number result = unpacked<10, 5>(bits % 128 << 7);
            for (result.exponent += 8; result.significand != 0 && result.significand < 1 << factor_point;) {
                result.significand *= 2;
                --result.exponent;
            }
            return {bits < 128 ? result.significand : -result.significand, result.exponent};
        }
        default:
            return unpacked<10, 5>(bits);
    }
}

double value(const number& factor) {
    if (factor.exponent == infinite) return factor.significand * std::numeric_limits<double>::infinity();
    if (factor.exponent == not_a_number) return std::numeric_limits<double>::quiet_NaN();
    return std::ldexp(factor.significand, factor.exponent - factor_point);
}

number summand(float addend) {
    const number result = unpacked<23, 8>(__builtin_bit_cast(std::uint32_t, addend));
    return {result.significand * 4, result.exponent};
}
number summand(small_float<binary16> addend) {
    const number result = unpacked<10, 5>(addend.__x);
    return {result.significand * (1 << (summand_point - factor_point)), result.exponent};
}

/// The float next to zero; beyond the largest, infinity.
float cut_off(double value) {
    if (std::isnan(value)) return __builtin_bit_cast(float, 0x7fffffffu);
    const auto nearest = static_cast<float>(value);
    const bool away = std::fabs(static_cast<double>(nearest)) > std::fabs(value) && std::fabs(value) < 0x1p128;
    return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, nearest) - (away ? 1u : 0u));
}

/// Of at most 16 products.
template <class Sum>
double exact_sum(format of_a, const unsigned* a, format of_b, const unsigned* b, int count, Sum addend) {
    std::array<number, 16> left, right;
    std::array<number, 17> summands;
    summands[0] = summand(addend);
    bool finite = summands[0].exponent < infinite;
    int most = summands[0].significand == 0 ? -infinite : summands[0].exponent;
    for (int k = 0; k < count; ++k) {
        left[k] = factor(of_a, a[k]);
        right[k] = factor(of_b, b[k]);
        finite &= std::max(left[k].exponent, right[k].exponent) < infinite;
        number& product = summands[k + 1] = {left[k].significand * right[k].significand, 0};
        product = {product.significand * (1 << (summand_point - 2 * factor_point)),
                   left[k].exponent + right[k].exponent};
        if (product.significand != 0) most = std::max(most, product.exponent);
    }
    if (!finite) {
        double sum = static_cast<float>(addend);
        for (int k = 0; k < count; ++k) sum += value(left[k]) * value(right[k]);
        return sum;
    }
    std::int64_t sum = 0;
    for (int k = 0; k <= count; ++k) {
        const int cut = std::abs(summands[k].significand) >> std::min(most - summands[k].exponent, 31);
        sum += summands[k].significand < 0 ? -cut : cut;
    }
    return std::ldexp(static_cast<double>(sum), most - summand_point);
}

template <class Sum>
Sum rounded(double sum) {
    if constexpr (std::is_same_v<Sum, float>)
        return cut_off(sum);
    else
        return sum;
}

/// Of numbers of 8 bits those in the lower halves of words come first, and the addend last.
template <class Sum>
Sum sum_in_steps(format of_a, const unsigned* a, format of_b, const unsigned* b, int count, Sum addend) {
    if (of_a < format::e4m3) return rounded<Sum>(exact_sum(of_a, a, of_b, b, count, addend));
    Sum sum = 0;
    for (int half = 0; half < 2; ++half) {
        std::array<unsigned, 16> half_a, half_b;
        for (int k = 0; k < count / 2; ++k) {
            const int place = k / 2 * 4 + half * 2 + k % 2;
            half_a[k] = a[place];
            half_b[k] = b[place];
        }
        sum = rounded<Sum>(exact_sum(of_a, half_a.data(), of_b, half_b.data(), count / 2, sum));
    }
    return addend + sum;
}

}  // namespace

float sum_of_products(format of_a, const unsigned* a, format of_b, const unsigned* b, int count,
                      float addend) noexcept {
    return sum_in_steps(of_a, a, of_b, b, count, addend);
}
small_float<binary16> sum_of_products(format of_a, const unsigned* a, format of_b, const unsigned* b, int count,
                                      small_float<binary16> addend) noexcept {
    return sum_in_steps(of_a, a, of_b, b, count, addend);
}

}  // namespace strider::emulation::tensor_core
// SPDX-License-Identifier: Apache-2.0
