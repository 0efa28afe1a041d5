// Guards around local arrays and kernels' parameters of translated programs: bytes before and behind them that no right
// program accesses. The emulator knows them by what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace strider::emulation {

namespace guard {

using word [[gnu::may_alias]] = std::uint64_t;

/// The words before the array: its name, then those of the guard.
constexpr std::size_t words_before = 4, words_behind = 2, word_bytes = sizeof(word);
/// A word of a guard holds the mark, the size of the array, and how far its end of the array is from the word.
constexpr word mark = 0xF5A3'C96E'1700'0000;
constexpr int size_shift = 8, mark_shift = 24, no_distance = 16;
constexpr word marked(std::size_t bytes, std::ptrdiff_t distance) {
    return mark | bytes % 65536 << size_shift | static_cast<word>(distance + no_distance);
}

constexpr bool is_marked(word one) { return one >> mark_shift == mark >> mark_shift; }

/// g++ shows no access of what an assembly statement writes. For clang++ that would let the array escape.
[[gnu::always_inline]] inline void put(word& place, word value) {
#ifdef __clang__
    *static_cast<volatile word*>(&place) = value;
#else
    asm volatile("" : "=g"(place) : "0"(value));
#endif
}

/// Room for the guard before an array.
struct front {
    [[gnu::always_inline]] front() {}
    word words[words_before];
};

/// The guard behind an array of so many bytes, which sets and clears both.
template <std::size_t Bytes>
struct behind {
    [[gnu::always_inline]] behind(const char* name) {
        put(before(words_before), reinterpret_cast<std::uintptr_t>(name));
        set<true>();
    }
    [[gnu::always_inline]] ~behind() { set<false>(); }
    behind(const behind&) = delete;
    behind& operator=(const behind&) = delete;

private:
    static constexpr std::ptrdiff_t step = word_bytes, padding = (word_bytes - Bytes % word_bytes) % word_bytes;
    template <bool Marked, std::ptrdiff_t Distance>
    static constexpr word value = Marked ? marked(Bytes, Distance) : 0;

    [[gnu::always_inline]] word& before(std::size_t words) {
        return *(reinterpret_cast<word*>(bytes_ - Bytes) - words);
    }
    template <bool Marked>
    [[gnu::always_inline]] void set() {
        auto* const words = reinterpret_cast<word*>(bytes_ + padding);
        put(before(3), value<Marked, 3 * step>);
        put(before(2), value<Marked, 2 * step>);
        put(before(1), value<Marked, step>);
        put(words[0], value<Marked, -padding>);
        put(words[1], value<Marked, -padding - step>);
    }

    unsigned char bytes_[padding + words_behind * word_bytes];
};

template <class T>
constexpr bool has_guards = std::is_class_v<T> && !std::is_empty_v<T> && std::is_trivially_copy_constructible_v<T> &&
                            std::is_trivially_destructible_v<T>;

/// A kernel's parameter: a copy with guards, or itself where it can hold no array or be no copy.
template <class T, bool = has_guards<T>>
struct parameter {
    [[gnu::always_inline]] parameter(T& given, const char* name) : value(given), last(name) {}
    front first;
    T value;
    behind<sizeof(T)> last;
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
#define STRIDER_EMULATOR_LOCAL(number)                      \
    struct strider_local_##number {                         \
        [[gnu::always_inline]] ~strider_local_##number() {} \
        ::strider::emulation::guard::front strider_front;
#define STRIDER_EMULATOR_LOCAL_UNSET(number, name)                                                \
    ;                                                                                             \
    ::strider::emulation::guard::behind<sizeof(name)> strider_behind;                             \
    [[gnu::always_inline]] strider_local_##number() : strider_behind("the local array " #name) {} \
    }                                                                                             \
    ;                                                                                             \
    auto STRIDER_EMULATOR_MEMBER(number, name, name) =                                            \
        strider_local_##number() STRIDER_EMULATOR_NAMED(number, name, name)
#define STRIDER_EMULATOR_LOCAL_VALUE(number, name)                              \
    ;                                                                           \
    ::strider::emulation::guard::behind<sizeof(name)> strider_behind;           \
    }                                                                           \
    ;                                                                           \
    auto STRIDER_EMULATOR_MEMBER(number, name, name) = strider_local_##number { \
        {},
#define STRIDER_EMULATOR_LOCAL_END(number, name) \
    , { "the local array " #name }               \
    }                                            \
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
