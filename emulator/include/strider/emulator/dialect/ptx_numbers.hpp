// Shifts and conversions that PTX defines and C++ does not: a shift by all bits or more gives 0, or the sign; a
// conversion out of the integers' range gives the nearest integer. The translator writes the macros at the end into
// kernels. On the host, functions for both sides compute as the host does.
#pragma once

#include <limits>
#include <type_traits>
#include <utility>

#include <strider/emulator/dialect/all.hpp>

namespace strider::emulation::ptx {

/// Has no branches, because they would count as the kernel's.
template <class T>
STRIDER_EMULATOR_ARITHMETIC constexpr T shift_left(T value, unsigned by) {
    using bits = std::make_unsigned_t<T>;
    constexpr unsigned last = 8 * sizeof(T) - 1;
    const bits kept = static_cast<bits>(static_cast<bits>(by > last) - 1u);
    return static_cast<T>(static_cast<bits>(static_cast<bits>(value) << (by & last)) & kept);
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC constexpr T shift_right(T value, unsigned by) {
    constexpr unsigned last = 8 * sizeof(T) - 1;
    const unsigned beyond = by > last;
    if constexpr (std::is_signed_v<T>)
        return static_cast<T>(value >> ((by | (0u - beyond)) & last));
    else
        return static_cast<T>((value >> (by & last)) & static_cast<T>(static_cast<T>(beyond) - 1u));
}

namespace numbers {

enum class shift { left, right };

template <class T>
concept scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
concept object = !scalar<std::remove_cvref_t<T>>;
template <class T>
concept integer = scalar<std::remove_cvref_t<T>> && std::is_integral_v<decltype(+std::declval<T>())>;

/// `a << b` becomes `a << amount << b`: the first operator takes the left operand, the second shifts. So the precedence
/// stays, and macros and templates need no parsing. `a <<= b` becomes `a <<= amount <<= b`.
template <bool HostToo>
struct amount {};
template <shift Way, bool HostToo, class T>
struct left_operand {
    T value;
};
template <shift Way, bool HostToo, class T>
struct right_operand {
    T value;
};

template <shift Way, class T>
STRIDER_EMULATOR_ARITHMETIC constexpr T shifted(T value, unsigned by) {
    if constexpr (Way == shift::left)
        return shift_left(value, by);
    else
        return shift_right(value, by);
}
template <shift Way, class T, class Amount>
STRIDER_EMULATOR_ROUTINE constexpr T shifted_on_either_side(T value, Amount by) {
    if (!std::is_constant_evaluated() && static_cast<unsigned>(by) >= 8 * sizeof(T) && on_lane())
        return shifted<Way>(value, static_cast<unsigned>(by));
    if constexpr (Way == shift::left)
        return value << by;
    else
        return value >> by;
}

template <shift Way, bool HostToo, class A, class B>
STRIDER_EMULATOR_ARITHMETIC constexpr decltype(auto) apply(A&& value, B&& by) {
    if constexpr (integer<A> && integer<B> && HostToo)
        return shifted_on_either_side<Way>(+value, +by);
    else if constexpr (integer<A> && integer<B>)
        return shifted<Way>(+value, static_cast<unsigned>(by));
    else if constexpr (Way == shift::left)
        return std::forward<A>(value) << std::forward<B>(by);
    else
        return std::forward<A>(value) >> std::forward<B>(by);
}

// Numbers are passed by value because references do not bind to bit-fields; objects by reference because they may not
// be copyable.
#define STRIDER_EMULATOR_SHIFTS(op, way)                                                                               \
    template <bool HostToo, scalar T>                                                                                  \
    STRIDER_EMULATOR_ARITHMETIC constexpr left_operand<way, HostToo, T> operator op(T value, amount<HostToo>) {        \
        return {value};                                                                                                \
    }                                                                                                                  \
    template <bool HostToo, object T>                                                                                  \
    STRIDER_EMULATOR_ARITHMETIC constexpr left_operand<way, HostToo, T&&> operator op(T && value, amount<HostToo>) {   \
        return {std::forward<T>(value)};                                                                               \
    }                                                                                                                  \
    template <bool HostToo, class T, scalar U>                                                                         \
    STRIDER_EMULATOR_ARITHMETIC constexpr decltype(auto) operator op(left_operand<way, HostToo, T> left, U by) {       \
        return apply<way, HostToo>(static_cast<T>(left.value), by);                                                    \
    }                                                                                                                  \
    template <bool HostToo, class T, object U>                                                                         \
    STRIDER_EMULATOR_ARITHMETIC constexpr decltype(auto) operator op(left_operand<way, HostToo, T> left, U&& by) {     \
        return apply<way, HostToo>(static_cast<T>(left.value), std::forward<U>(by));                                   \
    }                                                                                                                  \
    template <bool HostToo, scalar U>                                                                                  \
    STRIDER_EMULATOR_ARITHMETIC constexpr right_operand<way, HostToo, U> operator op##=(amount<HostToo>, U by) {       \
        return {by};                                                                                                   \
    }                                                                                                                  \
    template <bool HostToo, object U>                                                                                  \
    STRIDER_EMULATOR_ARITHMETIC constexpr right_operand<way, HostToo, U&&> operator op##=(amount<HostToo>, U && by) {  \
        return {std::forward<U>(by)};                                                                                  \
    }                                                                                                                  \
    template <bool HostToo, class T, class U>                                                                          \
    STRIDER_EMULATOR_ARITHMETIC constexpr decltype(auto) operator op##=(T& value, right_operand<way, HostToo, U> by) { \
        if constexpr (integer<T> && integer<U>) {                                                                      \
            value = static_cast<std::remove_cv_t<T>>(                                                                  \
                apply<way, HostToo>(static_cast<std::remove_cv_t<T>>(value), by.value));                               \
            return (value);                                                                                            \
        } else {                                                                                                       \
            return value op## = static_cast<U>(by.value);                                                              \
        }                                                                                                              \
    }
