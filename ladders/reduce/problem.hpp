// The problem of the reduction ladder: its inputs, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <ladders/types.hpp>

namespace strider::ladders::reduce {

/// The types and operations that every rung of this ladder takes.
inline constexpr element_type types[] = {element_type::i32, element_type::u32, element_type::i64, element_type::f32,
                                         element_type::f64};
inline constexpr operation operations[] = {operation::sum, operation::product, operation::minimum, operation::maximum};

/// Each input is read once, and one value is written.
constexpr std::uint64_t minimum_bytes(std::uint64_t elements, std::size_t element_bytes) {
    return (elements + 1) * element_bytes;
}

/// Values for which the result is exact in any order, so that one lost or repeated element shows, and nothing is
/// forgiven:
/// - integers: over their whole range (sums and products wrap); factors are odd, so that no product is zero;
/// - floating-point sums: odd multiples of 1/16 in (-2, 2), either sign alike. A sum of m of them is about sqrt(m), and
///   f32 holds every multiple up to 2^20, so that every partial sum of 2^34 of them is exact;
/// - floating-point products: 1 or -1, and about 1,024 factors 2 or 1/2 in all; the exponents stay near +-32;
/// - minimum and maximum: any value of [-1, 1).
template <class T>
std::vector<T> make_input(std::uint64_t elements, operation op, std::uint64_t seed) {
    std::vector<T> values(elements);
    std::mt19937_64 random(seed);
    const std::uint64_t rarity = std::max<std::uint64_t>(4, elements / 1024);  // one factor in so many is not +-1
    for (T& value : values) {
        const std::uint64_t bits = random();
        if constexpr (std::is_floating_point_v<T>) {
            if (op == operation::sum) {
                value = static_cast<T>(2 * static_cast<int>(bits >> 59) - 31) / 16;
            } else if (op == operation::product) {
                const T magnitude = (bits >> 2) % rarity != 0 ? T(1) : (bits & 2) ? T(2) : T(0.5);
                value = bits & 1 ? -magnitude : magnitude;
            } else {
                value = static_cast<T>(static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-63);
            }
        } else {
            value = static_cast<T>(op == operation::product ? bits | 1 : bits);
        }
    }
    return values;
}

/// The right result, which every rung must give exactly; of no elements, the operation's identity.
template <class T>
T expected(const std::vector<T>& values, operation op) {
    using limits = std::numeric_limits<T>;
    using wide = std::conditional_t<std::is_floating_point_v<T>, long double, std::uint64_t>;
    wide sum = 0, product = 1;
    T least = limits::has_infinity ? limits::infinity() : limits::max();
    T greatest = limits::has_infinity ? -limits::infinity() : limits::lowest();
    for (const T value : values) {
        sum += static_cast<wide>(value);
        product *= static_cast<wide>(value);
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    switch (op) {
        case operation::sum:
            return static_cast<T>(sum);
        case operation::product:
            return static_cast<T>(product);
        case operation::minimum:
            return least;
        case operation::maximum:
            return greatest;
    }
    throw std::logic_error("reduce: not an operation");
}

}  // namespace strider::ladders::reduce
