// Transforms among ranks as one call on all elements.
#pragma once

#include <strider/distributed/map.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

template <ranks_policy Policy, class Input, class Output, class Function>
void transform(const Policy& at, const Input& input, const Output& output, const Function& function) {
    require_output(input, output, "transform");  // else there is no cut
    at.run(std::ranges::size(input), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        transform(here, detail::part_of(input, first, end), detail::part_of(output, first, end), function);
    });
}

template <ranks_policy Policy, class First, class Second, class Output, class Function>
void transform(const Policy& at, const First& a, const Second& b, const Output& output, const Function& function) {
    detail::require_map_inputs(a, b, output);  // else there is no cut
    at.run(std::ranges::size(a), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        transform(here, detail::part_of(a, first, end), detail::part_of(b, first, end),
                  detail::part_of(output, first, end), function);
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