STRIDER_EMULATOR_SHIFTS(<<, shift::left)
STRIDER_EMULATOR_SHIFTS(>>, shift::right)
#undef STRIDER_EMULATOR_SHIFTS

/// nvcc converts to a register of 32 or 64 bits, and takes its lower bits for a smaller type.
template <class To>
using register_of = std::conditional_t<sizeof(To) == 8, To, std::conditional_t<std::is_signed_v<To>, int, unsigned>>;

template <class To, class From>
STRIDER_EMULATOR_ROUTINE To converted(From value) {
    constexpr auto least = static_cast<From>(std::numeric_limits<register_of<To>>::min()),
                   most = static_cast<From>(std::numeric_limits<register_of<To>>::max());
    if (value >= least && value < most) return static_cast<To>(static_cast<register_of<To>>(value));
    if (!on_lane()) return static_cast<To>(value);
    return static_cast<To>(saturated<register_of<To>>(value));
}

/// `(int)x` becomes `(int)(to<int>)x`. The type may be a class, which may bind to `x`.
template <class To>
struct to {
    template <scalar From>
        requires scalar<To>
    [[gnu::always_inline]] constexpr to(From from) : value(of(from)) {}
    template <class From>
        requires(!scalar<To> || object<From>)
    [[gnu::always_inline]] constexpr to(From&& from) : value((To)std::forward<From>(from)) {}
    [[gnu::always_inline]] constexpr operator To() const { return value; }

    template <class From>
    [[gnu::always_inline]] static constexpr To of(From from) {
        if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> && std::is_floating_point_v<From>)
            if (!std::is_constant_evaluated()) return converted<To>(from);
        return (To)from;
    }

    To value;
};

/// `int(x)` becomes `int(as<int>(x))`.
template <class To, scalar From>
    requires scalar<To>
[[gnu::always_inline]] constexpr To as(From from) {
    return to<To>::of(from);
}
template <class To, class From>
    requires(!scalar<To> || object<From>)
[[gnu::always_inline]] constexpr From&& as(From&& from) {
    return std::forward<From>(from);
}

}  // namespace numbers
}  // namespace strider::emulation::ptx

#ifndef STRIDER_EMULATOR_PLAIN_NUMBERS
#define STRIDER_EMULATOR_BY(op) ::strider::emulation::ptx::numbers::amount<false>() op
#define STRIDER_EMULATOR_BY_ON_EITHER_SIDE(op) ::strider::emulation::ptx::numbers::amount<true>() op
#define STRIDER_EMULATOR_TO(...) (::strider::emulation::ptx::numbers::to<__VA_ARGS__>)
#define STRIDER_EMULATOR_AS(...) ::strider::emulation::ptx::numbers::as<__VA_ARGS__>
#else
#define STRIDER_EMULATOR_BY(op)
#define STRIDER_EMULATOR_BY_ON_EITHER_SIDE(op)
#define STRIDER_EMULATOR_TO(...)
#define STRIDER_EMULATOR_AS(...)
#endif
// SPDX-License-Identifier: Apache-2.0
