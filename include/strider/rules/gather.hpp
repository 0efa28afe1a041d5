// The requirements of gather, which errors name (core/misuse.hpp).
#pragma once

#include <strider/core/indices.hpp>
#include <strider/core/misuse.hpp>

namespace strider {

struct checked_t;

namespace misuse {
template <class T>
constexpr bool met<struct must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them, T> =
    readable_indices<T>;
using gathering =
    rules<5, readable<2>, rule<must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them, 3>,
          output<4>, alike<4>, movable<2>, rule<can_only_be<checked_t>, 5>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
