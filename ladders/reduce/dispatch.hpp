// From a rung's arguments, which name type and operation at run time, to the call of a typed kernel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <ladders/reduce/problem.hpp>
#include <ladders/rung.hpp>
#include <strider/core/operators.hpp>

namespace strider::ladders::reduce {

/// Calls `entry(T{}, Operator{})` with the C++ type and the operator that `with` names.
/// Throws std::invalid_argument for a type that is not one of this ladder's (problem.hpp).
template <class Entry>
void with_type_and_operator(const arguments& with, Entry&& entry) {
    const auto with_operator = [&](auto zero) {
        switch (with.op) {
            case operation::sum:
                return entry(zero, plus{});
            case operation::product:
                return entry(zero, multiplies{});
            case operation::minimum:
                return entry(zero, minimum{});
            case operation::maximum:
                return entry(zero, maximum{});
        }
        throw std::logic_error("reduce: not an operation");
    };
    switch (with.type) {
        case element_type::i32:
            return with_operator(std::int32_t{});
        case element_type::u32:
            return with_operator(std::uint32_t{});
        case element_type::i64:
            return with_operator(std::int64_t{});
        case element_type::f32:
            return with_operator(float{});
        case element_type::f64:
            return with_operator(double{});
        default:
            throw std::invalid_argument("the rungs of reduce take i32, u32, i64, f32 and f64, not " +
                                        std::string(name(with.type)));
    }
}

/// For rungs on the host: `*output = kernel(input, elements, Operator{})`, with `input` a const T*.
template <class Kernel>
void with_typed_input(const arguments& with, Kernel&& kernel) {
    with_type_and_operator(with, [&](auto zero, auto op) {
        using T = decltype(zero);
        *static_cast<T*>(with.output) = kernel(static_cast<const T*>(with.input), with.elements, op);
    });
}

/// `rung::supports` of this ladder.
constexpr bool supports(element_type type, operation) {
    return std::ranges::find(types, type) != std::ranges::end(types);
}

}  // namespace strider::ladders::reduce
