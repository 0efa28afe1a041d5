// Compaction: the elements that satisfy a predicate (compact), the others behind them (partition), or the first element
// of every run of equal neighbours (unique_copy).
//
//     const std::uint64_t kept = strider::compact(policy, values, output, is_hot{});
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. The input may be a view.
// The `_into` calls take views::counted_at. A count must not lie in the output, or where the input's count is.
// All calls are stable: elements keep their order. They are copied bit by bit, so every backend returns the same.
// Output behind the last written element is not changed.
// Elements may be of any trivially copyable type of at most 32 bytes (in a kernel file, with a default). A call may
// look at an element more than once. An equivalence gets neighbours, the left one first.
// Errors: std::invalid_argument if the output has less room than the input has elements, or overlaps what is read. The
// output of compact and unique_copy may be the input itself, if that is not a view.
//
// Cost: O(n) calls of the predicate. compact and unique_copy read each element once, and write each kept element once.
// partition reads each element twice, and writes it once. On a GPU, scratch is at most 8 bytes for every 8 KiB of
// input. It takes one launch for every 2^31 elements; partition counts in one more.
//
// Sources: M. Billeter and others, Efficient Stream Compaction on Wide SIMD Many-Core Architectures (2009); D. Merrill
// and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016).
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/rules/compact.hpp>
#include <strider/serial/compact.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/compact.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/compact.hpp>
#endif

namespace strider {

namespace detail {

template <others Others, class Input, class Output>
void require_room(const Input& input, Output& output, const char* what) {
    require_output(input, output, what);
    const auto source = elements_of(input);
    constexpr bool of_memory = is_counted_view<Input>
                                   ? std::is_same_v<decltype(source), const contiguous<element_of<Input>>>
                                   : contiguous_elements<Input>;
    for_each_memory(source, most_elements_of(input), [&](const auto& from, std::uint64_t elements, bool) {
        if (elements == 0 || static_cast<const void*>(from.data) != data_of(output)) return;
        if (Others == others::appended || !of_memory) {
            throw std::invalid_argument(std::string(what) +
                                        ": the output is the input: give it a place of its own, this call cannot work "
                                        "in place");
        }
    });
}

template <others Others, class Policy, class Input, class Output, class Selector>
std::uint64_t select(const Policy& policy, const Input& input, Output& output, const Selector& selector,
                     const char* what) {
    require_room<Others>(input, output, what);
    return select_elements<Others>(policy, elements_of(input), std::ranges::size(input), data_of(output), selector);
}

template <others Others, class Policy, class Input, class Output, class Selector>
void select_into(const Policy& policy, const Input& input, Output& output, std::uint64_t* count,
                 const Selector& selector, const char* what) {
    require_room<Others>(input, output, what);
    if (count == nullptr) {
        throw std::invalid_argument(std::string(what) + ": no place for the count: give one in the device's memory");
    }
    if constexpr (is_counted_view<Input>) {
        if (count == input.count.count) {
            throw std::invalid_argument(std::string(what) +
                                        ": the count of what is kept stands where that of the input does: give it "
                                        "another place");
        }
    }
    const auto from = elements_of(input);
    auto* const to = data_of(output);
    const auto elements = count_of(policy, input);
    if constexpr (requires { select_elements_into<Others>(policy, from, elements, to, selector, count); }) {
        select_elements_into<Others>(policy, from, elements, to, selector, count);
    } else {
        *count = select_elements<Others>(policy, from, elements, to, selector);
    }
}

}  // namespace detail

/// Writes the elements for which predicate(element) holds, in their order, to the front of `output`. Returns how many.
template <execution_policy Policy, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting, Input, Output&&, Predicate>
std::uint64_t compact(const Policy& policy, const Input& input, Output&& output, Predicate predicate) {
    return detail::select<others::dropped>(policy, input, output, satisfying{detail::giving_a<bool>(predicate)},
                                           "compact");
}

/// The same, but `*count` gets how many.
template <execution_policy Policy, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting_into, Input, Output&&, std::uint64_t*, Predicate>
void compact_into(const Policy& policy, const Input& input, Output&& output, std::uint64_t* count,
                  Predicate predicate) {
    detail::select_into<others::dropped>(policy, input, output, count, satisfying{detail::giving_a<bool>(predicate)},
                                         "compact_into");
}

/// Writes the elements for which predicate(element) holds, then the others, both in their order. Returns for how many
/// it holds. The output must not be the input.
template <execution_policy Policy, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting, Input, Output&&, Predicate>
std::uint64_t partition(const Policy& policy, const Input& input, Output&& output, Predicate predicate) {
    return detail::select<others::appended>(policy, input, output, satisfying{detail::giving_a<bool>(predicate)},
                                            "partition");
}

/// The same, but `*count` gets for how many it holds.
template <execution_policy Policy, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting_into, Input, Output&&, std::uint64_t*, Predicate>
void partition_into(const Policy& policy, const Input& input, Output&& output, std::uint64_t* count,
                    Predicate predicate) {
    detail::select_into<others::appended>(policy, input, output, count, satisfying{detail::giving_a<bool>(predicate)},
                                          "partition_into");
}

/// Writes the first element, and every element that does not equal its left neighbour in the input, to the front of
/// `output`. Returns how many. If `equal` is an equivalence, these are the first elements of all runs of equal
/// elements. By the usual `equal`, every NaN is a run of its own. Of -0 and +0 beside each other the first stays.
template <execution_policy Policy, class Input, class Output, class Equal = equal_to>
    requires misuse::allows<misuse::runs, Input, Output&&, Equal>
std::uint64_t unique_copy(const Policy& policy, const Input& input, Output&& output, Equal equal = {}) {
    return detail::select<others::dropped>(policy, input, output, starting_a_run{detail::giving_a<bool>(equal)},
                                           "unique_copy");
}

/// The same, but `*count` gets how many.
template <execution_policy Policy, class Input, class Output, class Equal = equal_to>
    requires misuse::allows<misuse::runs_into, Input, Output&&, std::uint64_t*, Equal>
void unique_copy_into(const Policy& policy, const Input& input, Output&& output, std::uint64_t* count,
                      Equal equal = {}) {
    detail::select_into<others::dropped>(policy, input, output, count, starting_a_run{detail::giving_a<bool>(equal)},
                                         "unique_copy_into");
}

STRIDER_REFUSES(compact, selecting);
STRIDER_REFUSES(compact_into, selecting_into);
STRIDER_REFUSES(partition, selecting);
STRIDER_REFUSES(partition_into, selecting_into);
STRIDER_REFUSES(unique_copy, runs);
STRIDER_REFUSES(unique_copy_into, runs_into);
misuse::lost_output_3 compact, compact_into, partition, partition_into, unique_copy, unique_copy_into;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
