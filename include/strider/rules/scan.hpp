// The requirements of inclusive_scan and exclusive_scan, which errors name (core/misuse.hpp).
#pragma once

#include <optional>

#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>

namespace strider {

namespace misuse {
template <class Init, class T>
constexpr bool
    met<struct must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction_or_none, Init, T> =
        optional_initial_value_of<given_or<Init, std::nullopt_t>, element<T>>;
using inclusive =
    rules<5, countable<2>, output<3>, alike<3>, accumulating<>, no_bool<2, 4>, operation<4>,
          rule<must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction_or_none, 5, 2>>;
using exclusive = rules<5, countable<2>, output<3>, alike<3>, accumulating<>, no_bool<2, 4>, operation<4>,
                        known_identity<4, 5>, initial_value<5>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
