// Products of matrices as the tensor cores of an H200 compute them. Products are exact. With the addend they are
// aligned to the largest exponent among them, cut off 25 bits behind its point, and summed exactly. The sum is cut off
// to a float, or rounded to half precision.
// Doubles hold factors, products and sums exactly.
#include <strider/emulator/dialect/tensor_core.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace strider::emulation::tensor_core {
namespace {

constexpr int block_columns = 8, most_depth = 32, block_numbers = block_columns * most_depth;
constexpr int summand_point = 25;  ///< bits of a summand behind the point of the largest exponent
constexpr short of_zero = -8192;   ///< the exponent of zero: below all others, also twice

/// A number and the exponent by which it is aligned: subnormal numbers have the least exponent of their format.
struct number {
    double value;  ///< 0 if it is not finite
    short exponent;
    bool finite;
    double special;  ///< the value if it is not finite
};

template <int MantissaBits, int ExponentBits, bool HasInfinity = true>
[[gnu::always_inline]] inline number decoded(unsigned bits) {
    constexpr int mantissa = 1 << MantissaBits, bias = (1 << (ExponentBits - 1)) - 1;
    constexpr int infinity = HasInfinity ? (2 * bias + 1) * mantissa : (1 << (MantissaBits + ExponentBits)) - 1;
    const int magnitude = static_cast<int>(bits & ((1u << (MantissaBits + ExponentBits)) - 1));
    const int sign = 1 - 2 * static_cast<int>(bits >> (MantissaBits + ExponentBits) & 1u);
    const int field = magnitude / mantissa, exponent = std::max(field, 1) - bias;
    const bool finite = magnitude < infinity;
    const int significand = finite ? magnitude % mantissa + (field != 0 ? mantissa : 0) : 0;
    const double value = significand * power_of_two(exponent - MantissaBits);
    // Without infinity (e4m3) also the least numbers are normal.
    const int aligned = HasInfinity ? exponent : binary_exponent(value);
    const double special = HasInfinity && magnitude == infinity ? std::numeric_limits<double>::infinity()
                                                                : std::numeric_limits<double>::quiet_NaN();
    return {sign * value, static_cast<short>(significand == 0 ? of_zero : aligned), finite, sign * special};
}
number decoded(float value) { return decoded<23, 8>(__builtin_bit_cast(std::uint32_t, value)); }
number decoded(small_float<binary16> value) { return decoded<10, 5>(value.__x); }

/// Calls use(decode), where decode(bits) is the number.
template <class Use>
[[gnu::always_inline]] inline void with_decoder(format of, const Use& use) {
    switch (of) {
        case format::bf16:
            return use([](unsigned bits) __attribute__((always_inline)) { return decoded<7, 8>(bits); });
        case format::tf32:
            return use([](unsigned bits) __attribute__((always_inline)) { return decoded<10, 8>(bits >> 13); });
        case format::e5m2:
            return use([](unsigned bits) __attribute__((always_inline)) { return decoded<2, 5>(bits); });
        case format::e4m3:
            return use([](unsigned bits) __attribute__((always_inline)) { return decoded<3, 4, false>(bits); });
        default:
            return use([](unsigned bits) __attribute__((always_inline)) { return decoded<10, 5>(bits); });
    }
}

double value(format of, unsigned bits) {
    double result;
    with_decoder(of, [&](const auto& decode) {
        const number decoded = decode(bits);
        result = decoded.finite ? decoded.value : decoded.special;
    });
    return result;
}

/// Some lines of factors.
struct factors {
    alignas(64) std::array<double, block_numbers> value;
    alignas(64) std::array<short, block_numbers> exponent;
    bool finite;
};
void decode(format of, const unsigned* bits, int line, int lines, int distance, factors& to) {
    with_decoder(of, [=, &to](const auto& decode) __attribute__((always_inline)) {
        int special = 0;
        for (int n = 0; n < lines; ++n)
            for (int i = 0; i < line; ++i) {
                const number factor = decode(bits[n * distance + i]);
                to.value[n * line + i] = factor.value;
                to.exponent[n * line + i] = factor.exponent;
                special |= factor.finite ? 0 : 1;
            }
        to.finite = special == 0;
    });
}

/// The float next to zero; beyond the largest, infinity.
[[gnu::always_inline]] inline float cut_off(double value) {
    if (std::isnan(value)) return __builtin_bit_cast(float, 0x7fffffffu);
    const auto nearest = static_cast<float>(value);
    const bool away = std::fabs(static_cast<double>(nearest)) > std::fabs(value) && std::fabs(value) < 0x1p128;
    return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, nearest) - (away ? 1u : 0u));
}
[[gnu::always_inline]] inline void round_to(float& sum, double value) { sum = cut_off(value); }
[[gnu::always_inline]] inline void round_to(small_float<binary16>& sum, double value) { sum = value; }

