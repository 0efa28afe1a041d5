// The one NaN of results: processors differ in the bits of those that they make.
#pragma once

#include <limits>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

/// A variable, since device code may not call std::numeric_limits.
template <class T>
inline constexpr T quiet_nan = std::numeric_limits<T>::quiet_NaN();

namespace detail {

/// Whether a T has the parts of a complex number, `re` and `im`.
template <class T>
inline constexpr bool is_complex_value = false;

/// The value; where it is NaN, the one quiet NaN of its type.
template <class T>
STRIDER_HOST_DEVICE constexpr T canonical_nan(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
        if (value != value) return quiet_nan<T>;
    } else if constexpr (is_complex_value<T>) {
        return {canonical_nan(value.re), canonical_nan(value.im)};
    }
    return value;
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
