// From a problem that names type and operation at run time to the call of a typed kernel.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <ladders/harness/problem.hpp>
#include <strider/core/operators.hpp>

namespace strider::ladders {

/// The types and operations of the ladders that join elements with an operator: what records and tables show, and no
/// more, since every rung is compiled for each pair. The library takes any.
inline constexpr element_type usual_types[] = {element_type::i32, element_type::f32, element_type::f64};
inline constexpr operation usual_operations[] = {operation::sum, operation::maximum};

/// Calls `entry(Operator{})` with the operator of the library.
template <class Entry>
decltype(auto) with_operator(operation op, Entry&& entry) {
    switch (op) {
        case operation::sum:
            return entry(plus{});
        case operation::product:
            return entry(multiplies{});
        case operation::minimum:
            return entry(minimum{});
        case operation::maximum:
            return entry(maximum{});
    }
    throw std::logic_error("with_operator: not an operation");
}

/// Calls `entry(T{}, Operator{})` with the usual type and operation that `setting` names, or with plus and one of the
/// types `OnlySummed`. Throws std::invalid_argument for others.
template <class... OnlySummed, class Entry>
void with_type_and_operator(const instance& setting, Entry&& entry) {
    const auto enter_if = [&]<class T, class Operator>(operation op, T zero, Operator combine) {
        if (setting.type != type_of<T> || setting.op != op) return false;
        entry(zero, combine);
        return true;
    };
    const auto enter_usual = [&]<class T>(T zero) {
        return enter_if(operation::sum, zero, plus{}) || enter_if(operation::maximum, zero, maximum{});
    };
    if (enter_usual(std::int32_t{}) || enter_usual(float{}) || enter_usual(double{})) return;
    if ((enter_if(operation::sum, OnlySummed{}, plus{}) || ...)) return;
    throw std::invalid_argument("this ladder does not take " + std::string(name(setting.op)) + " of " +
                                std::string(name(setting.type)));
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
