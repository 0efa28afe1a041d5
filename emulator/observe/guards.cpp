#include "guards.hpp"

namespace strider::emulation {

namespace guard {

static word marked(std::size_t bytes, std::ptrdiff_t distance) {
    return mark | bytes % 65536 << size_shift | static_cast<word>(distance + no_distance);
}

front before(const char* name, std::size_t bytes) noexcept {
    return {{reinterpret_cast<std::uintptr_t>(name), marked(bytes, 3 * word_bytes), marked(bytes, 2 * word_bytes),
             marked(bytes, word_bytes)}};
}

back behind(std::size_t bytes) noexcept {
    const std::ptrdiff_t padding = static_cast<std::ptrdiff_t>(-bytes % word_bytes);
    return {{marked(bytes, -padding), marked(bytes, -padding - word_bytes), marked(bytes, -padding - 2 * word_bytes)}};
}

}  // namespace guard

guarded_bytes guard_in(std::uintptr_t address, std::size_t bytes) {
    using namespace guard;
    using aliasing_word [[gnu::may_alias]] = word;
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t at = address & -std::uintptr_t{word_bytes}; at < end + word_bytes - 1; at += word_bytes) {
        const word there = *reinterpret_cast<const aliasing_word*>(at);
        if (there >> mark_shift != mark >> mark_shift) continue;
        const auto distance = static_cast<std::ptrdiff_t>(there % (1 << size_shift)) - no_distance;
        const std::uintptr_t size = (there >> size_shift) % (1 << (mark_shift - size_shift));
        const std::uintptr_t edge = at + static_cast<std::uintptr_t>(distance);
        if (distance > 0 ? at >= end || address >= edge : end <= edge) continue;
        const std::uintptr_t begin = distance > 0 ? edge : edge - size;
        const auto* const first = reinterpret_cast<const front*>(begin) - 1;
        return {begin, size, reinterpret_cast<const char*>(first->words[0])};
    }
    return {};
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
