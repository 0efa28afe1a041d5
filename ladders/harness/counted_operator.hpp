// An operator that the emulator counts the calls of: what a kernel does of work, apart from how it does it.
#pragma once

#include <ladders/harness/typed_call.hpp>
#include <strider/core/target.hpp>

#if defined(STRIDER_EMULATOR)
#include <strider/emulator/work.hpp>
#endif

namespace strider::ladders {
inline namespace STRIDER_TARGET {

#if defined(STRIDER_EMULATOR)
template <class Operator>
struct counted : Operator {
    template <class T>
    [[gnu::always_inline]] T operator()(const T& a, const T& b) const {
        emulation::note_operation();
        return Operator::operator()(a, b);
    }
};
#else
template <class Operator>
using counted = Operator;
#endif

/// `with_type_and_operator`, with an operator whose calls the emulator counts (the counter `operations`); elsewhere it
/// is the operator itself.
template <class Entry>
void with_type_and_counted_operator(const instance& of, Entry&& entry) {
    with_type_and_operator(of, [&]<class T, class Operator>(T zero, Operator) { entry(zero, counted<Operator>{}); });
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders

#if defined(STRIDER_EMULATOR)
template <class Operator, class T>
inline constexpr bool strider::is_commutative<strider::ladders::counted<Operator>, T> =
    strider::is_commutative<Operator, T>;
template <class Operator, class T>
struct strider::identity<strider::ladders::counted<Operator>, T> : strider::identity<Operator, T> {};
#endif
// SPDX-License-Identifier: Apache-2.0
