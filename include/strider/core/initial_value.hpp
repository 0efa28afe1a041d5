// Initial values of calls whose results have the type of the elements: what may become an element unasked.
#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/integers.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// A T may start from an Init that converts to it without losing a fraction.
template <class Init, class T>
concept initial_value_of = std::convertible_to<const Init&, T> && !(std::floating_point<Init> && integer<T>);

namespace detail {

/// `init` as a T. Throws std::invalid_argument for an integer that no T is.
template <class T, initial_value_of<T> Init>
T initial_value(const Init& init) {
    const T value = static_cast<T>(init);
    if constexpr (integer<Init> && integer<T>) {
        const auto is_negative = [](auto x) {
            if constexpr (has_sign<decltype(x)>) return x < 0;
            return false;
        };
        if (static_cast<Init>(value) != init || is_negative(value) != is_negative(init)) {
            const auto number = has_sign<Init> ? std::to_string(static_cast<long long>(init))
                                               : std::to_string(static_cast<unsigned long long>(init));
            throw std::invalid_argument("the initial value " + number +
                                        " is no value of the elements' type: give one that is");
        }
    }
    return value;
}

// The same, of a value that need not be there.
template <class T>
std::optional<T> optional_initial_value(std::nullopt_t) {
    return std::nullopt;
}
template <class T, initial_value_of<T> Init>
std::optional<T> optional_initial_value(const Init& init) {
    return initial_value<T>(init);
}
template <class T, initial_value_of<T> Init>
std::optional<T> optional_initial_value(const std::optional<Init>& init) {
    return init ? std::optional<T>(initial_value<T>(*init)) : std::nullopt;
}

}  // namespace detail

template <class Init, class T>
concept optional_initial_value_of = requires(const Init& init) { detail::optional_initial_value<T>(init); };

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
