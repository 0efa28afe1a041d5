// The requirements of run_length_encode, which errors name (core/misuse.hpp).
#pragma once

#include <cstdint>

#include <strider/core/misuse.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/rules/compact.hpp>

namespace strider {

namespace misuse {
template <class T>
constexpr bool met<struct must_be_an_output_of_integers_consecutive_in_memory, T> = run_lengths<T>;
template <int Most, class... Rules>
using encoding = rules<Most, range<2>, output<3>, rule<must_be_an_output_of_integers_consecutive_in_memory, 4>,
                       alike<3>, movable<2>, Rules...>;
using encoding_runs = encoding<5, rule<must_be_an_equivalence_of_two_elements_also_where_const, 5, 2>>;
using encoding_runs_into = encoding<6, rule<must_convert_to<std::uint64_t*>, 5>,
                                    rule<must_be_an_equivalence_of_two_elements_also_where_const, 6, 2>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
