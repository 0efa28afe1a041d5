// The requirements of reduce_by_key, which errors name (core/misuse.hpp).
#pragma once

#include <cstdint>

#include <strider/core/misuse.hpp>
#include <strider/rules/compact.hpp>

namespace strider {

namespace misuse {
template <int Most, class... Rules>
using by_key = rules<Most, range<2>, readable<3>, output<4>, output<5>, alike<4>, alike<5, 3>, movable<2>,
                     rule<must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default, 3, none>, Rules...>;
template <int Operator>
using operation_on_values = rule<must_be_an_operator_of_two_elements_to_one_also_where_const, Operator, 3, none>;
template <int Equal>
using equality_of_keys = rule<must_be_an_equivalence_of_two_elements_also_where_const, Equal, 2>;
using reducing_by_key = by_key<7, no_bool<3, 6>, operation_on_values<6>, equality_of_keys<7>>;
using reducing_by_key_into =
    by_key<8, rule<must_convert_to<std::uint64_t*>, 6>, no_bool<3, 7>, operation_on_values<7>, equality_of_keys<8>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
