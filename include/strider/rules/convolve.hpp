// The requirements of convolve, which errors name (core/misuse.hpp).
#pragma once

#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider {

namespace misuse {
template <class T>
constexpr bool met<struct must_have_pixels_of_float_double_or_unsigned_of_8_or_16_bits, T> = pixel<element<T>>;
template <class Mask, class T>
constexpr bool met<struct must_have_weights_of_double_for_pixels_of_double_and_float_for_others, Mask, T> =
    std::is_same_v<element<Mask>, weight_of<element<T>>>;
using pixels = rule<must_have_pixels_of_float_double_or_unsigned_of_8_or_16_bits, 2>;
template <int Place>
using weights = rule<must_have_weights_of_double_for_pixels_of_double_and_float_for_others, Place, 2>;
template <int Place>
using options = rule<can_only_be<convolve_options>, Place>;
template <bool Matrices>
using convolution =
    std::conditional_t<Matrices,
                       rules<5, matrix<2>, matrix<3>, output_matrix<4>, alike<4>, pixels, weights<3>, options<5>>,
                       rules<5, range<2>, range<3>, output<4>, alike<4>, pixels, weights<3>, options<5>>>;
using separable_convolution =
    rules<6, matrix<2>, range<3>, range<4>, output_matrix<5>, alike<5>, pixels, weights<3>, weights<4>, options<6>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
