// says: strider::misuse::must_be_a_range_and_not_a_list_in_braces
//
// A list in braces has no type, so that no rule can tell it apart: as the second argument, and as a later one.
#include <vector>

#include <strider/segmented_reduce.hpp>

template <class Policy>
concept takes_a_list = requires(const Policy& policy) { strider::reduce(policy, {1, 2, 3}); };
static_assert(!takes_a_list<strider::serial>);

void reduce_segments(const std::vector<int>& values, std::vector<int>& totals) {
    strider::segmented_reduce(strider::serial{}, values, {0, 1, 3}, totals);
}
// SPDX-License-Identifier: Apache-2.0
