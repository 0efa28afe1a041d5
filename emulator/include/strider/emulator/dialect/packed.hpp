// Arithmetic on two halfwords or four bytes packed in a word (__vadd2, __vabsdiffu4, __vcmpeq4 ...), dot products of
// such words (__dp4a, __dp2a), and the sums, minima and maxima of dynamic programming (__viaddmax_s32 ...).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/vector_types.hpp>

namespace strider::emulation::packed_lanes {

template <class Lane>
constexpr unsigned in_a_word = sizeof(std::uint32_t) / sizeof(Lane);

/// Lane i of a word; lane 0 is the lowest.
template <class Lane>
[[gnu::always_inline]] constexpr Lane lane(std::uint32_t word, unsigned i) {
    return static_cast<Lane>(word >> (8 * sizeof(Lane) * i));
}

/// Applies `operation` lane by lane to words, and truncates each result to its lane.
template <class Lane, class Operation, class... Words>
STRIDER_EMULATOR_ROUTINE std::uint32_t map(Operation operation, Words... words) {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < in_a_word<Lane>; ++i) {
        const auto one = static_cast<std::make_unsigned_t<Lane>>(operation(lane<Lane>(words, i)...));
        result |= static_cast<std::uint32_t>(one) << (8 * sizeof(Lane) * i);
    }
    return result;
}

template <class Lane>
STRIDER_EMULATOR_ROUTINE int clamp(int value) {
    constexpr int least = std::numeric_limits<Lane>::min(), most = std::numeric_limits<Lane>::max();
    return value < least ? least : value > most ? most : value;
}

template <class Lane>
STRIDER_EMULATOR_ROUTINE std::uint32_t sum_of_differences(std::uint32_t a, std::uint32_t b) {
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < in_a_word<Lane>; ++i) {
        const int difference = lane<Lane>(a, i) - lane<Lane>(b, i);
        sum += static_cast<std::uint32_t>(difference < 0 ? -difference : difference);
    }
    return sum;
}

/// c + the dot product of `count` lanes of a and b, modulo 2^32. It begins at lane 0 of a and lane `first` of b.
template <class A, class B>
STRIDER_EMULATOR_ROUTINE std::uint32_t dot(std::uint32_t a, std::uint32_t b, std::uint32_t c, unsigned count,
                                           unsigned first) {
    for (unsigned i = 0; i < count; ++i)
        c += static_cast<std::uint32_t>(lane<A>(a, i)) * static_cast<std::uint32_t>(lane<B>(b, first + i));
    return c;
}

template <class Lane>
STRIDER_EMULATOR_ROUTINE Lane sum(Lane a, Lane b) {
    return static_cast<Lane>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
template <class Lane>
STRIDER_EMULATOR_ROUTINE Lane lesser(Lane a, Lane b) {
    return b < a ? b : a;
}
template <class Lane>
STRIDER_EMULATOR_ROUTINE Lane greater(Lane a, Lane b) {
    return a < b ? b : a;
}

template <class T>
STRIDER_EMULATOR_ARITHMETIC std::uint32_t word(const T& vector) {
    return __builtin_bit_cast(std::uint32_t, vector);
}

}  // namespace strider::emulation::packed_lanes

// Each line of the tables is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_EMULATOR_PACKED_UNARY(name, Lane2, Lane4, expression)                                  \
    STRIDER_EMULATOR_ROUTINE unsigned int name##2(unsigned int a) {                                    \
        return strider::emulation::packed_lanes::map<Lane2>([](int a) STRIDER_EMULATOR_UNINSTRUMENTED { \
            using lane [[maybe_unused]] = Lane2; return expression; }, a);                         \
    }                                                                                              \
    STRIDER_EMULATOR_ROUTINE unsigned int name##4(unsigned int a) {                                    \
        return strider::emulation::packed_lanes::map<Lane4>([](int a) STRIDER_EMULATOR_UNINSTRUMENTED { \
            using lane [[maybe_unused]] = Lane4; return expression; }, a);                         \
    }
