// The passes of a radix sort: the lowest digit first, each pass keeps the order of keys with the same digit.
#pragma once

#include <cstdint>
#include <span>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/sort/problem.hpp>
#include <strider/scan.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

/// Calls `pass(from, to, shift)` for each digit. Keys move from the input to `other`, and then between `other` and the
/// output: an even number of passes ends there.
template <unsigned Bits, class Pass>
void for_each_pass(const arguments& with, key* other, const Pass& pass) {
    static_assert(32 / Bits % 2 == 0);
    const key* from = static_cast<const key*>(with.input);
    key* to = other;
    for (unsigned shift = 0; shift < 32; shift += Bits) {
        pass(from, to, shift);
        from = to;
        to = to == other ? static_cast<key*>(with.output) : other;
    }
}

/// Turns counts into the sums of those before.
inline void scan_counts(const arguments& with, unsigned* counts, std::uint64_t count) {
    exclusive_scan(policy_of(with), std::span<const unsigned>(counts, count), std::span<unsigned>(counts, count));
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
