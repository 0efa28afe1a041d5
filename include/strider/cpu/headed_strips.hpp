// The strips of a complete tile of a segmented scan that a core takes side by side, with their heads.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/scan_order.hpp>

namespace strider::cpu_backend {

/// As wide as an element of 4 or 8 bytes, so that a choice by one of its bits needs no conversion.
template <class T>
using head_word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// Strips of `strip` elements each, a multiple of 32, with a bit an element that says whether it is a head. At a head,
/// what the segment starts with is taken in, where there is anything.
template <class T>
struct headed_strips {
    const T* from;
    std::uint64_t strip;
    const std::uint32_t* heads;
    T init;
    bool given;
    bool starts = false;   ///< nothing stands before the first strip
    bool goes_on = false;  ///< a complete tile that follows is this core's too

    /// The heads of a strip's elements from `first` on.
    std::uint32_t word(unsigned s, std::uint64_t first) const { return heads[(s * strip + first) / 32]; }

    /// Asks for `count` elements of every strip that come soon after `first`: strips are too short for a core to have
    /// noticed by itself.
    void fetch(std::uint64_t first, std::uint64_t count) const {
        constexpr std::uint64_t ahead_bytes = 512, line = 64;
        std::uint64_t soon = first + ahead_bytes / sizeof(T);
        if (soon >= strip) {
            if (!goes_on || soon >= 2 * strip) return;
            soon += (scan_order::strips - 1) * strip;
        }
        for (unsigned s = 0; s < scan_order::strips; ++s) {
            const char* const place = reinterpret_cast<const char*>(from + s * strip + soon);
            for (std::uint64_t i = 0; i < count * sizeof(T); i += line) __builtin_prefetch(place + i);
        }
    }
};

template <unsigned First, unsigned Count, class Body>
[[gnu::always_inline]] inline void for_some_strips(const Body& body) {
#pragma GCC unroll 2
    for (unsigned s = First; s < First + Count; ++s) body(s);
}

/// Calls `body(s)` for all strips, by vectors of 32 bytes where it can be: a vector at a time, whose loop is gone then.
/// (Unrolled in part: a compiler that unrolls all of it before it makes vectors makes none.)
template <class T, class Body>
[[gnu::always_inline]] inline void for_strips(const Body& body) {
    if constexpr (sizeof(T) == 8) {
        for_some_strips<0, scan_order::strips / 2>(body);
        for_some_strips<scan_order::strips / 2, scan_order::strips / 2>(body);
    } else {
        for_some_strips<0, scan_order::strips>(body);
    }
}

}  // namespace strider::cpu_backend
