// Elements and sizes of the conformance suites.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "tests/library/test_operators.hpp"

namespace strider::test {

template <class T>
std::vector<T> random_elements(std::uint64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<T> elements;
    elements.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random();
        if constexpr (std::is_floating_point_v<T>) {
            // 12 decades, either sign: a sum in another order has other bits.
            const T magnitude = static_cast<T>(1 + static_cast<double>(bits >> 44) * 0x1p-20);
            const T scaled = std::ldexp(magnitude, static_cast<int>(bits % 41) - 20);
            elements.push_back(bits & 256 ? -scaled : scaled);
        } else if constexpr (std::is_integral_v<T>) {
            elements.push_back(static_cast<T>(bits >> 13));
        } else {
            elements.push_back(from_bits<T>(bits));
        }
    }
    return elements;
}

/// Numbers of 16 bits whose sums in another order have other bits.
template <class T>
std::vector<T> halves(std::uint64_t count, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    std::vector<T> elements;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random();
        const float magnitude = std::ldexp(static_cast<float>(bits >> 50), static_cast<int>(bits % 13) - 21);
        elements.push_back(T(bits & 256 ? -magnitude : magnitude));
    }
    return elements;
}

template <unsigned Words>
std::vector<words<Words>> random_words(std::uint64_t count) {
    std::mt19937 random(7);
    std::vector<words<Words>> elements(count);
    for (auto& element : elements) {
        for (std::uint32_t& word : element.word) word = static_cast<std::uint32_t>(random());
    }
    return elements;
}

/// Factors near one, so that a product of a million of them neither vanishes nor overflows, and rounds at every step.
template <class T>
std::vector<T> factors(std::uint64_t count) {
    std::vector<T> elements = random_elements<T>(count, 3);
    for (T& element : elements) {
        if constexpr (std::is_floating_point_v<T>) {
            element = 1 + std::fmod(element, T(1)) / 1024;
        } else {
            element |= 1;
        }
    }
    return elements;
}

/// The same value to the last bit.
template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}
inline const std::vector<std::uint64_t>& special_sizes() {
    static const std::vector<std::uint64_t> sizes = {
        1,    2,    3,    31,   32,   33,   255,  256,  257,  511,   512,   513,     1023,          2047,         2048,
        2049, 4095, 4096, 4097, 8191, 8192, 8193, 8200, 9999, 20479, 65537, 100'003, (1 << 20) - 1, (1 << 20) + 1};
    return sizes;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
