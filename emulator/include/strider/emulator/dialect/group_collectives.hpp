// Collectives of all groups of a block: reduce, scan, invoke_one.
#pragma once

#include <type_traits>
#include <utility>

#include <strider/emulator/dialect/group_types.hpp>

namespace cooperative_groups {

template <class Group>
STRIDER_EMULATOR_ARITHMETIC void sync(const Group& group) {
    group.sync();
}
template <class Group>
STRIDER_EMULATOR_ARITHMETIC auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <class Group>
STRIDER_EMULATOR_ARITHMETIC auto group_size(const Group& group) {
    return group.size();
}

#define STRIDER_EMULATOR_OPERATOR(name, expression)                                                                \
    template <class T = void>                                                                                      \
    struct name {                                                                                                  \
        STRIDER_EMULATOR_ROUTINE T operator()(const T& a, const T& b) const { return static_cast<T>(expression); } \
    };                                                                                                             \
    template <>                                                                                                    \
    struct name<void> {                                                                                            \
        template <class T>                                                                                         \
        STRIDER_EMULATOR_ROUTINE T operator()(const T& a, const T& b) const {                                      \
            return static_cast<T>(expression);                                                                     \
        }                                                                                                          \
    };
STRIDER_EMULATOR_OPERATOR(plus, a + b)
STRIDER_EMULATOR_OPERATOR(less, b < a ? b : a)
STRIDER_EMULATOR_OPERATOR(greater, a < b ? b : a)
STRIDER_EMULATOR_OPERATOR(bit_and, a& b)
STRIDER_EMULATOR_OPERATOR(bit_or, a | b)
STRIDER_EMULATOR_OPERATOR(bit_xor, a ^ b)
#undef STRIDER_EMULATOR_OPERATOR

/// Combines the values of all threads of a group in the order of their ranks, so that every thread gets the same bits.
template <class Group, class T, class Operator>
STRIDER_EMULATOR_INTRINSIC auto reduce(const Group& group, T&& value, Operator&& combine) {
    using value_type = std::remove_cvref_t<T>;
    return group.with_values(
        STRIDER_EMULATOR_CALLER, strider::emulation::collective_kind::reduce, static_cast<value_type>(value),
        [&](const value_type* values, unsigned count) STRIDER_EMULATOR_UNINSTRUMENTED -> value_type {
            value_type result = values[0];
            for (unsigned i = 1; i < count; ++i) result = combine(result, values[i]);
            return result;
        });
}

namespace detail {
/// Combines the first `count` values, for the thread of rank `rank`; an empty sum is T().
template <class T, class Operator>
STRIDER_EMULATOR_ROUTINE T prefix(const T* values, unsigned count, Operator& combine) {
    if (count == 0) return T();
    T result = values[0];
    for (unsigned i = 1; i < count; ++i) result = combine(result, values[i]);
    return result;
}
}  // namespace detail

template <class Group, class T, class Operator = plus<std::remove_cvref_t<T>>>
STRIDER_EMULATOR_INTRINSIC auto inclusive_scan(const Group& group, T&& value, Operator&& combine = {}) {
    using value_type = std::remove_cvref_t<T>;
    return group.with_values(
        STRIDER_EMULATOR_CALLER, strider::emulation::collective_kind::reduce, static_cast<value_type>(value),
        [&](const value_type* values, unsigned)
            STRIDER_EMULATOR_UNINSTRUMENTED { return detail::prefix(values, group.thread_rank() + 1, combine); });
}
template <class Group, class T, class Operator = plus<std::remove_cvref_t<T>>>
STRIDER_EMULATOR_INTRINSIC auto exclusive_scan(const Group& group, T&& value, Operator&& combine = {}) {
    using value_type = std::remove_cvref_t<T>;
    return group.with_values(
        STRIDER_EMULATOR_CALLER, strider::emulation::collective_kind::reduce, static_cast<value_type>(value),
        [&](const value_type* values, unsigned)
            STRIDER_EMULATOR_UNINSTRUMENTED { return detail::prefix(values, group.thread_rank(), combine); });
}

/// One thread of the group calls `work`. CUDA leaves the thread open; the emulator takes the first.
template <class Group, class Work, class... Arguments>
STRIDER_EMULATOR_ARITHMETIC void invoke_one(const Group& group, Work&& work, Arguments&&... arguments) {
    if (group.thread_rank() == 0) std::forward<Work>(work)(std::forward<Arguments>(arguments)...);
}
/// The same; all threads get the result.
template <class Group, class Work, class... Arguments>
STRIDER_EMULATOR_ARITHMETIC auto invoke_one_broadcast(const Group& group, Work&& work, Arguments&&... arguments) {
    std::invoke_result_t<Work, Arguments...> result{};
    if (group.thread_rank() == 0) result = std::forward<Work>(work)(std::forward<Arguments>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
