// <cuda/cmath>, <cuda/bit> and <cuda/numeric>: quotients, logarithms, bits and sums of integers.
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include <strider/check/shims/libcudacxx/std.hpp>

namespace cuda {

template <class T, class U>
constexpr ::std::common_type_t<T, U> ceil_div(T a, U b) {
    using both = ::std::common_type_t<T, U>;
    return static_cast<both>(static_cast<both>(a) / static_cast<both>(b) +
                             (static_cast<both>(a) % static_cast<both>(b) != 0));
}
template <class T, class U>
constexpr ::std::common_type_t<T, U> round_down(T a, U to) {
    using both = ::std::common_type_t<T, U>;
    return static_cast<both>(static_cast<both>(a) / static_cast<both>(to) * static_cast<both>(to));
}
template <class T, class U>
constexpr ::std::common_type_t<T, U> round_up(T a, U to) {
    return static_cast<::std::common_type_t<T, U>>(ceil_div(a, to) * static_cast<::std::common_type_t<T, U>>(to));
}
template <class T>
constexpr int ilog2(T value) {
    return static_cast<int>(::std::bit_width(static_cast<::std::make_unsigned_t<T>>(value))) - 1;
}
template <class T>
constexpr int ilog10(T value) {
    int result = 0;
    for (; value >= 10; value /= 10) ++result;
    return result;
}

template <class T>
constexpr T bit_reverse(T value) {
    T result = 0;
    for (int i = 0; i < ::std::numeric_limits<T>::digits; ++i) result = static_cast<T>(result << 1 | (value >> i & 1));
    return result;
}
template <class T>
constexpr T bitmask(int start, int width) {
    return width == 0 ? T{0}
                      : static_cast<T>(static_cast<T>(~T{0}) >> (::std::numeric_limits<T>::digits - width) << start);
}
template <class T>
constexpr T bitfield_extract(T value, int start, int width) {
    return static_cast<T>((value & bitmask<T>(start, width)) >> start);
}
template <class T>
constexpr T bitfield_insert(T into, T value, int start, int width) {
    const T mask = bitmask<T>(start, width);
    return static_cast<T>((into & static_cast<T>(~mask)) | (static_cast<T>(value << start) & mask));
}

template <class T>
struct overflow_result {
    T value;
    bool overflow;
    constexpr explicit operator bool() const { return overflow; }
};
template <class To, class From>
constexpr overflow_result<To> overflow_cast(const From& from) {
    const To to = static_cast<To>(from);
    return {to, static_cast<From>(to) != from || (to < To{}) != (from < From{})};
}

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
