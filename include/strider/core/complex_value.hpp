// Complex numbers as the library's operators take them: std::complex's own functions are the host's alone, and its
// default leaves no array of it in shared memory.
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/target.hpp>

namespace strider {

namespace detail {

/// The bytes of a complex number. Sums are of the parts; a product is (ac - bd, ad + bc), each of whose operations is
/// rounded, without the second look at infinities of C's annex G. (May alias: ranges of complex numbers are read as
/// it.)
template <std::floating_point F>
struct [[gnu::may_alias]] complex_value {
    F re, im;

    STRIDER_HOST_DEVICE friend constexpr complex_value operator+(const complex_value& a, const complex_value& b) {
        return {plus{}(a.re, b.re), plus{}(a.im, b.im)};
    }
    STRIDER_HOST_DEVICE friend constexpr complex_value operator*(const complex_value& a, const complex_value& b) {
        return {plus{}(product(a.re, b.re), -product(a.im, b.im)), plus{}(product(a.re, b.im), product(a.im, b.re))};
    }

private:
    /// Never contracted with a sum: by other backends it would not be.
    STRIDER_HOST_DEVICE static constexpr F product(F a, F b) {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_same_v<F, float>) return __fmul_rn(a, b);
        if constexpr (std::is_same_v<F, double>) return __dmul_rn(a, b);
#endif
        F value = a * b;
#if !defined(STRIDER_DEVICE_CODE)
        asm("" : "+m"(value));
#endif
        return value;
    }
};

template <class F>
inline constexpr bool is_complex_value<complex_value<F>> = true;

/// std::complex, cuda::std::complex, thrust::complex: two floats or doubles, the real part first.
template <class T>
concept complex_number = std::is_trivially_copyable_v<T> && requires(const T& z, const typename T::value_type& part) {
    requires std::same_as<typename T::value_type, float> || std::same_as<typename T::value_type, double>;
    requires sizeof(T) == 2 * sizeof(typename T::value_type);
    T(part, part);
    { z.real() } -> std::convertible_to<typename T::value_type>;
    { z.imag() } -> std::convertible_to<typename T::value_type>;
};

}  // namespace detail

template <class F>
inline constexpr bool is_commutative<plus, detail::complex_value<F>> = true;
template <class F>
inline constexpr bool is_commutative<multiplies, detail::complex_value<F>> = true;

template <class F>
struct identity<plus, detail::complex_value<F>> {
    static constexpr detail::complex_value<F> value{0, 0};
};
template <class F>
struct identity<multiplies, detail::complex_value<F>> {
    static constexpr detail::complex_value<F> value{1, 0};
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