#define STRIDER_EMULATOR_PACKED(name, Lane2, Lane4, expression)                                               \
    STRIDER_EMULATOR_ROUTINE unsigned int name##2(unsigned int a, unsigned int b) {                           \
        return strider::emulation::packed_lanes::map<Lane2>([](int a, int b) STRIDER_EMULATOR_UNINSTRUMENTED { \
            using lane [[maybe_unused]] = Lane2; return expression; }, a, b);                             \
    }                                                                                                     \
    STRIDER_EMULATOR_ROUTINE unsigned int name##4(unsigned int a, unsigned int b) {                           \
        return strider::emulation::packed_lanes::map<Lane4>([](int a, int b) STRIDER_EMULATOR_UNINSTRUMENTED { \
            using lane [[maybe_unused]] = Lane4; return expression; }, a, b);                             \
    }
#define STRIDER_EMULATOR_PACKED_SIGNED(name, expression) STRIDER_EMULATOR_PACKED(name, std::int16_t, std::int8_t, expression)
#define STRIDER_EMULATOR_PACKED_UNSIGNED(name, expression) \
    STRIDER_EMULATOR_PACKED(name, std::uint16_t, std::uint8_t, expression)

STRIDER_EMULATOR_PACKED_UNARY(__vabs, std::int16_t, std::int8_t, a < 0 ? -a : a)
STRIDER_EMULATOR_PACKED_UNARY(__vabsss, std::int16_t, std::int8_t,
    strider::emulation::packed_lanes::clamp<lane>(a < 0 ? -a : a))
STRIDER_EMULATOR_PACKED_UNARY(__vneg, std::int16_t, std::int8_t, -a)
STRIDER_EMULATOR_PACKED_UNARY(__vnegss, std::int16_t, std::int8_t, strider::emulation::packed_lanes::clamp<lane>(-a))

// Sums and differences: truncated, and saturated as signed (ss) or unsigned (us).
STRIDER_EMULATOR_PACKED_UNSIGNED(__vadd, a + b)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vsub, a - b)
STRIDER_EMULATOR_PACKED_SIGNED(__vaddss, strider::emulation::packed_lanes::clamp<lane>(a + b))
STRIDER_EMULATOR_PACKED_SIGNED(__vsubss, strider::emulation::packed_lanes::clamp<lane>(a - b))
STRIDER_EMULATOR_PACKED_UNSIGNED(__vaddus, strider::emulation::packed_lanes::clamp<lane>(a + b))
STRIDER_EMULATOR_PACKED_UNSIGNED(__vsubus, strider::emulation::packed_lanes::clamp<lane>(a - b))

STRIDER_EMULATOR_PACKED_SIGNED(__vabsdiffs, a < b ? b - a : a - b)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vabsdiffu, a < b ? b - a : a - b)
// Averages: rounded away from zero; vhaddu rounds down.
STRIDER_EMULATOR_PACKED_SIGNED(__vavgs, a + b < 0 ? (a + b) >> 1 : (a + b + 1) >> 1)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vavgu, (a + b + 1) >> 1)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vhaddu, (a + b) >> 1)
STRIDER_EMULATOR_PACKED_SIGNED(__vmins, b < a ? b : a)
STRIDER_EMULATOR_PACKED_SIGNED(__vmaxs, a < b ? b : a)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vminu, b < a ? b : a)
STRIDER_EMULATOR_PACKED_UNSIGNED(__vmaxu, a < b ? b : a)

// Comparisons: vcmp sets all bits of the lane, vset its lowest bit.
#define STRIDER_EMULATOR_PACKED_COMPARISON(condition, sign, comparison)                        \
    STRIDER_EMULATOR_PACKED_##sign(__vcmp##condition, (comparison) ? -1 : 0)                   \
    STRIDER_EMULATOR_PACKED_##sign(__vset##condition, (comparison) ? 1 : 0)
STRIDER_EMULATOR_PACKED_COMPARISON(eq, UNSIGNED, a == b)
STRIDER_EMULATOR_PACKED_COMPARISON(ne, UNSIGNED, a != b)
STRIDER_EMULATOR_PACKED_COMPARISON(ges, SIGNED, a >= b)
STRIDER_EMULATOR_PACKED_COMPARISON(geu, UNSIGNED, a >= b)
STRIDER_EMULATOR_PACKED_COMPARISON(gts, SIGNED, a > b)
STRIDER_EMULATOR_PACKED_COMPARISON(gtu, UNSIGNED, a > b)
STRIDER_EMULATOR_PACKED_COMPARISON(les, SIGNED, a <= b)
STRIDER_EMULATOR_PACKED_COMPARISON(leu, UNSIGNED, a <= b)
STRIDER_EMULATOR_PACKED_COMPARISON(lts, SIGNED, a < b)
STRIDER_EMULATOR_PACKED_COMPARISON(ltu, UNSIGNED, a < b)
#undef STRIDER_EMULATOR_PACKED_COMPARISON
#undef STRIDER_EMULATOR_PACKED_SIGNED
#undef STRIDER_EMULATOR_PACKED_UNSIGNED
#undef STRIDER_EMULATOR_PACKED
#undef STRIDER_EMULATOR_PACKED_UNARY

