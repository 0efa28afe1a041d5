// Guards around local arrays and kernels' parameters of translated programs: bytes before and behind them that no right
// program accesses. The emulator knows them by what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace strider::emulation {

namespace guard {

using word = std::uint64_t;

/// The guard before an array, behind the array's name; and the guard behind an array.
struct front {
    word words[4];
};
struct back {
    word words[3];
};
/// g++ shows no access of what these calls store, and may still warn of an array that nobody writes.
[[gnu::const]] front before(const char* name, std::size_t bytes) noexcept;
[[gnu::const]] back behind(std::size_t bytes) noexcept;

/// g++ shows no access of what an assembly statement writes, too. For clang++ that would let the array escape.
[[gnu::always_inline]] inline void clear(word& place) {
#ifdef __clang__
    *static_cast<volatile word*>(&place) = 0;
#else
    asm volatile("" : "=g"(place) : "0"(word{0}));
#endif
}
[[gnu::always_inline]] inline void clear(front& first, back& last) {
    clear(first.words[1]);
    clear(first.words[2]);
    clear(first.words[3]);
    clear(last.words[0]);
    clear(last.words[1]);
    clear(last.words[2]);
}

template <class T>
constexpr bool has_guards = std::is_class_v<T> && !std::is_empty_v<T> && std::is_trivially_copy_constructible_v<T> &&
                            std::is_trivially_destructible_v<T>;

/// A kernel's parameter: a copy with guards, or itself where it can hold no array or be no copy.
template <class T, bool = has_guards<T>>
struct parameter {
    [[gnu::always_inline]] parameter(T& given, const char* name)
        : first(before(name, sizeof(T))), value(given), last(behind(sizeof(T))) {}
    [[gnu::always_inline]] ~parameter() { clear(first, last); }
    front first;
    T value;
    back last;
};
template <class T>
struct parameter<T, false> {
    [[gnu::always_inline]] parameter(T& given, const char*) : value(given) {}
    int first = 0;
    T& value;
    int last = 0;
};

}  // namespace guard

/// An array that lets no index be one too large where an element's address is taken: that element is another array.
template <class T, std::size_t Count>
struct elements_of {
    T (&array)[Count];
    template <class Index>
    [[gnu::always_inline]] constexpr T& operator[](Index index) const {
        if (std::is_constant_evaluated()) return array[index];
        return reinterpret_cast<T(&)[Count][1]>(array)[index][0];
    }
};
template <class T, std::size_t Count>
[[gnu::always_inline]] constexpr elements_of<T, Count> elements(T (&array)[Count]) {
    return {array};
}
template <class Other>
[[gnu::always_inline]] constexpr Other&& elements(Other&& other) {
    return static_cast<Other&&>(other);
}

}  // namespace strider::emulation

// T a[4] = {1};   becomes   STRIDER_EMULATOR_LOCAL(1) T a[4] STRIDER_EMULATOR_LOCAL_VALUE(1, a) {1}
// STRIDER_EMULATOR_LOCAL_END(1, a);   so the array is a member of a class, under its own name. By a reference, g++
// would show accesses of arrays that do not escape; clang++ before 16 captures no names of members in lambdas.
#if defined(STRIDER_EMULATOR_UNCHECKED) || defined(STRIDER_EMULATOR_PLAIN_ARRAYS)
#define STRIDER_EMULATOR_LOCAL(number)
#define STRIDER_EMULATOR_LOCAL_UNSET(number, name)
#define STRIDER_EMULATOR_LOCAL_VALUE(number, name) =
#define STRIDER_EMULATOR_LOCAL_END(number, name)
#define STRIDER_EMULATOR_GIVEN(name)
#define STRIDER_EMULATOR_PARAMETER(name)
#define STRIDER_EMULATOR_ELEMENTS
#else
#ifdef __clang__
#define STRIDER_EMULATOR_MEMBER(number, name, member) strider_value_##number
#define STRIDER_EMULATOR_NAMED(number, name, member) \
    ;                                                \
    auto& name = strider_value_##number.member
#else
#define STRIDER_EMULATOR_MEMBER(number, name, member) [ strider_front_##number, name, strider_behind_##number ]
#define STRIDER_EMULATOR_NAMED(number, name, member)
#endif
#define STRIDER_EMULATOR_LOCAL(number)                                         \
    struct strider_local_##number {                                            \
        [[gnu::always_inline]] ~strider_local_##number() {                     \
            ::strider::emulation::guard::clear(strider_front, strider_behind); \
        }                                                                      \
        ::strider::emulation::guard::front strider_front;
#define STRIDER_EMULATOR_LOCAL_UNSET(number, name)                                                    \
    ;                                                                                                 \
    ::strider::emulation::guard::back strider_behind;                                                 \
    [[gnu::always_inline]] strider_local_##number()                                                   \
        : strider_front(::strider::emulation::guard::before("the local array " #name, sizeof(name))), \
          strider_behind(::strider::emulation::guard::behind(sizeof(name))) {}                        \
    }                                                                                                 \
    ;                                                                                                 \
    auto STRIDER_EMULATOR_MEMBER(number, name, name) =                                                \
        strider_local_##number() STRIDER_EMULATOR_NAMED(number, name, name)
#define STRIDER_EMULATOR_LOCAL_VALUE(number, name)                              \
    ;                                                                           \
    ::strider::emulation::guard::back strider_behind;                           \
    }                                                                           \
    ;                                                                           \
    auto STRIDER_EMULATOR_MEMBER(number, name, name) = strider_local_##number { \
        ::strider::emulation::guard::before("the local array " #name, sizeof(strider_local_##number::name)),
#define STRIDER_EMULATOR_LOCAL_END(number, name)                                \
    , ::strider::emulation::guard::behind(sizeof(strider_local_##number::name)) \
    }                                                                           \
    STRIDER_EMULATOR_NAMED(number, name, name)
// A kernel's parameter is given first in the kernel's body; its copy has its name in a block of its own.
#define STRIDER_EMULATOR_GIVEN(name) auto& strider_given_##name = name;
#define STRIDER_EMULATOR_PARAMETER(name)                                                                 \
    auto STRIDER_EMULATOR_MEMBER(name, name, value) =                                                    \
        ::strider::emulation::guard::parameter<std::remove_reference_t<decltype(strider_given_##name)>>( \
            strider_given_##name, "the parameter " #name) STRIDER_EMULATOR_NAMED(name, name, value);
#define STRIDER_EMULATOR_ELEMENTS ::strider::emulation::elements
#endif
// SPDX-License-Identifier: Apache-2.0
