// Sorting: contracts, documentation and dispatch. The algorithms are in serial/, cpu/ and cuda/.
//
//     strider::sort(strider::gpu{stream}, values);                                     // in place
//     strider::sort(strider::gpu{stream}, values, sorted);                             // to an output
//     strider::sort(strider::cpu{}, values, std::greater{});                           // the greatest first
//     strider::sort(strider::cpu{}, particles, std::less{}, &particle::cell);          // by a number in each
//     strider::sort_pairs(strider::cpu{}, keys, values);                               // each value goes with its key
//
// A sort is by numbers: the elements themselves, or what a projection gives of each. All are stable: elements whose
// keys are the same stay in their order, also where the greatest come first. So the result is defined to the last bit,
// and every backend returns the same. Floating-point keys are in the order of `<`, in which -0 and +0 are the same; a
// NaN comes before -inf or behind +inf, by its sign, and NaNs are in IEEE 754's totalOrder.
//
// Where it runs, and whose memory it takes: docs/places.md.
//
// Elements and values may be of any trivially copyable type of at most 32 bytes with a default; their number is
// 64-bit. Keys are integers, bool or floating point of at most 8 bytes. O(n) for each byte of a key: narrower keys take
// less time, so a projection to std::uint16_t sorts by 16 bits in half the time of 32. An output has room for all
// elements, and is the input itself or apart from it (std::invalid_argument otherwise, before any work). Scratch has
// room for the elements and values once more.
//
// On strider::gpu a call is stream-ordered: it returns at once, allocates nothing after the first call of that size on
// a stream, and can be captured in a graph. One launch for up to 35 KiB, else two and one a byte of a key (one byte:
// two). A projection must be callable on the GPU, on the host by its type alone: no `[] __device__` lambda.
//
// Sources: D. Knuth, The Art of Computer Programming 3, 5.2.5; A. Adinets and D. Merrill, Onesweep: A Faster Least
// Significant Digit Radix Sort for GPUs (2022).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <ranges>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/sort_key.hpp>
#include <strider/serial/sort.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/sort.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/sort.hpp>
#endif

