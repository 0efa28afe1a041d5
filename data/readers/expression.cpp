#include <data/readers/expression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <strider/core/operators.hpp>

namespace strider::lab {
namespace {

/// Elements evaluated at once: a column of them stays in the cache.
constexpr std::size_t block = 1024;

/// Whether every T is a value of Number.
template <class Number, class T>
constexpr bool holds = std::numeric_limits<Number>::digits >= std::numeric_limits<T>::digits;
static_assert(holds<long double, std::uint64_t>, "64-bit integers would be rounded");

}  // namespace

/// left[k] = left[k] what right[k]; of operations of one operand, left[k] = what left[k].
template <class Number>
void condition::apply(operation what, Number* left, const Number* right, std::size_t count) {
    const auto each = [&](auto function) {
        for (std::size_t k = 0; k < count; ++k) left[k] = function(left[k], right[k]);
    };
    switch (what) {
        case operation::negate:
            return each([](Number a, Number) { return -a; });
        case operation::absolute:
            return each([](Number a, Number) { return std::fabs(a); });
        case operation::is_nan:
            return each([](Number a, Number) { return Number(a != a); });
        case operation::square_root:
            return each([](Number a, Number) { return std::sqrt(a); });
        case operation::is_finite:
            return each([](Number a, Number) { return Number(std::isfinite(a)); });
        case operation::not_:
            return each([](Number a, Number) { return Number(1) - a; });
        case operation::add:
            return each([](Number a, Number b) { return a + b; });
        case operation::subtract:
            return each([](Number a, Number b) { return a - b; });
        case operation::multiply:
            return each([](Number a, Number b) { return a * b; });
        case operation::divide:
            return each([](Number a, Number b) { return a / b; });
        case operation::remainder:
            return each([](Number a, Number b) { return std::fmod(a, b); });
        case operation::minimum:
            return each([](Number a, Number b) { return strider::minimum{}(a, b); });
        case operation::maximum:
            return each([](Number a, Number b) { return strider::maximum{}(a, b); });
        case operation::equal:
            return each([](Number a, Number b) { return Number(a == b); });
        case operation::unequal:
            return each([](Number a, Number b) { return Number(a != b); });
        case operation::less:
            return each([](Number a, Number b) { return Number(a < b); });
        case operation::less_equal:
            return each([](Number a, Number b) { return Number(a <= b); });
        case operation::greater:
            return each([](Number a, Number b) { return Number(a > b); });
        case operation::greater_equal:
            return each([](Number a, Number b) { return Number(a >= b); });
        case operation::and_:
            return each([](Number a, Number b) { return a * b; });
        case operation::or_:
            return each([](Number a, Number b) { return std::max(a, b); });
        case operation::constant:
        case operation::element:
        case operation::index:
            break;  // they push, and are not applied
    }
}

template <class Number, class Load>
void condition::evaluate_as(Load load, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const {
    std::vector<Number> stack(columns_ * block);
    for (std::uint64_t done = 0; done < count; done += block) {
        const std::size_t here = static_cast<std::size_t>(std::min<std::uint64_t>(block, count - done));
        Number* top = stack.data();  // behind the topmost column
        for (const instruction& step : program_) {
            switch (step.what) {
                case operation::constant:
                    if constexpr (std::is_same_v<Number, double>)
                        std::fill_n(top, here, step.value);
                    else
                        std::fill_n(top, here, step.wide_value);
                    top += block;
                    break;
                case operation::element:
                    for (std::size_t k = 0; k < here; ++k) top[k] = static_cast<Number>(load(step.column, done + k));
                    top += block;
                    break;
                case operation::index:
                    for (std::size_t k = 0; k < here; ++k) top[k] = static_cast<Number>(first + done + k);
                    top += block;
                    break;
                case operation::negate:
                case operation::absolute:
                case operation::square_root:
                case operation::is_nan:
                case operation::is_finite:
                case operation::not_:
                    apply(step.what, top - block, top - block, here);
                    break;
                default:
                    apply(step.what, top - 2 * block, top - block, here);
                    top -= block;
                    break;
            }
        }
        for (std::size_t k = 0; k < here; ++k) keep[done + k] = stack[k] != Number(0);
    }
}

template <class T>
void condition::evaluate(const T* values, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const {
    const auto load = [values](std::size_t, std::uint64_t place) { return values[place]; };
    if constexpr (holds<double, T>)
        evaluate_as<double>(load, first, count, keep);
    else
        evaluate_as<long double>(load, first, count, keep);
}

void condition::evaluate_rows(const std::vector<std::vector<double>>& values, std::span<const exact_row> exact,
                              std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const {
    const auto load = [&](std::size_t column, std::uint64_t row) { return values[column][row]; };
    if (is_wide_)
        evaluate_as<long double>(load, first, count, keep);
    else
        evaluate_as<double>(load, first, count, keep);
    for (const exact_row& row : exact) {
        const auto load_exact = [&](std::size_t column, std::uint64_t) { return row.values[column]; };
        evaluate_as<long double>(load_exact, first + row.row, 1, keep + row.row);
    }
}

#define STRIDER_EVALUATE(T) \
    template void condition::evaluate(const T*, std::uint64_t, std::uint64_t, std::uint8_t*) const;
STRIDER_EVALUATE(std::int8_t)
STRIDER_EVALUATE(std::uint8_t)
STRIDER_EVALUATE(std::int16_t)
STRIDER_EVALUATE(std::uint16_t)
STRIDER_EVALUATE(std::int32_t)
STRIDER_EVALUATE(std::uint32_t)
STRIDER_EVALUATE(std::int64_t)
STRIDER_EVALUATE(std::uint64_t)
STRIDER_EVALUATE(float)
STRIDER_EVALUATE(double)
#undef STRIDER_EVALUATE

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
