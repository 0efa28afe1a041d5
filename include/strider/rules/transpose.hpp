// The requirements of transpose, which errors name (core/misuse.hpp).
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/misuse.hpp>

namespace strider {

/// The types of a transposed matrix's elements.
template <class T>
concept transposable = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

namespace misuse {
template <class T>
constexpr bool met<struct must_have_elements_trivially_copyable_of_at_most_16_bytes, T> = transposable<element<T>>;
using small = rule<must_have_elements_trivially_copyable_of_at_most_16_bytes, 2>;
template <int Place>
using size = rule<must_convert_to<std::uint64_t>, Place>;
using transposition = rules<3, matrix<2>, output_matrix<3>, alike<3>, small>;
using transpositions = rules<6, matrix<2>, size<3>, output_matrix<4>, alike<4>, small, size<5>, size<6>>;
using exchange = rules<2, output_matrix<2>, small>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
