#include <data/calls/wide.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace strider::lab {
namespace {

using ladders::element_type;

bool is_signed(element_type type) {
    return ladders::with_type(type, [](auto zero) { return std::is_signed_v<decltype(zero)>; });
}

/// Calls `function(T{})` with the C++ type of `type`, which is an integer or not, as `Integers` says.
template <bool Integers, class Function>
void with_type_like(element_type type, Function function) {
    ladders::with_type(type, [&](auto zero) {
        if constexpr (std::is_integral_v<decltype(zero)> == Integers) function(zero);
    });
}

template <class To, class From>
void convert(const void* from, std::uint64_t count, void* to) {
    const From* const values = static_cast<const From*>(from);
    std::transform(values, values + count, static_cast<To*>(to), [](From value) { return static_cast<To>(value); });
}

}  // namespace

widening::widening(element_type type, ladders::operation op, element_type real)
    : type_(type),
      wide_(is_real(type) ? real : element_type::i64),
      moved_(is_extreme(op) && !is_signed(type) ? std::uint64_t{1} << 63 : 0) {}

void widening::widen(const void* elements, std::uint64_t count, void* to) const {
    if (is_real(type_)) {
        with_type_like<false>(type_, [&]<class T>(T) {
            wide_ == element_type::f32 ? convert<float, T>(elements, count, to)
                                       : convert<double, T>(elements, count, to);
        });
    } else {
        with_type_like<true>(type_, [&]<class T>(T) {
            const T* const from = static_cast<const T*>(elements);
            std::transform(from, from + count, static_cast<std::uint64_t*>(to),
                           [moved = moved_](T element) { return static_cast<std::uint64_t>(element) ^ moved; });
        });
    }
}

void widening::narrow(const void* values, std::uint64_t count, stored_type to_type, void* to) const {
    if (is_real(type_)) {
        with_type_like<false>(to_type.type, [&]<class T>(T) {
            wide_ == element_type::f32 ? convert<T, float>(values, count, to) : convert<T, double>(values, count, to);
        });
    } else {
        with_type_like<true>(to_type.type, [&]<class T>(T) {
            const T least = std::numeric_limits<T>::min();
            const T most = to_type == stored_bool ? T(1) : std::numeric_limits<T>::max();
            using widest = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
            const auto* const from = static_cast<const std::uint64_t*>(values);
            std::transform(from, from + count, static_cast<T*>(to), [=, moved = moved_](std::uint64_t value) {
                return static_cast<T>(std::clamp<widest>(static_cast<widest>(value ^ moved), least, most));
            });
        });
    }
}

element_type type_of_sums(element_type type, element_type real) {
    if (is_real(type)) return real;
    return is_signed(type) ? element_type::i64 : element_type::u64;
}

bool is_real(element_type type) { return type == element_type::f32 || type == element_type::f64; }

bool may_wrap(element_type type, ladders::operation op, std::uint64_t elements) {
    if (is_real(type) || is_extreme(op) || elements <= 1) return false;
    const std::size_t bits = 8 * ladders::size_of(type);
    return op == ladders::operation::product ? elements > 63 / bits : elements >> (64 - bits) != 0;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
