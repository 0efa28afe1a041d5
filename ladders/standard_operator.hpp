// The operators of problems, as the standard library knows them.
#pragma once

#include <functional>

#include <strider/core/operators.hpp>

namespace strider::ladders {

/// The operator by which the standard library knows a sum or a product, since it has fast paths for those; minimum and
/// maximum stay ours, which treat NaN and signed zeros as every other rung does.
constexpr auto standard_operator(plus) { return std::plus<>{}; }
constexpr auto standard_operator(multiplies) { return std::multiplies<>{}; }
template <class Operator>
constexpr Operator standard_operator(Operator op) {
    return op;
}

}  // namespace strider::ladders
