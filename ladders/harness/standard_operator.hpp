// The operators of problems, as the standard library knows them.
#pragma once

#include <functional>

#include <strider/core/operators.hpp>

namespace strider::ladders {

/// The operator by which the standard library knows a sum, since it has a fast path for it; maximum stays ours, which
/// treats NaN and signed zeros as every other rung does.
constexpr auto standard_operator(plus) { return std::plus<>{}; }
template <class Operator>
constexpr Operator standard_operator(Operator op) {
    return op;
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