// Vectors of a row's columns. The compiler makes them of what the processor has.
using doubles [[gnu::vector_size(block_columns * sizeof(double))]] = double;
using integers [[gnu::vector_size(block_columns * sizeof(int))]] = int;
using short_integers [[gnu::vector_size(block_columns * sizeof(short))]] = short;
using long_integers [[gnu::vector_size(block_columns * sizeof(std::int64_t))]] = std::int64_t;

/// sums += left * right for the k of `order`, by one exact sum each. `exponents` are those of the sums. All are finite.
void add_exactly(const double* left, const short* left_exponents, const factors& right, std::span<const int> order,
                 const short_integers& exponents, doubles& sums) {
    const auto* const values = reinterpret_cast<const doubles*>(right.value.data());
    const auto* const right_exponents = reinterpret_cast<const short_integers*>(right.exponent.data());
    constexpr short_integers least = short_integers{} - short{512};  // where all summands are zero
    short_integers most = exponents > least ? exponents : least;
    for (const int k : order) {
        const short_integers aligned = left_exponents[k] + right_exponents[k];
        most = most > aligned ? most : aligned;
    }
    // Powers of two, by the bits of their exponents.
    const long_integers exponent = __builtin_convertvector(most, long_integers);
    const auto scale = reinterpret_cast<doubles>((1023 + summand_point - exponent) << 52);
    const auto unit = reinterpret_cast<doubles>((1023 - summand_point + exponent) << 52);
    integers total{};  // of 16 products at most: with the addend it might be too large
    for (const int k : order) total += __builtin_convertvector(left[k] * values[k] * scale, integers);
    const integers addend = __builtin_convertvector(sums * scale, integers);
    sums = (__builtin_convertvector(total, doubles) + __builtin_convertvector(addend, doubles)) * unit;
}

/// A block of a product: 8 columns, and so many rows that there is room for their factors.
struct block {
    format of_a, of_b;
    const unsigned *a, *b;
    product shape;
    factors left, right;

    template <class Sum>
    void add(int row, std::span<const int> order, Sum* sums) const {
        doubles exact{};
        short_integers exponents{};
        bool finite = left.finite && right.finite;
        for (int j = 0; j < block_columns; ++j) {
            const number sum = decoded(sums[j]);
            exact[j] = sum.value;
            exponents[j] = sum.exponent;
            finite &= sum.finite;
        }
        add_exactly(&left.value[row * shape.depth], &left.exponent[row * shape.depth], right, order, exponents, exact);
        for (int j = 0; j < block_columns && !finite; ++j) {
            double sum = static_cast<float>(sums[j]);
            for (const int k : order)
                sum += value(of_a, a[row * shape.depth + k]) * value(of_b, b[k * shape.columns + j]);
            if (!std::isfinite(sum)) exact[j] = sum;
        }
        for (int j = 0; j < block_columns; ++j) round_to(sums[j], exact[j]);
    }
};

