// Golden vectors of the order (docs/order.md): the lines of tests/order/golden/, and their inputs and bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strider::golden {

/// A call, a type, an operator and a kind of input, with the right bits for each number of elements.
struct line {
    std::string call, type, op, input;
    std::vector<std::pair<std::uint64_t, std::string>> vectors;
};

inline std::vector<line> lines_of(std::string_view text) {
    std::vector<line> found;
    std::istringstream lines{std::string(text)};
    for (std::string words; std::getline(lines, words);) {
        if (words.empty() || words[0] == '#') continue;
        std::istringstream in(words);
        line read;
        in >> read.call >> read.type >> read.op >> read.input;
        for (std::string vector; in >> vector;) {
            const std::size_t colon = vector.find(':');
            read.vectors.emplace_back(std::stoull(vector.substr(0, colon)), vector.substr(colon + 1));
        }
        found.push_back(std::move(read));
    }
    return found;
}

constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}
constexpr std::uint64_t random(std::uint64_t seed, std::uint64_t i) {
    return mixed(((seed << 32) + i + 1) * 0x9E3779B97F4A7C15);
}

/// The bits of n elements, of a type with so many bits of fraction.
template <class Bits>
std::vector<Bits> input_bits(std::string_view kind, std::uint64_t seed, std::uint64_t n, unsigned fraction) {
    const unsigned exponent = 8 * sizeof(Bits) - 1 - fraction;
    const std::uint64_t one = (std::uint64_t{1} << (exponent - 1)) - 1, whole = (std::uint64_t{1} << fraction) - 1;
    std::vector<Bits> elements(n);
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t h = random(seed, i);
        std::uint64_t sign = h >> 63, biased = one - 4 + (h >> 60 & 7), rest = h & whole;
        if (kind == "zeros") sign = 1, biased = 0, rest = 0;
        if (kind == "factors") biased = one, rest &= whole >> 10;
        if (kind == "huge") sign = 0, biased = 2 * one;
        if (kind == "nan" && i == n / 2) sign = 1, biased = 2 * one + 1, rest = whole - 1;
        elements[i] = static_cast<Bits>(sign << (exponent + fraction) | biased << fraction | rest);
    }
    return elements;
}

/// The bits of one result, or a hash of those of several.
template <class Bits>
std::string text_of(std::span<const Bits> results) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < results.size(); ++i) sum += mixed(results[i] ^ mixed(i + 1));
    std::array<char, 17> text{};
    const int digits = results.size() == 1 ? 2 * static_cast<int>(sizeof(Bits)) : 16;
    std::snprintf(text.data(), text.size(), "%0*llx", digits,
                  static_cast<unsigned long long>(results.size() == 1 ? results[0] : sum));
    return text.data();
}

inline std::vector<std::int64_t> offsets_of(std::uint64_t n) {
    std::vector<std::int64_t> offsets{0};
    for (std::uint64_t k = 0; static_cast<std::uint64_t>(offsets.back()) < n; ++k) {
        const std::uint64_t next = static_cast<std::uint64_t>(offsets.back()) + (k < 100 ? k % 4 : k * k / 20);
        offsets.push_back(static_cast<std::int64_t>(next < n ? next : n));
    }
    return offsets;
}

/// Shapes of `rows`, `columns` and `convolve` for n, and the number of bins and of places.
constexpr std::uint64_t rows = 3, columns = 5, image_columns = 67, mask_rows = 3, mask_columns = 5, places = 50;
inline std::uint64_t elements_of(const std::string& call, std::uint64_t n) {
    return n * (call == "rows" ? rows : call == "columns" ? columns : call == "convolve" ? image_columns : 1);
}

}  // namespace strider::golden
// SPDX-License-Identifier: Apache-2.0
