// The requirements of segmented_reduce, reduce_rows and reduce_columns, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>

#include <strider/core/misuse.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

namespace misuse {
template <class T>
constexpr bool met<struct must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory, T> =
    std::integral<T> || countable_offsets<T>;
using segments =
    rules<6, readable<2>, rule<must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory, 3>, output<4>,
          alike<4>, accumulating<>, no_bool<2, 5>, operation<5>, known_identity<5, 6>, initial_value<6>>;
using rows_or_columns = rules<5, matrix<2>, output<3>, alike<3>, accumulating<>, no_bool<2, 4>, operation<4>,
                              known_identity<4, 5>, initial_value<5>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