template <class Sum>
void multiply_blocks(format of_a, const unsigned* a, format of_b, const unsigned* b, const product& shape, Sum* sums) {
    // Of numbers of 8 bits those in the lower halves of words come first, and the addend last.
    const bool halves = of_a >= format::e4m3;
    const int steps = halves ? 2 : shape.steps, count = shape.depth / steps;
    std::array<int, most_depth> order;
    for (int k = 0; k < shape.depth; ++k) order[k] = halves ? k % count / 2 * 4 + k / count * 2 + k % 2 : k;
    block part{of_a, of_b, a, b, shape, {}, {}};
    const int block_rows = block_numbers / shape.depth;
    for (int row = 0; row < shape.rows; row += block_rows, part.a += block_rows * shape.depth) {
        const int rows = std::min(block_rows, shape.rows - row);
        decode(of_a, part.a, shape.depth, rows, shape.depth, part.left);
        for (int column = 0; column < shape.columns; column += block_columns) {
            part.b = b + column;
            decode(of_b, part.b, block_columns, shape.depth, shape.columns, part.right);
            for (int i = 0; i < rows; ++i) {
                Sum* const to = sums + (row + i) * shape.columns + column;
                std::array<Sum, block_columns> now;
                for (int j = 0; j < block_columns; ++j) now[j] = halves ? Sum(0.0f) : to[j];
                for (int step = 0; step < steps; ++step)
                    part.add(i, std::span<const int>(order).subspan(step * count, count), now.data());
                for (int j = 0; j < block_columns; ++j) to[j] = halves ? to[j] + now[j] : now[j];
            }
        }
    }
}

[[gnu::always_inline]] inline void multiply_doubles(const double* a, const double* b, const product& shape,
                                                    double* sums) {
    for (int row = 0; row < shape.rows; ++row, a += shape.depth, sums += shape.columns)
        for (int k = 0; k < shape.depth; ++k)
            for (int column = 0; column < shape.columns; ++column)
                sums[column] = std::fma(a[k], b[k * shape.columns + column], sums[column]);
}
#ifdef __x86_64__
/// Where the processor has the instruction; elsewhere each fma is a call.
[[gnu::target("fma")]] void multiply_fused(const double* a, const double* b, const product& shape, double* sums) {
    multiply_doubles(a, b, shape, sums);
}
#endif

}  // namespace

void multiply(format of_a, const unsigned* a, format of_b, const unsigned* b, const product& shape,
              float* sums) noexcept {
    multiply_blocks(of_a, a, of_b, b, shape, sums);
}
void multiply(format of_a, const unsigned* a, format of_b, const unsigned* b, const product& shape,
              small_float<binary16>* sums) noexcept {
    multiply_blocks(of_a, a, of_b, b, shape, sums);
}

void multiply(const short* a, const short* b, const product& shape, int* sums) noexcept {
    std::array<int, block_columns> total;
    for (int row = 0; row < shape.rows; ++row, a += shape.depth)
        for (int column = 0; column < shape.columns; column += block_columns, sums += block_columns) {
            total.fill(0);
            for (int k = 0; k < shape.depth; ++k)
                for (int j = 0; j < block_columns; ++j) total[j] += a[k] * b[k * shape.columns + column + j];
            for (int j = 0; j < block_columns; ++j) {
                const std::int64_t sum = std::int64_t{sums[j]} + total[j];
                sums[j] = shape.option ? saturated<int>(static_cast<double>(sum)) : static_cast<int>(sum);
            }
        }
}

void multiply(const unsigned* a, const unsigned* b, const product& shape, int* sums) noexcept {
    for (int row = 0; row < shape.rows; ++row, a += shape.depth)
        for (int column = 0; column < shape.columns; ++column, ++sums) {
            auto sum = static_cast<unsigned>(*sums);
            for (int k = 0; k < shape.depth; ++k) {
                const unsigned word = b[k * shape.columns + column];
                sum += static_cast<unsigned>(std::popcount(shape.option ? a[k] ^ word : a[k] & word));
            }
            *sums = static_cast<int>(sum);
        }
}

void multiply(const double* a, const double* b, const product& shape, double* sums) noexcept {
#ifdef __x86_64__
    if (__builtin_cpu_supports("fma")) return multiply_fused(a, b, shape, sums);
#endif
    multiply_doubles(a, b, shape, sums);
}

}  // namespace strider::emulation::tensor_core
// SPDX-License-Identifier: Apache-2.0
