// The problem of the reduction ladder: its inputs, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <ladders/problem.hpp>
#include <ladders/typed_call.hpp>

namespace strider::ladders::reduce {

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

inline problem make(const instance& of, std::uint64_t seed) {
    return with_type(of.type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> input = make_input<T>(of.elements, of.op, seed);
        const T right = expected(input, of.op);
        return exact_problem(std::move(input), std::vector<T>{right}, minimum_bytes(of.elements, sizeof(T)));
    });
}

inline constexpr pattern description = {
    .name = "reduce",
    .types = usual_types,
    .operations = all_operations,
    .parameters = {},
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::read,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::reduce
