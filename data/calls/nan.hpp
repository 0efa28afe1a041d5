// Elements that are no numbers, counted and left out.
#pragma once

#include <cstdint>
#include <optional>

#include <data/calls/shared_elements.hpp>

namespace strider::lab {

template <class T>
constexpr bool is_nan(T value) {
    return value != value;
}

/// How many elements are NaN; ranks share them.
std::uint64_t count_nan(const shared_elements& input);

/// The other elements, in a temporary file; nothing where no element is NaN. Throws usage_error for elements in
/// Fortran order.
std::optional<shared_elements> without_nan(const shared_elements& input);

/// The index among all elements of number `index` of those that are not NaN.
std::uint64_t index_with_nan(const shared_elements& input, std::uint64_t index);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
