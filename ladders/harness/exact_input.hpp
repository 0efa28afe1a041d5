// The inputs of the ladders whose pattern joins elements with an operator: reductions and scans.
#pragma once

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider::ladders {

/// Values whose combinations are exact in any order, so that one lost or repeated element shows, and nothing is
/// forgiven:
/// - integers: over their whole range (sums wrap);
/// - floating-point sums: odd multiples of 1/16 in (-2, 2), either sign alike. A sum of m of them is about sqrt(m), and
///   f32 holds every multiple up to 2^20, so that every partial sum of 2^34 of them is exact;
/// - floating-point maxima: any value of [-1, 1).
template <class T>
std::vector<T> exact_input(std::uint64_t elements, operation op, std::uint64_t seed) {
    std::vector<T> values(elements);
    std::mt19937_64 random(seed);
    for (T& value : values) {
        const std::uint64_t bits = random();
        if constexpr (std::is_floating_point_v<T>) {
            if (op == operation::sum) {
                value = static_cast<T>(2 * static_cast<int>(bits >> 59) - 31) / 16;
            } else {
                value = static_cast<T>(static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-63);
            }
        } else {
            value = static_cast<T>(bits);
        }
    }
    return values;
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
