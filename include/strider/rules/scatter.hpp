// The requirements of scatter and scatter_reduce, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/indices.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>

namespace strider {

struct checked_t;
struct unordered_t;

/// The operators that scatter_reduce may combine by in any order: atomics exist for them.
template <class Operator, class T>
concept atomic_operator =
    (std::integral<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8) &&
     (std::same_as<Operator, bit_and> || std::same_as<Operator, bit_or> || std::same_as<Operator, bit_xor> ||
      std::same_as<Operator, plus> || std::same_as<Operator, minimum> || std::same_as<Operator, maximum>)) ||
    ((std::same_as<T, float> || std::same_as<T, double>) &&
     (std::same_as<Operator, plus> || std::same_as<Operator, minimum> || std::same_as<Operator, maximum>));

namespace misuse {
template <class Tag, class Operator, class T>
constexpr bool met<struct must_be_checked_or_where_atomics_take_the_operator_unordered, Tag, Operator, T> =
    std::is_same_v<Tag, absent> || std::is_convertible_v<Tag, checked_t> ||
    (std::is_convertible_v<Tag, unordered_t> && atomic_operator<Operator, element<T>>);
using scattering = rules<5, range<2>, indices, output<4>, alike<4>, movable<2>, rule<can_only_be<checked_t>, 5>>;
using combining = rules<6, range<2>, indices, output<4>, alike<4>, accumulating<>, no_bool<2, 5>, operation<5>,
                        rule<must_be_checked_or_where_atomics_take_the_operator_unordered, 6, 5, 2>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
