#include <strider/check/shims/curand/random.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <strider/emulator/lane.hpp>

namespace strider::emulation::random {

namespace {

/// The columns of a matrix of 160 x 160 bits.
using bit_matrix = std::array<xorwow_words, 160>;

xorwow_words product(const bit_matrix& m, const xorwow_words& v) {
    xorwow_words result{};
    for (unsigned word = 0; word < 5; ++word)
        for (std::uint32_t bits = v.word[word]; bits != 0; bits &= bits - 1) {
            const xorwow_words& column = m[32 * word + std::countr_zero(bits)];
            for (unsigned i = 0; i < 5; ++i) result.word[i] ^= column.word[i];
        }
    return result;
}

/// 2^exponent steps.
const bit_matrix& steps_of_power(unsigned exponent) {
    static const std::vector<bit_matrix> known = [] {
        std::vector<bit_matrix> powers(sequence_power + 64);
        for (unsigned power = 0; power < powers.size(); ++power)
            for (unsigned bit = 0; bit < 160; ++bit) {
                xorwow_words unit{};
                unit.word[bit / 32] = 1u << bit % 32;
                powers[power][bit] =
                    power == 0 ? step(unit) : product(powers[power - 1], product(powers[power - 1], unit));
            }
        return powers;
    }();
    return known[exponent];
}

struct skipped {
    xorwow_words from, to;
    unsigned long long n = 0;
    unsigned power = 0;
};

}  // namespace

xorwow_words skip(xorwow_words from, unsigned long long n, unsigned power) noexcept {
    thread_local skipped last{};
    if (n == 0) return from;
    auto multiply = [&] {
        // A thread's neighbour often begins the sequence before its own.
        if (last.power == power && last.n == n - 1 && std::ranges::equal(last.from.word, from.word)) {
            last.to = product(steps_of_power(power), last.to);
        } else {
            last.to = from;
            for (unsigned long long bits = n; bits != 0; bits &= bits - 1)
                last.to = product(steps_of_power(power + std::countr_zero(bits)), last.to);
        }
        last.from = from, last.n = n, last.power = power;
    };
    call_outside_of_lane([](void* work) { (*static_cast<decltype(multiply)*>(work))(); }, &multiply);
    return last.to;
}

}  // namespace strider::emulation::random
// SPDX-License-Identifier: Apache-2.0
