// The sum, the least and the greatest element and their places, in one pass. The results have the bits of reduce
// (reduce.hpp), argmin and argmax (extremes.hpp) of the same range, whose contracts hold here too.
//
// A call reads each element of memory or of a view once. strider::serial has three loops, and reads it three times. If
// there is a NaN, all three results are NaN, and both places are the place of the first NaN.
#pragma once

#include <cstdint>
#include <ranges>

#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/extremes.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/rules/summary.hpp>
#include <strider/serial/summary.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/summary.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/summary.hpp>
#endif

namespace strider {

/// The result of `summarize`. Means are sums divided by the size of the range.
template <class T>
struct summary {
    T sum;               ///< as reduce(policy, range) has it, in the type of the elements
    located<T> minimum;  ///< as argmin has it: of equal elements the first
    located<T> maximum;  ///< as argmax has it
    friend constexpr bool operator==(const summary&, const summary&) = default;
};

namespace detail {

/// A summary of what is stored as U, every NaN made the one quiet NaN.
template <class U>
struct stored_summary {
    template <class A>
    STRIDER_HOST_DEVICE constexpr summary<U> operator()(const summary<A>& found) const {
        constexpr one_nan_each<U> each;
        return {static_cast<U>(canonical_nan(found.sum)), each(found.minimum), each(found.maximum)};
    }
};

}  // namespace detail

/// The sum of the elements, and the least and the greatest with the first index of each. Throws std::invalid_argument
/// for an empty range.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::summary_of, Range>
summary<element_of<Range>> summarize(const Policy& policy, const Range& range) {
    using T = element_of<Range>;
    using finish = detail::stored_summary<detail::stored_by<plus, T>>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "summarize");
    const auto values = detail::values_as<accumulator_of<plus, T>>(range);
    return __builtin_bit_cast(summary<T>, finish{}(summarize_source(policy, values, count)));
}

/// `*result = summarize(policy, range)`, as reduce_into.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::summary_of, Range>
void summarize_into(const Policy& policy, const Range& range, summary<element_of<Range>>* result) {
    using T = element_of<Range>;
    using U = detail::stored_by<plus, T>;
    constexpr detail::stored_summary<U> finish;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "summarize_into");
    detail::require_place(result, "summarize_into");
    auto* const to = reinterpret_cast<summary<U>*>(result);
    const auto values = detail::values_as<accumulator_of<plus, T>>(range);
    if constexpr (requires { summarize_source_into(policy, values, count, to, finish); }) {
        summarize_source_into(policy, values, count, to, finish);
    } else {
        *to = finish(summarize_source(policy, values, count));
    }
}

STRIDER_REFUSES(summarize, summary_of);
STRIDER_REFUSES(summarize_into, summary_into);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
