// Sorting by numbers: by the elements themselves, or by what a projection gives of each.
//
//     strider::sort(strider::gpu{stream}, values);                             // in place.
//     strider::sort(strider::gpu{stream}, values, sorted);                     // to an output.
//     strider::sort(strider::cpu{}, particles, std::less{}, &particle::cell);  // by a number in each.
//     strider::sort_pairs(strider::cpu{}, keys, values, std::greater{});       // greatest first; values move along
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// All sorts are stable, also in descending order: every backend returns the same. Floating-point keys are in the order
// of `<`, -0 equals +0. NaNs stand before -inf or behind +inf, by their sign, and in IEEE 754's totalOrder.
// Elements and values may be of any trivially copyable type of at most 32 bytes with a default. Keys are integers, bool
// or floating point of at most 8 bytes. Orders are std::less and std::greater, without a type, of the keys, or of
// std::ranges. A GPU's projection is callable there, and is not a `[] __device__` lambda.
//
// Cost: O(n) for each byte of a key: sorting by std::uint16_t takes half the time of 32 bits. Scratch holds the
// elements and values once more. A GPU takes one launch for up to 35 KiB, else two and one a byte of a key (one byte:
// two).
// Errors: std::invalid_argument if an output is too small, or overlaps the input without being the input.
//
// Sources: D. Knuth, The Art of Computer Programming 3, 5.2.5; A. Adinets and D. Merrill, Onesweep: A Faster Least
// Significant Digit Radix Sort for GPUs (2022).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <ranges>

#include <strider/core/misuse.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/sort_key.hpp>
#include <strider/rules/sort.hpp>
#include <strider/serial/sort.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/sort.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/sort.hpp>
#endif

namespace strider {

namespace detail {

template <class Order, class Key>
inline constexpr bool descends = std::same_as<Order, std::greater<>> || std::same_as<Order, std::greater<Key>> ||
                                 std::same_as<Order, std::ranges::greater>;

}  // namespace detail

/// Writes the sorted elements of `input` to `output`.
template <execution_policy Policy, class Input, class Output, class Order = std::less<>,
          class Projection = std::identity>
    requires misuse::allows<misuse::sorting, Input, Output&&, Order, Projection>
void sort(const Policy& policy, const Input& input, Output&& output, Order = {}, Projection projection = {}) {
    require_output(input, output, "sort");
    const detail::bits_of_key<detail::descends<Order, detail::key_of<Projection, Input>>, Projection> bits{projection};
    const no_value* const no_values = nullptr;
    no_value* const to_nowhere = nullptr;
    sort_elements(policy, data_of(input), data_of(output), no_values, to_nowhere, std::ranges::size(input), bits);
}

/// Sorts the elements of `range` in place.
template <execution_policy Policy, class Range, class Order = std::less<>, class Projection = std::identity>
    requires misuse::allows<misuse::sorting_in_place, Range&&, Order, Projection>
void sort(const Policy& policy, Range&& range, Order order = {}, Projection projection = {}) {
    sort(policy, range, range, order, projection);
}

/// Writes the sorted elements of `keys` to `sorted_keys`, and the values in the order of their keys to `sorted_values`.
/// Throws std::invalid_argument unless there is a value for each key.
template <execution_policy Policy, class Keys, class Values, class SortedKeys, class SortedValues,
          class Order = std::less<>, class Projection = std::identity>
    requires misuse::allows<misuse::sorting_pairs, Keys, Values, SortedKeys&&, SortedValues&&, Order, Projection>
void sort_pairs(const Policy& policy, const Keys& keys, const Values& values, SortedKeys&& sorted_keys,
                SortedValues&& sorted_values, Order = {}, Projection projection = {}) {
    detail::require_one_size("sort_pairs", std::ranges::size(keys), std::ranges::size(values));
    require_output(keys, sorted_keys, "sort_pairs");
    require_output(values, sorted_values, "sort_pairs");
    const detail::bits_of_key<detail::descends<Order, detail::key_of<Projection, Keys>>, Projection> bits{projection};
    sort_elements(policy, data_of(keys), data_of(sorted_keys), data_of(values), data_of(sorted_values),
                  std::ranges::size(keys), bits);
}

/// Sorts the elements of `keys` in place, and moves the values with their keys. Throws std::invalid_argument unless
/// there is a value for each key.
template <execution_policy Policy, class Keys, class Values, class Order = std::less<>,
          class Projection = std::identity>
    requires misuse::allows<misuse::sorting_pairs_in_place, Keys&&, Values&&, Order, Projection>
void sort_pairs(const Policy& policy, Keys&& keys, Values&& values, Order order = {}, Projection projection = {}) {
    sort_pairs(policy, keys, values, keys, values, order, projection);
}

STRIDER_REFUSES(sort, sorting_of<Given...>);
STRIDER_REFUSES(sort_pairs, sorting_of_pairs<Given...>);
misuse::lost_output_2 sort, sort_pairs;
misuse::lost_output_3 sort, sort_pairs;
misuse::lost_output_4 sort_pairs;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
