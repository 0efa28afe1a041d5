// From a problem that names type and operation at run time to the call of a typed kernel.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <ladders/problem.hpp>
#include <strider/core/operators.hpp>

namespace strider::ladders {

/// Calls `entry(T{})` with the C++ type, of i32, u32, i64, f32 and f64, that `of` names: what most ladders take.
/// Throws std::invalid_argument for others.
template <class Entry>
void with_usual_type(const instance& of, Entry&& entry) {
    switch (of.type) {
        case element_type::i32:
            return entry(std::int32_t{});
        case element_type::u32:
            return entry(std::uint32_t{});
        case element_type::i64:
            return entry(std::int64_t{});
        case element_type::f32:
            return entry(float{});
        case element_type::f64:
            return entry(double{});
        default:
            throw std::invalid_argument("this ladder takes i32, u32, i64, f32 and f64, not " +
                                        std::string(name(of.type)));
    }
}

/// The types of `with_usual_type`.
inline constexpr element_type usual_types[] = {element_type::i32, element_type::u32, element_type::i64,
                                               element_type::f32, element_type::f64};

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

/// Calls `entry(T{}, Operator{})` with a usual type and the operator.
template <class Entry>
void with_type_and_operator(const instance& of, Entry&& entry) {
    with_usual_type(of, [&](auto zero) { with_operator(of.op, [&](auto op) { entry(zero, op); }); });
}

/// All operations.
inline constexpr operation all_operations[] = {operation::sum, operation::product, operation::minimum,
                                               operation::maximum};

}  // namespace strider::ladders
