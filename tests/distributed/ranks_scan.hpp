// Scans among ranks (ranks.hpp).
#pragma once

#include <strider/distributed/scan.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {
namespace detail {

/// Each rank gives its part of the input and of the output.
template <ranks_policy Policy, class Input, class Output, class Scan>
void scan_among_ranks(const Policy& at, const Input& input, Output& output, Scan scan) {
    require_output(input, output, "scan");  // else there is no cut
    at.run(std::ranges::size(input), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        scan(here, part_of(input, first, end), part_of(output, first, end));
    });
}

}  // namespace detail

template <ranks_policy Policy, class Input, class Output, class... Arguments>
void inclusive_scan(const Policy& at, const Input& input, Output&& output, const Arguments&... arguments) {
    detail::scan_among_ranks(
        at, input, output, [&](const auto& here, auto from, auto to) { inclusive_scan(here, from, to, arguments...); });
}

template <ranks_policy Policy, class Input, class Output, class... Arguments>
void exclusive_scan(const Policy& at, const Input& input, Output&& output, const Arguments&... arguments) {
    detail::scan_among_ranks(
        at, input, output, [&](const auto& here, auto from, auto to) { exclusive_scan(here, from, to, arguments...); });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
