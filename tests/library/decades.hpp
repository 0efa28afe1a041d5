// 10^8 f32 values over 12 decades, either sign, and the bits of their sum in the canonical order, version 1. Every
// backend on every machine returns these bits. (Any other order gives others: see the test of the plain sum.)
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace strider::test {

inline constexpr std::uint64_t decades_count = 100'000'000;
inline constexpr std::uint32_t decades_sum_bits = 0xcf9dcfe2;

/// Made of integer arithmetic and powers of two alone, so that it is the same everywhere: (1 + 20 random bits) * 2^(-20
/// to 20).
inline std::vector<float> decades_elements() {
    std::vector<float> elements(decades_count);
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (float& element : elements) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const std::uint32_t fraction = static_cast<std::uint32_t>(state >> 41);  // 23 bits
        const std::uint32_t exponent = 127 - 20 + static_cast<std::uint32_t>((state >> 35 & 63) * 41 / 64);
        element = std::bit_cast<float>(static_cast<std::uint32_t>(state >> 34 & 1) << 31 | exponent << 23 | fraction);
    }
    return elements;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
