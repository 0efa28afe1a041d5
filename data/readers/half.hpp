// IEEE 754 half precision, widened and narrowed again: exact, as f32 holds every half.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <strider/core/half.hpp>

namespace strider::lab {

/// NaNs keep their payload.
constexpr float widen_half(std::uint16_t half) { return f16::from_bits(half); }

/// The half that was widened to this; of NaNs their sign and the payload's high bits.
constexpr std::uint16_t narrow_half(float widened) {
    const auto bits = std::bit_cast<std::uint32_t>(widened), magnitude = bits & 0x7FFFFFFFu;
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    if (magnitude >= 0x7F800000u) return static_cast<std::uint16_t>(sign | 0x7C00u | (magnitude >> 13 & 0x3FFu));
    if (magnitude >= 113u << 23) return static_cast<std::uint16_t>(sign | (magnitude - (112u << 23)) >> 13);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p24f));
}

/// `count` halves at `from` become floats at `to`, where to + 4 * count == from + 2 * count is allowed (widening in
/// place, from the back half of the room).
inline void widen_halves(const char* from, std::uint64_t count, void* to) {
    char* out = static_cast<char*>(to);
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint16_t half;
        std::memcpy(&half, from + i * sizeof half, sizeof half);
        const float value = widen_half(half);
        std::memcpy(out + i * sizeof value, &value, sizeof value);
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
