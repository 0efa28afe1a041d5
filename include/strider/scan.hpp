// Scan: prefix sums, by any associative operator.
//
//     strider::inclusive_scan(policy, values, prefixes);
//     strider::exclusive_scan(policy, counts, offsets);  // from 0 on
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. The input may be a view,
// or views::counted_at. Output beyond the counted elements is not written. Operators must be associative. They need not
// be commutative. The order of combination (pattern/scan_order.hpp) depends only on the number of elements and their
// size: every backend returns the same bits. NaN results are NaN everywhere, but their bits may differ. Within an
// operator of your own, compilers may contract a product and a sum to one rounding, as map.hpp says. The library's
// operators accumulate f16 and bf16 (half.hpp, and CUDA's) in the order of float. Each result is rounded once, so
// errors do not add up. Values may be of any trivially copyable type of at most 32 bytes with a default. The output may
// be the input itself.
//
// Cost: O(n) operator calls; a call reads and writes each element once. A GPU's scratch is 8 bytes for every 8,192
// elements of 4 bytes. Errors: std::invalid_argument if the output is too small or overlaps the input in part, or if
// the type cannot hold an initial integer.
// Sources: S. Sengupta and others, Efficient Parallel Scan Algorithms for GPUs (2008); D. Merrill and M. Garland,
// Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), with groups that fix the order.
#pragma once

#include <optional>
#include <ranges>
#include <stdexcept>

#include <strider/core/accumulated.hpp>
#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/scan_order.hpp>
#include <strider/rules/scan.hpp>
#include <strider/serial/scan.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/scan.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/scan.hpp>
#endif

namespace strider {

/// output[i] = input[0] o ... o input[i]. With `init`: init o input[0] o ... o input[i].
template <execution_policy Policy, class Input, class Output, class Operator = plus,
          class Init = std::optional<element_of<Output>>>
    requires misuse::allows<misuse::inclusive, Input, Output&&, Operator, Init>
void inclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op = {},
                    const Init& init = std::nullopt) {
    using T = element_of<Output>;
    require_output(input, output, "inclusive_scan");
    const auto count = detail::count_of(policy, input);
    if (detail::most_elements(count) == 0) return;
    using A = accumulator_of<Operator, T>;
    scan_source<false>(policy, detail::values_as<A>(input), count, detail::results_at<Operator>(data_of(output)), op,
                       detail::accumulated_start<A>(detail::optional_initial_value<T>(init)));
}

/// output[i] = init o input[0] o ... o input[i - 1], and output[0] = init.
template <execution_policy Policy, class Input, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::exclusive, Input, Output&&, Operator, Init>
void exclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op, const Init& init) {
    using T = element_of<Output>;
    require_output(input, output, "exclusive_scan");
    const auto count = detail::count_of(policy, input);
    if (detail::most_elements(count) == 0) return;
    using A = accumulator_of<Operator, T>;
    scan_source<true>(policy, detail::values_as<A>(input), count, detail::results_at<Operator>(data_of(output)), op,
                      detail::accumulated_start<A>(std::optional<T>(detail::initial_value<T>(init))));
}

/// The same with the operator's identity as `init`: `exclusive_scan(policy, counts, offsets)` turns counts into
/// offsets.
template <execution_policy Policy, class Input, class Output, class Operator = plus>
    requires misuse::allows<misuse::exclusive, Input, Output&&, Operator>
void exclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op = {}) {
    using T = element_of<Output>;
    exclusive_scan(policy, input, output, op, detail::stored_as<T>(detail::identity_of<Operator, T>()));
}

STRIDER_REFUSES(inclusive_scan, inclusive);
STRIDER_REFUSES(exclusive_scan, exclusive);
misuse::lost_output_3 inclusive_scan, exclusive_scan;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
