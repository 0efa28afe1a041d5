// The requirements of segmented scans, which errors name (core/misuse.hpp).
#pragma once

#include <strider/core/misuse.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/rules/scan.hpp>

namespace strider {

namespace misuse {
template <class T>
constexpr bool met<struct must_be_offsets_that_are_integers_consecutive_in_memory, T> = segment_offsets<T>;
template <class... Rules>
using segmented = rules<6, range<2>, rule<must_be_offsets_that_are_integers_consecutive_in_memory, 3>, output<4>,
                        alike<4>, accumulating<>, no_bool<2, 5>, operation<5>, Rules...>;
using segmented_inclusive =
    segmented<rule<must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction_or_none, 6, 2>>;
using segmented_exclusive = segmented<known_identity<5, 6>, initial_value<6>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
