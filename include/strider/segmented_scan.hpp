// Segmented scan: prefix sums that start again at every segment.
//
//     strider::segmented_inclusive_scan(policy, values, offsets, prefixes);
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// Offsets are integers of any type, ascending and within the input. The elements before the first offset are a segment,
// and so are the elements from the last offset on. So n + 1 offsets from 0 to the input's size make n segments. Empty
// segments have no results.
// Operators must be associative. They need not be commutative. Elements are combined in the canonical order of scans
// (pattern/scan_order.hpp) of as many (value, head) pairs: every backend returns the same bits. NaN results are NaN
// everywhere, but their bits may differ.
// Values may be of any trivially copyable type of at most 32 bytes with a default. The output may be the input itself.
//
// Cost: O(elements + offsets) operator calls. A call reads and writes each element once. A GPU's scratch is 8 bytes for
// every 32 elements, and what a scan takes. It takes two launches: one finds where segments begin.
// Errors: std::invalid_argument if the output is too small, or overlaps the offsets or part of the input, or if the
// type cannot hold an initial integer. strider::serial and strider::cpu check the offsets; on a GPU, ascending offsets
// are a precondition.
// Sources: G. Blelloch, Prefix Sums and Their Applications (1990); S. Sengupta and others, Scan Primitives for GPU
// Computing (2007).
#pragma once

#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <strider/core/accumulated.hpp>
#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/heads.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/rules/segmented_scan.hpp>
#include <strider/scan.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/segmented_scan.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/segmented_scan.hpp>
#endif

namespace strider {

namespace detail {

/// The bits of the heads in host memory.
template <class Offset>
std::vector<std::uint32_t> find_heads(serial, const Offset* offsets, std::uint64_t count, std::uint64_t elements) {
    std::vector<std::uint32_t> words(elements / 32 + 1);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::uint64_t>(offsets[i]);
        words[at / 32] |= std::uint32_t{1} << at % 32;
    }
    return words;
}

/// The scan for known heads.
template <bool Exclusive, class Policy, class Element, class Heads, class Operator, class T>
void scan_with_heads(const Policy& policy, const Element* input, std::uint64_t elements, const Heads& heads,
                     Element* output, Operator op, const std::optional<T>& init) {
    const headed_elements<T, Operator, Heads, Element> source{input, heads, op, init.value_or(T{}), init.has_value()};
    const segment_results<Exclusive, T, Heads, Element> results{output, heads, init.value_or(T{})};
    std::optional<headed<T>> start;  // of the elements before the first head
    if (init) start = headed<T>{*init, 0};
    scan_source<Exclusive>(policy, source, elements, results, within_segments<Operator>{op}, start);
}

/// The scan of segments that begin at `offsets`, by heads, for policies without another way.
template <bool Exclusive, class Policy, class Element, class Offset, class Operator, class T>
void scan_from_offsets(const Policy& policy, std::span<const Element> elements, std::span<const Offset> offsets,
                       Element* output, Operator op, const std::optional<T>& init) {
    const auto words = find_heads(policy, offsets.data(), offsets.size(), elements.size());
    scan_with_heads<Exclusive>(policy, elements.data(), elements.size(), head_bits<std::uint32_t>{&words[0]}, output,
                               op, init);
}

template <bool Exclusive, class Policy, class Input, class Offsets, class Output, class Operator>
void segmented_scan(const Policy& policy, const Input& input, const Offsets& offsets, Output& output, Operator op,
                    const std::optional<element_of<Output>>& init, const char* what) {
    using A = accumulator_of<Operator, element_of<Output>>;
    require_output(input, output, what);
    const std::uint64_t elements = std::ranges::size(input), count = std::ranges::size(offsets);
    const auto* const offset = data_of(offsets);
    auto* const to = results_at<Operator>(data_of(output));
    const auto* const from = reinterpret_cast<const std::remove_pointer_t<decltype(to)>*>(data_of(input));
    const std::optional<A> start = accumulated_start<A>(init);
    require_apart(memory_of(std::span(to, elements)), memory_of(offsets), what, "offsets");
    if (count != 0) require_offsets(policy, offsets, elements, what);
    if (elements == 0) return;
    if constexpr (reads_host_memory<Policy>) {
        scan_from_offsets<Exclusive>(policy, std::span(from, elements), std::span(offset, count), to, op, start);
    } else {
        const auto heads = find_heads_on_device<A>(policy, offset, count, elements);
        scan_with_heads<Exclusive>(policy, from, elements, heads, to, op, start);
    }
}

}  // namespace detail

/// output[i] = input[b] o ... o input[i], where the segment of element i begins at b. With `init`: init o input[b] o
/// ... o input[i].
template <execution_policy Policy, class Input, class Offsets, class Output, class Operator = plus,
          class Init = std::optional<element_of<Output>>>
    requires misuse::allows<misuse::segmented_inclusive, Input, Offsets, Output&&, Operator, Init>
void segmented_inclusive_scan(const Policy& policy, const Input& input, const Offsets& offsets, Output&& output,
                              Operator op = {}, const Init& init = std::nullopt) {
    detail::segmented_scan<false>(policy, input, offsets, output, op,
                                  detail::optional_initial_value<element_of<Output>>(init), "segmented_inclusive_scan");
}

/// output[i] = init o input[b] o ... o input[i - 1], and `init` at the first element of a segment.
template <execution_policy Policy, class Input, class Offsets, class Output, class Operator,
          class Init = element_of<Output>>
    requires misuse::allows<misuse::segmented_exclusive, Input, Offsets, Output&&, Operator, Init>
void segmented_exclusive_scan(const Policy& policy, const Input& input, const Offsets& offsets, Output&& output,
                              Operator op, const Init& init) {
    detail::segmented_scan<true>(policy, input, offsets, output, op,
                                 std::optional(detail::initial_value<element_of<Output>>(init)),
                                 "segmented_exclusive_scan");
}

/// The same with the operator's identity as `init`.
template <execution_policy Policy, class Input, class Offsets, class Output, class Operator = plus>
    requires misuse::allows<misuse::segmented_exclusive, Input, Offsets, Output&&, Operator>
void segmented_exclusive_scan(const Policy& policy, const Input& input, const Offsets& offsets, Output&& output,
                              Operator op = {}) {
    using T = element_of<Output>;
    segmented_exclusive_scan(policy, input, offsets, output, op,
                             detail::stored_as<T>(detail::identity_of<Operator, T>()));
}

STRIDER_REFUSES(segmented_inclusive_scan, segmented_inclusive);
STRIDER_REFUSES(segmented_exclusive_scan, segmented_exclusive);
misuse::lost_output_4 segmented_inclusive_scan, segmented_exclusive_scan;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