#define STRIDER_EMULATOR_SUM_OF_DIFFERENCES(name, Lane)                             \
    STRIDER_EMULATOR_ROUTINE unsigned int name(unsigned int a, unsigned int b) {    \
        return strider::emulation::packed_lanes::sum_of_differences<Lane>(a, b); \
    }
STRIDER_EMULATOR_SUM_OF_DIFFERENCES(__vsads2, std::int16_t)
STRIDER_EMULATOR_SUM_OF_DIFFERENCES(__vsads4, std::int8_t)
STRIDER_EMULATOR_SUM_OF_DIFFERENCES(__vsadu2, std::uint16_t)
STRIDER_EMULATOR_SUM_OF_DIFFERENCES(__vsadu4, std::uint8_t)
#undef STRIDER_EMULATOR_SUM_OF_DIFFERENCES

// Dot products of bytes with bytes, and of halfwords with the low or high two bytes.
#define STRIDER_EMULATOR_DOT(name, A, B, C, LaneA, LaneB, count, first)                                              \
    STRIDER_EMULATOR_ROUTINE C name(A a, B b, C c) {                                                                 \
        using namespace strider::emulation::packed_lanes;                                                         \
        return static_cast<C>(dot<LaneA, LaneB>(word(a), word(b), static_cast<std::uint32_t>(c), count, first)); \
    }
STRIDER_EMULATOR_DOT(__dp4a, int, int, int, std::int8_t, std::int8_t, 4, 0)
STRIDER_EMULATOR_DOT(__dp4a, unsigned int, unsigned int, unsigned int, std::uint8_t, std::uint8_t, 4, 0)
STRIDER_EMULATOR_DOT(__dp4a, char4, char4, int, std::int8_t, std::int8_t, 4, 0)
STRIDER_EMULATOR_DOT(__dp4a, uchar4, uchar4, unsigned int, std::uint8_t, std::uint8_t, 4, 0)
STRIDER_EMULATOR_DOT(__dp2a_lo, int, int, int, std::int16_t, std::int8_t, 2, 0)
STRIDER_EMULATOR_DOT(__dp2a_lo, unsigned int, unsigned int, unsigned int, std::uint16_t, std::uint8_t, 2, 0)
STRIDER_EMULATOR_DOT(__dp2a_lo, short2, char4, int, std::int16_t, std::int8_t, 2, 0)
STRIDER_EMULATOR_DOT(__dp2a_lo, ushort2, uchar4, unsigned int, std::uint16_t, std::uint8_t, 2, 0)
STRIDER_EMULATOR_DOT(__dp2a_hi, int, int, int, std::int16_t, std::int8_t, 2, 2)
STRIDER_EMULATOR_DOT(__dp2a_hi, unsigned int, unsigned int, unsigned int, std::uint16_t, std::uint8_t, 2, 2)
STRIDER_EMULATOR_DOT(__dp2a_hi, short2, char4, int, std::int16_t, std::int8_t, 2, 2)
STRIDER_EMULATOR_DOT(__dp2a_hi, ushort2, uchar4, unsigned int, std::uint16_t, std::uint8_t, 2, 2)
#undef STRIDER_EMULATOR_DOT

// Sums wrap around in their lane, as on the hardware; relu clamps negative results to 0.
#define STRIDER_EMULATOR_DYNAMIC(name, Word, Lane, expression)                                                 \
    STRIDER_EMULATOR_ROUTINE Word name(Word a, Word b, Word c) {                                               \
        return static_cast<Word>(strider::emulation::packed_lanes::map<Lane>(                               \
            [](Lane a, Lane b, Lane c) STRIDER_EMULATOR_UNINSTRUMENTED {                                       \
                using namespace strider::emulation::packed_lanes;                                           \
                return expression;                                                                         \
            },                                                                                             \
            static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c))); \
    }
