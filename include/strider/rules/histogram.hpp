// The requirements of histograms, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/bins.hpp>

namespace strider {

/// Samples that can be counted: integers and floating-point numbers of 1 to 8 bytes.
template <class T>
concept binnable = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

/// The types of counts: unsigned integers of 32 or 64 bits.
template <class T>
concept counter = std::unsigned_integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);

namespace binning {

template <class Bins>
inline constexpr bool is_even_bins = false;
template <class Edge>
inline constexpr bool is_even_bins<even_bins<Edge>> = true;

/// Whether 64 signed bits hold every value of T.
template <class T>
inline constexpr bool fits_i64 = std::is_integral_v<T> && (std::is_signed_v<T> || sizeof(T) < 8);

template <class Edge, class T>
inline constexpr bool is_edge_of = std::is_same_v<Edge, T> || (fits_i64<Edge> && fits_i64<T>);

template <class Bins, class T>
struct fits_samples : std::false_type {};
template <class Edge, class T>
struct fits_samples<even_bins<Edge>, T>
    : std::bool_constant<std::is_arithmetic_v<Edge> && (std::is_floating_point_v<T> || std::is_integral_v<Edge>)> {};
template <contiguous_elements Edges, class T>
struct fits_samples<Edges, T> : std::bool_constant<is_edge_of<element_of<Edges>, T>> {};

template <unsigned Channels>
inline constexpr bool has_channels = Channels == 1 || Channels == 3 || Channels == 4;

}  // namespace binning

/// Bins for samples of type T. Edges have the samples' type, or another integer type if neither is u64.
template <class Bins, class T>
concept bins_of = binning::fits_samples<std::remove_cvref_t<Bins>, T>::value;

/// The types in which integers and floating-point numbers are summed.
template <class Sum, class Weight>
concept sum_of_weights = std::is_arithmetic_v<Weight> && !std::is_same_v<Weight, bool> && sizeof(Weight) >= 4 &&
                         sizeof(Weight) <= 8 && sizeof(Sum) >= 4 && sizeof(Sum) <= 8 &&
                         (std::is_floating_point_v<Weight> ? std::is_floating_point_v<Sum> : std::is_integral_v<Sum>);

namespace misuse {
template <class T>
constexpr bool met<struct must_have_samples_that_are_numbers_of_1_to_8_bytes_and_not_bool, T> = binnable<element<T>>;
template <class T>
constexpr bool met<struct must_have_samples_of_uint8_where_no_bins_are_given, T> =
    std::is_same_v<element<T>, std::uint8_t>;
template <class Bins, class T>
constexpr bool met<struct must_be_strider_even_bins_or_edges_that_fit_the_type_of_the_samples, Bins, T> =
    bins_of<Bins, element<T>>;
template <class T>
constexpr bool met<struct must_have_counts_that_are_unsigned_of_32_or_64_bits, T> = counter<element<T>>;
template <class Sums, class Weights>
constexpr bool met<struct must_have_sums_of_32_or_64_bits_integers_or_floating_point_as_the_weights, Sums, Weights> =
    sum_of_weights<element<Sums>, element<Weights>>;
using samples = rule<must_have_samples_that_are_numbers_of_1_to_8_bytes_and_not_bool, 2>;
using bytes = rule<must_have_samples_of_uint8_where_no_bins_are_given, 2>;
template <int Place>
using bins = rule<must_be_strider_even_bins_or_edges_that_fit_the_type_of_the_samples, Place, 2>;
template <int Place>
using counts = rule<must_have_counts_that_are_unsigned_of_32_or_64_bits, Place>;
template <int Place>
using place_outside = rule<can_only_be<outside*>, Place>;
template <unsigned Channels, class Samples>
using channels =
    std::conditional_t<binning::has_channels<Channels>, Samples, rule<struct must_be_samples_of_1_3_or_4_channels, 2>>;
template <class Channels, std::size_t Behind, int Most, class... Rules>
using counting_channels = std::conditional_t<Behind == 2, rules<3, Channels, bytes, output<3>, counts<3>>,
                                             rules<Most, Channels, samples, bins<3>, output<4>, counts<4>, Rules...>>;
template <unsigned Channels, std::size_t Behind>
using counting = counting_channels<channels<Channels, readable<2>>, Behind, 4>;
template <unsigned Channels, std::size_t Behind>
using counting_into = counting_channels<channels<Channels, countable<2>>, Behind, 5, place_outside<5>>;
template <int Most, class Samples, class... Rules>
using summing_weights =
    rules<Most, Samples, samples, range<3>, bins<4>, output<5>,
          rule<must_have_sums_of_32_or_64_bits_integers_or_floating_point_as_the_weights, 5, 3>, Rules...>;
using summing = summing_weights<5, readable<2>>;
using summing_into = summing_weights<6, countable<2>, place_outside<6>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
