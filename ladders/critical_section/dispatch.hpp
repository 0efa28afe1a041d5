// From a problem that names its type at run time to the call of a typed kernel.
#pragma once

#include <stdexcept>
#include <string>

#include <ladders/critical_section/problem.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::ladders::critical_section {

/// Calls `entry(input, shared)`, a const T* and a tally<T>*, with the C++ type, of i32 and f64, that `with` names.
template <class Entry>
void with_tally(const arguments& with, Entry&& entry) {
    const auto typed = [&]<class T>(T) {
        entry(static_cast<const T*>(with.input), static_cast<tally<T>*>(with.output));
    };
    switch (with.type) {
        case element_type::i32:
            return typed(std::int32_t{});
        case element_type::f64:
            return typed(double{});
        default:
            throw std::invalid_argument("the critical-section ladder takes i32 and f64, not " +
                                        std::string(name(with.type)));
    }
}

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
