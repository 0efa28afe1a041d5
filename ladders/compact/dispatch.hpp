// From a rung's arguments to the call of a typed kernel.
#pragma once

#include <cstdint>

#include <ladders/compact/problem.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::ladders::compact {

/// Calls `call(input, elements, kept, count, predicate)`: a const T*, how many, where the kept elements go (a T*, with
/// room for all), where their number goes (a std::uint64_t*), and what is kept.
template <class Call>
void with_compaction(const arguments& with, Call&& call) {
    with_element(with, [&]<class T>(T) {
        std::uint64_t* const count = static_cast<std::uint64_t*>(with.output);
        call(static_cast<const T*>(with.input), with.elements, reinterpret_cast<T*>(count + 1), count,
             predicate_of<T>(with));
    });
}

}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