#define STRIDER_EMULATOR_DYNAMIC_FORMS(suffix, Word, Lane)                                      \
    STRIDER_EMULATOR_DYNAMIC(__viaddmax_##suffix, Word, Lane, greater(sum(a, b), c))            \
    STRIDER_EMULATOR_DYNAMIC(__viaddmin_##suffix, Word, Lane, lesser(sum(a, b), c))             \
    STRIDER_EMULATOR_DYNAMIC(__vimax3_##suffix, Word, Lane, greater(a, greater(b, c)))          \
    STRIDER_EMULATOR_DYNAMIC(__vimin3_##suffix, Word, Lane, lesser(a, lesser(b, c)))
#define STRIDER_EMULATOR_DYNAMIC_RELU(suffix, Word, Lane)                                                               \
    STRIDER_EMULATOR_DYNAMIC_FORMS(suffix, Word, Lane)                                                                  \
    STRIDER_EMULATOR_DYNAMIC(__viaddmax_##suffix##_relu, Word, Lane, greater(greater(sum(a, b), c), Lane{0}))           \
    STRIDER_EMULATOR_DYNAMIC(__viaddmin_##suffix##_relu, Word, Lane, greater(lesser(sum(a, b), c), Lane{0}))            \
    STRIDER_EMULATOR_DYNAMIC(__vimax3_##suffix##_relu, Word, Lane, greater(greater(a, greater(b, c)), Lane{0}))         \
    STRIDER_EMULATOR_DYNAMIC(__vimin3_##suffix##_relu, Word, Lane, greater(lesser(a, lesser(b, c)), Lane{0}))           \
    STRIDER_EMULATOR_ROUTINE Word __vimax_##suffix##_relu(Word a, Word b) { return __vimax3_##suffix##_relu(a, b, b); } \
    STRIDER_EMULATOR_ROUTINE Word __vimin_##suffix##_relu(Word a, Word b) { return __vimin3_##suffix##_relu(a, b, b); }
STRIDER_EMULATOR_DYNAMIC_RELU(s32, int, std::int32_t)
STRIDER_EMULATOR_DYNAMIC_FORMS(u32, unsigned int, std::uint32_t)
STRIDER_EMULATOR_DYNAMIC_RELU(s16x2, unsigned int, std::int16_t)
STRIDER_EMULATOR_DYNAMIC_FORMS(u16x2, unsigned int, std::uint16_t)
#undef STRIDER_EMULATOR_DYNAMIC
#undef STRIDER_EMULATOR_DYNAMIC_FORMS
#undef STRIDER_EMULATOR_DYNAMIC_RELU

// The greater (lesser) of each pair of lanes, and whether it is a's lane; a's lane wins a tie.
#define STRIDER_EMULATOR_CHOICE(name, T, comparison)               \
    STRIDER_EMULATOR_ROUTINE T name(T a, T b, bool* predicate) {   \
        *predicate = a comparison b;                           \
        return *predicate ? a : b;                             \
    }
#define STRIDER_EMULATOR_CHOICE_2(name, Lane, comparison)                                               \
    STRIDER_EMULATOR_ROUTINE unsigned int name(unsigned int a, unsigned int b, bool* high, bool* low) { \
        using namespace strider::emulation::packed_lanes;                                            \
        *high = lane<Lane>(a, 1) comparison lane<Lane>(b, 1);                                       \
        *low = lane<Lane>(a, 0) comparison lane<Lane>(b, 0);                                        \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                        \
    }
STRIDER_EMULATOR_CHOICE(__vibmax_s32, int, >=)
STRIDER_EMULATOR_CHOICE(__vibmin_s32, int, <=)
STRIDER_EMULATOR_CHOICE(__vibmax_u32, unsigned int, >=)
STRIDER_EMULATOR_CHOICE(__vibmin_u32, unsigned int, <=)
STRIDER_EMULATOR_CHOICE_2(__vibmax_s16x2, std::int16_t, >=)
STRIDER_EMULATOR_CHOICE_2(__vibmin_s16x2, std::int16_t, <=)
STRIDER_EMULATOR_CHOICE_2(__vibmax_u16x2, std::uint16_t, >=)
STRIDER_EMULATOR_CHOICE_2(__vibmin_u16x2, std::uint16_t, <=)
#undef STRIDER_EMULATOR_CHOICE
#undef STRIDER_EMULATOR_CHOICE_2

// clang-format on
// SPDX-License-Identifier: Apache-2.0
