// says: no matching function for call to
#include <list>

#include <strider/views.hpp>

auto view_of(const std::list<int>& numbers) {
    return strider::views::transform(numbers, [](int x) { return x + 1; });
}
// SPDX-License-Identifier: Apache-2.0
