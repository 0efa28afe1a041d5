// __shfl_sync, __shfl_up_sync, __shfl_down_sync, __shfl_xor_sync: lanes of a warp read each other's registers.
#pragma once

#include <strider/emulator/dialect/register.hpp>

namespace strider::emulation {

/// The lane that `lane` reads, by the rules of PTX: segments of `width` lanes (a power of two up to 32), offsets modulo
/// 32. A lane whose source lies outside of its segment reads itself. Only the exchange may reach back into an earlier
/// segment, as on the device.
namespace shuffle_source {
[[gnu::always_inline]] constexpr unsigned index(unsigned lane, unsigned source, unsigned width) {
    return (lane & ~(width - 1)) | (source & (width - 1));
}
[[gnu::always_inline]] constexpr unsigned up(unsigned lane, unsigned delta, unsigned width) {
    return (delta & 31u) > (lane & (width - 1)) ? lane : lane - (delta & 31u);
}
[[gnu::always_inline]] constexpr unsigned down(unsigned lane, unsigned delta, unsigned width) {
    return lane + (delta & 31u) > (lane | (width - 1)) ? lane : lane + (delta & 31u);
}
[[gnu::always_inline]] constexpr unsigned exchange(unsigned lane, unsigned lane_mask, unsigned width) {
    return (lane ^ (lane_mask & 31u)) > (lane | (width - 1)) ? lane : lane ^ (lane_mask & 31u);
}
}  // namespace shuffle_source

/// The value that `lane` gets from an absent source lane. CUDA leaves it undefined; this value makes a sum, maximum or
/// minimum visibly wrong. So odd lanes get a positive number.
[[gnu::always_inline]] constexpr std::uint64_t undefined_slot(unsigned lane) {
    return lane % 2 == 0 ? 0xdededededededede : 0x5ededede5ededede;
}

/// The value that `lane` gets from lane `source`.
STRIDER_EMULATOR_ROUTINE std::uint64_t taken(site caller, const collective_values& lanes, unsigned mask, unsigned lane,
                                             unsigned source) {
    if ((lanes.defined >> source & lanes.defined >> lane & 1u) != 0) return lanes.values[source];
    const bool takes_part = (lanes.participants >> source & 1u) != 0;
    const std::uint64_t received = takes_part ? lanes.values[source] : undefined_slot(lane);
    miss_source(caller, mask, source, !takes_part, lanes.values[lane], received);
    return received;
}

/// Reads `value` of lane `source`.
template <class T>
STRIDER_EMULATOR_ROUTINE T shuffle(site caller, unsigned mask, T value, unsigned source, unsigned width) {
    if (width == 0 || width > warp_lanes || (width & (width - 1)) != 0)
        refuse(caller, "a shuffle's width that is not a power of two from 1 to 32 (CUDA leaves its result undefined)");
    if constexpr (register_value<T> && sizeof(T) >= 4) {
        return from_slot<T>(taken(caller, warp_collective(caller, collective_kind::shuffle, mask, to_slot(value)), mask,
                                  lane_index(), source));
    } else {
        lane_array<T> values;
        const unsigned participants = exchange(caller, collective_kind::shuffle, mask, value, values);
        if ((participants >> source & 1u) == 0) miss_source(caller, mask, source, true, 0, 0);
        return values[source];
    }
}

}  // namespace strider::emulation

template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC auto __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    const auto from = strider::emulation::shuffle_source::index(strider::emulation::lane_index(),
                                                                static_cast<unsigned>(source), width);
    return strider::emulation::shuffle(STRIDER_EMULATOR_CALLER, mask, +value, from, width);
}
template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC auto __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const auto from = strider::emulation::shuffle_source::up(strider::emulation::lane_index(), delta, width);
    return strider::emulation::shuffle(STRIDER_EMULATOR_CALLER, mask, +value, from, width);
}
template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC auto __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const auto from = strider::emulation::shuffle_source::down(strider::emulation::lane_index(), delta, width);
    return strider::emulation::shuffle(STRIDER_EMULATOR_CALLER, mask, +value, from, width);
}
template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC auto __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
    const auto from = strider::emulation::shuffle_source::exchange(strider::emulation::lane_index(),
                                                                   static_cast<unsigned>(lane_mask), width);
    return strider::emulation::shuffle(STRIDER_EMULATOR_CALLER, mask, +value, from, width);
}
// SPDX-License-Identifier: Apache-2.0
