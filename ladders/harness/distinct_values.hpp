// Inputs of the patterns that move elements: values among which a lost, repeated or misplaced one shows.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace strider::ladders {

/// The 64 bits that a counter and a seed are mixed to: neighbours share nothing (splitmix64).
constexpr std::uint64_t mixed_bits(std::uint64_t counter, std::uint64_t seed) {
    std::uint64_t bits = (counter + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1342543DE82EF95u;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

/// `count` values that a neighbour rarely shares: integers over their whole range; floating-point values that are
/// integers of `bits` bits with their sign, by default as many as the type holds, so that none is a NaN and none has
/// two spellings.
template <class T>
std::vector<T> distinct_values(std::uint64_t count, std::uint64_t seed, int bits = std::numeric_limits<T>::digits + 1) {
    std::vector<T> values(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t random = mixed_bits(i, seed);
        if constexpr (std::is_floating_point_v<T>) {
            values[i] = static_cast<T>(static_cast<std::int64_t>(random) >> (64 - bits));
        } else {
            values[i] = static_cast<T>(random);
        }
    }
    return values;
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