namespace strider {

/// Which order a sort takes: std::less or std::greater, of nothing or of the keys.
template <class Order, class Key>
concept order_of_keys = std::same_as<Order, std::less<>> || std::same_as<Order, std::less<Key>> ||
                        std::same_as<Order, std::greater<>> || std::same_as<Order, std::greater<Key>> ||
                        std::same_as<Order, std::ranges::less> || std::same_as<Order, std::ranges::greater>;

namespace detail {

template <class Projection, class Range>
using key_of = std::remove_cvref_t<std::invoke_result_t<const Projection&, const element_of<Range>&>>;

template <class Order, class Key>
inline constexpr bool descends = std::same_as<Order, std::greater<>> || std::same_as<Order, std::greater<Key>> ||
                                 std::same_as<Order, std::ranges::greater>;

}  // namespace detail

// What the calls require (core/misuse.hpp).
namespace misuse {
template <class Projection, class T>
constexpr bool met<struct must_give_a_number_of_at_most_8_bytes_to_sort_by, Projection, T> =
    key_projection<given_or<Projection, std::identity>, element<T>>;
template <class Order, class T, class Projection>
constexpr bool met<struct must_be_std_less_or_std_greater_of_the_keys, Order, T, Projection> =
    order_of_keys<given_or<Order, std::less<>>, detail::key_of<given_or<Projection, std::identity>, T>>;
template <int Order, int Projection>
using sorted_by = rule<must_be_std_less_or_std_greater_of_the_keys, Order, 2, Projection>;
template <int Place>
using projection = rule<must_give_a_number_of_at_most_8_bytes_to_sort_by, Place, 2>;

using sorting_in_place = rules<4, output<2>, movable<2>, projection<4>, sorted_by<3, 4>>;
using sorting = rules<5, range<2>, output<3>, alike<3>, movable<2>, projection<5>, sorted_by<4, 5>>;
using sorting_pairs_in_place = rules<5, output<2>, output<3>, movable<2>, movable<3>, projection<5>, sorted_by<4, 5>>;
using sorting_pairs = rules<7, range<2>, range<3>, output<4>, alike<4>, output<5>, alike<5, 3>, movable<2>, movable<3>,
                            projection<7>, sorted_by<6, 7>>;

// In place, or to an output where there is a range behind the input.
template <class... Given>
using sorting_of = std::conditional_t<std::ranges::range<at<3, Given...>>, sorting, sorting_in_place>;
template <class... Given>
using sorting_of_pairs = std::conditional_t<std::ranges::range<at<4, Given...>>, sorting_pairs, sorting_pairs_in_place>;
}  // namespace misuse

/// The elements of `input`, sorted, to `output`.
template <execution_policy Policy, class Input, class Output, class Order = std::less<>,
          class Projection = std::identity>
    requires misuse::allows<misuse::sorting, Input, Output, Order, Projection>
void sort(const Policy& policy, const Input& input, Output&& output, Order = {}, Projection projection = {}) {
    require_output(input, output, "sort");
    const detail::bits_of_key<detail::descends<Order, detail::key_of<Projection, Input>>, Projection> bits{projection};
    const no_value* const no_values = nullptr;
    no_value* const to_nowhere = nullptr;
    sort_elements(policy, data_of(input), data_of(output), no_values, to_nowhere, std::ranges::size(input), bits);
}

/// Sorts the elements of `range` where they stand.
template <execution_policy Policy, class Range, class Order = std::less<>, class Projection = std::identity>
    requires misuse::allows<misuse::sorting_in_place, Range, Order, Projection>
void sort(const Policy& policy, Range&& range, Order order = {}, Projection projection = {}) {
    sort(policy, range, range, order, projection);
}

/// The elements of `keys`, sorted, to `sorted_keys`, and those of `values` in the order of their keys to
/// `sorted_values`. Throws std::invalid_argument unless there is a value for each key.
template <execution_policy Policy, class Keys, class Values, class SortedKeys, class SortedValues,
          class Order = std::less<>, class Projection = std::identity>
    requires misuse::allows<misuse::sorting_pairs, Keys, Values, SortedKeys, SortedValues, Order, Projection>
void sort_pairs(const Policy& policy, const Keys& keys, const Values& values, SortedKeys&& sorted_keys,
                SortedValues&& sorted_values, Order = {}, Projection projection = {}) {
    detail::require_one_size("sort_pairs", std::ranges::size(keys), std::ranges::size(values));
    require_output(keys, sorted_keys, "sort_pairs");
    require_output(values, sorted_values, "sort_pairs");
    const detail::bits_of_key<detail::descends<Order, detail::key_of<Projection, Keys>>, Projection> bits{projection};
    sort_elements(policy, data_of(keys), data_of(sorted_keys), data_of(values), data_of(sorted_values),
                  std::ranges::size(keys), bits);
}

/// Sorts the elements of `keys` where they stand, and those of `values` with them. Throws std::invalid_argument unless
/// there is a value for each key.
template <execution_policy Policy, class Keys, class Values, class Order = std::less<>,
          class Projection = std::identity>
    requires misuse::allows<misuse::sorting_pairs_in_place, Keys, Values, Order, Projection>
void sort_pairs(const Policy& policy, Keys&& keys, Values&& values, Order order = {}, Projection projection = {}) {
    sort_pairs(policy, keys, values, keys, values, order, projection);
}

STRIDER_REFUSES(sort, sorting_of<Given...>);
STRIDER_REFUSES(sort_pairs, sorting_of_pairs<Given...>);
misuse::const_output_3 sort, sort_pairs;
misuse::const_output_4 sort_pairs;

}  // namespace strider
