// compiles
//
// `requires` is true for the right calls of calls.inc, and false, not an error, for the wrong ones, and for right ones
// where any one argument is nonsense, where there is one more, and where there is none.
#include <type_traits>
#include <utility>

#include "given.hpp"

struct nonsense {};

template <class Call, std::size_t Wrong, class... Right, std::size_t... Place>
consteval bool is_taken_with_nonsense(std::index_sequence<Place...>) {
    return std::is_invocable_v<Call, std::conditional_t<Place == Wrong, nonsense, Right>...>;
}
template <class Call, class... Right, std::size_t... Wrong>
consteval bool is_taken_with_any_nonsense(std::index_sequence<Wrong...> all) {
    return (is_taken_with_nonsense<Call, Wrong, Right...>(all) || ...);
}

template <class Call, class... Given>
std::is_invocable<Call, Given...> is_taken(Call, Given&&...);
template <class Call, class... Right>
std::bool_constant<std::is_invocable_v<Call, Right...> &&
                   !is_taken_with_any_nonsense<Call, Right...>(std::index_sequence_for<Right...>()) &&
                   !std::is_invocable_v<Call, Right..., nonsense> && !std::is_invocable_v<Call>>
is_taken_and_nonsense_is_not(Call, Right&&...);

#define ASKING(call)                                                         \
    [](auto&&... a)                                                          \
        requires requires { strider::call(static_cast<decltype(a)>(a)...); } \
    {}
#define RIGHT(call, ...) static_assert(decltype(is_taken_and_nonsense_is_not(ASKING(call), __VA_ARGS__))::value);
#define WRONG(place, requirement, call, ...) static_assert(!decltype(is_taken(ASKING(call), __VA_ARGS__))::value);
#include "calls.inc"

// The older way of asking.
template <class Range, class = void>
constexpr bool is_found = false;
template <class Range>
constexpr bool is_found<Range, std::void_t<decltype(strider::reduce(serial{}, std::declval<Range>()))>> = true;
static_assert(is_found<std::vector<int>> && !is_found<std::list<int>> && !is_found<std::vector<std::string>>);

int main() {}
// SPDX-License-Identifier: Apache-2.0
