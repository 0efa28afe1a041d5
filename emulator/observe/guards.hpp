// The guards of local arrays and parameters, by what they hold: see local_array.hpp.
#pragma once

#include <strider/emulator/local_array.hpp>

namespace strider::emulation {

/// An array or parameter of the running lane that has guards.
struct guarded_bytes {
    std::uintptr_t begin = 0, bytes = 0;
    const char* name = nullptr;
};

namespace guard {
/// A word of a guard holds the mark, the size of the array, and how far its end of the array is from the word.
constexpr word mark = 0xF5A3'C96E'1700'0000;
constexpr int size_shift = 8, mark_shift = 24;
constexpr std::ptrdiff_t word_bytes = sizeof(word), no_distance = 3 * word_bytes;
}  // namespace guard

guarded_bytes guard_in(std::uintptr_t address, std::size_t bytes);

/// The array or parameter of this lane whose guard the access touches, or whose end it crosses; no bytes if there is
/// none. The address lies on the lane's stack. Halves of words are looked at first: a load waits where it reads what
/// several stores have just written.
[[gnu::always_inline]] inline guarded_bytes touched_guard(std::uintptr_t address, std::size_t bytes) {
    using namespace guard;
    using half [[gnu::may_alias]] = std::uint32_t;
    const auto* const halves = reinterpret_cast<const half*>(address & -std::uintptr_t{word_bytes});
    constexpr half upper = mark >> 32;
    const bool in_word = address % word_bytes + bytes <= word_bytes;
    const bool is_far = in_word && halves[1] != upper && halves[3] != upper;
    return is_far ? guarded_bytes{} : guard_in(address, bytes);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
