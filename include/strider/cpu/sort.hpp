// Sorting on all cores: by digits of 8 bits, the lowest first. In each pass every core counts the digits of its
// stretches; from the counts follows where each stretch writes its elements of each digit. A pass whose elements all
// have one digit is left out. Honours the caller's tbb::task_arena.
//
// Source: D. Knuth, The Art of Computer Programming 3, 5.2.5.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/partition_by_region.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {
namespace cpu_backend {

inline constexpr std::uint64_t sort_digits = 256;
using digit_places = std::array<std::uint64_t, sort_digits>;

/// How elements are cut: a stretch a core, so that few write to neighbouring places.
struct sort_shape {
    std::uint64_t count, stretches, stretch;

    /// From `several` elements on they are cut.
    explicit sort_shape(std::uint64_t elements, std::uint64_t several = parallel_from / 2) : count(elements) {
        const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
        stretches = elements < several ? 1 : cores;
        stretch = (elements + stretches - 1) / stretches;
    }
    /// Calls `work(stretch, first, end)` for all of them.
    template <class Work>
    void for_each(Work work) const {
        const auto one = [&](std::uint64_t s) {
            work(s, std::min(s * stretch, count), std::min((s + 1) * stretch, count));
        };
        in_parallel(0, stretches, one, tasks_unless(stretches == 1));
    }
};

/// Elements on their way to memory: as many as fill a line are written at once.
template <class T>
struct line_of {
    static constexpr std::uint64_t room = std::max<std::uint64_t>(1, 64 / sizeof(T));
    alignas(64) unsigned char bytes[room * sizeof(T)];
};

/// The digit of an element's bits; the lowest digit is number 0.
template <class Bits>
std::uint64_t digit_of(Bits bits, unsigned number) {
    return static_cast<std::uint64_t>(bits >> 8 * number) % sort_digits;
}

/// Where each stretch's first element of each digit goes, from how many it has; nothing where all have one digit.
inline bool place_digits(std::span<digit_places> counts, std::uint64_t elements) {
    std::uint64_t place = 0;
    for (std::uint64_t digit = 0; digit < sort_digits; ++digit) {
        const std::uint64_t before = place;
        for (digit_places& of_stretch : counts) place += std::exchange(of_stretch[digit], place);
        if (place - before == elements) return false;
    }
    return true;
}

/// to[places[digit]++] = from[i], in order. A core that is `alone` shares no line with another.
template <class T, class DigitAt>
void move_by_digit(const T* from, std::uint64_t first, std::uint64_t end, T* to, digit_places places, bool alone,
                   DigitAt digit_at) {
    constexpr std::uint64_t few_bytes = std::uint64_t{1} << 15;  // stay in a core's first cache
    if (alone && (end - first) * sizeof(T) <= few_bytes) {
        for (std::uint64_t i = first; i < end; ++i) {
            std::memcpy(static_cast<void*>(to + places[digit_at(i)]++), from + i, sizeof(T));
        }
        return;
    }
    using line = line_of<T>;
    std::array<line, sort_digits> lines;
    const digit_places begins = places;
    // A line of memory belongs to `place / room`, so that full ones are written to aligned places.
    for (std::uint64_t i = first; i < end; ++i) {
        const std::uint64_t digit = digit_at(i), place = places[digit]++, in_line = place % line::room;
        std::memcpy(lines[digit].bytes + in_line * sizeof(T), from + i, sizeof(T));
        if (in_line + 1 == line::room) {
            const std::uint64_t start = std::max(place - in_line, begins[digit]);
            std::memcpy(static_cast<void*>(to + start), lines[digit].bytes + start % line::room * sizeof(T),
                        (place + 1 - start) * sizeof(T));
        }
    }
    for (std::uint64_t digit = 0; digit < sort_digits; ++digit) {
        const std::uint64_t place = places[digit], start = std::max(place - place % line::room, begins[digit]);
        if (start < place) {
            std::memcpy(static_cast<void*>(to + start), lines[digit].bytes + start % line::room * sizeof(T),
                        (place - start) * sizeof(T));
        }
    }
}

}  // namespace cpu_backend

/// The elements in ascending order of their bits, and with each its value; outputs may be the inputs. Throws
/// std::bad_alloc where there is no memory for a copy.
template <class Element, class Value, class BitsOf>
void sort_elements(const cpu&, const Element* from, Element* to, const Value* values_from, Value* values_to,
                   std::uint64_t count, const BitsOf& bits_of) {
    using namespace cpu_backend;
    const bool has_values = values_from != nullptr;
    const sort_shape shape(count);
    const std::uint64_t values_at = (count * sizeof(Element) + 63) / 64 * 64;
    const auto scratch = allocate_scratch(values_at + (has_values ? count * sizeof(Value) : 0));
    if (scratch == nullptr) throw std::bad_alloc();
    auto* const other = reinterpret_cast<Element*>(scratch.get());
    auto* const other_values = reinterpret_cast<Value*>(scratch.get() + values_at);
    constexpr unsigned digits = sizeof(bits_of(*from));
    // One core counts all digits at once: moves do not change the counts.
    const bool alone = shape.stretches == 1;
    std::vector<digit_places> places(alone ? digits : shape.stretches);
    const auto count_digits = [&](unsigned number, unsigned end_of_numbers) {
        shape.for_each([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
            for (unsigned d = number; d < end_of_numbers; ++d) places[alone ? d : s] = {};
            digit_places* const of_digits = &places[alone ? number : s];
            for (std::uint64_t i = first; i < end; ++i) {
                const auto bits = bits_of(from[i]);
                for (unsigned d = number; d < end_of_numbers; ++d) ++of_digits[d - number][digit_of(bits, d)];
            }
        });
    };
    if (alone) count_digits(0, digits);

    for (unsigned number = 0; number < digits; ++number) {
        const auto digit_at = [=](std::uint64_t i) { return digit_of(bits_of(from[i]), number); };
        if (!alone) count_digits(number, number + 1);
        const std::span<digit_places> of_digit = alone ? std::span(&places[number], 1) : std::span(places);
        if (!place_digits(of_digit, count)) continue;
        Element* const next = from == other ? to : other;
        Value* const next_values = from == other ? values_to : other_values;
        shape.for_each([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
            move_by_digit(from, first, end, next, of_digit[s], alone, digit_at);
            if (has_values) move_by_digit(values_from, first, end, next_values, of_digit[s], alone, digit_at);
        });
        from = next;
        values_from = next_values;
    }
    const auto copy = [&](const auto* source, auto* target) {
        if (source == target) return;
        shape.for_each([=](std::uint64_t, std::uint64_t first, std::uint64_t end) {
            std::memcpy(static_cast<void*>(target + first), source + first, (end - first) * sizeof(*source));
        });
    };
    copy(from, to);
    if (has_values) copy(values_from, values_to);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
