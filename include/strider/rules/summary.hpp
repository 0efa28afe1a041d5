// The requirements of summarize, which errors name (core/misuse.hpp).
#pragma once

#include <type_traits>

#include <strider/core/misuse.hpp>

namespace strider {

template <class T>
struct summary;

namespace misuse {
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_strider_summary_of_the_elements, Result, T> =
    std::is_convertible_v<const Result&, summary<element<T>>*>;
using summary_of = rules<2, readable<2>, numbers, no_bool<2, none>>;
using summary_into =
    rules<3, readable<2>, numbers, no_bool<2, none>, rule<must_be_a_pointer_to_strider_summary_of_the_elements, 3, 2>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
