#include <strider/simt/dialect/random.hpp>

#include <array>
#include <map>
#include <mutex>

#include "scheduler.hpp"

namespace strider::executor::random {

namespace {

/// The columns of a matrix of 160 x 160 bits.
using bit_matrix = std::array<xorwow_words, 160>;

xorwow_words product(const bit_matrix& m, const xorwow_words& v) {
    xorwow_words result{};
    for (unsigned bit = 0; bit < 160; ++bit)
        if ((v.word[bit / 32] >> bit % 32 & 1u) != 0)
            for (unsigned i = 0; i < 5; ++i) result.word[i] ^= m[bit].word[i];
    return result;
}

// 2^exponent steps: powers are computed when they are first needed, and kept.
const bit_matrix& steps_of_power(unsigned exponent) {
    static std::mutex mutex;
    static std::map<unsigned, bit_matrix> known;
    const std::lock_guard guard(mutex);
    for (unsigned power = 0; power <= exponent; ++power) {
        if (known.contains(power)) continue;
        bit_matrix& m = known[power];
        for (unsigned bit = 0; bit < 160; ++bit) {
            xorwow_words unit{};
            unit.word[bit / 32] = 1u << bit % 32;
            m[bit] = power == 0 ? step(unit) : product(known[power - 1], product(known[power - 1], unit));
        }
    }
    return known[exponent];
}

}  // namespace

xorwow_words skip(xorwow_words from, unsigned long long n, unsigned power) noexcept {
    const auto multiply = [&] {
        for (unsigned bit = 0; bit < 64; ++bit)
            if ((n >> bit & 1u) != 0) from = product(steps_of_power(power + bit), from);
    };
    worker* const w = current_worker();
    w == nullptr ? multiply() : outside_of_lane(*w, multiply);
    return from;
}

}  // namespace strider::executor::random
// SPDX-License-Identifier: Apache-2.0
