// Functions that translated inline PTX calls. The translator turns each asm statement into a block of C++ whose
// registers are variables. An instruction that CUDA has a function for becomes a call of that function; the others are
// here.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/all.hpp>
#include <strider/emulator/dialect/ptx_asynchronous.hpp>
#include <strider/emulator/dialect/ptx_float.hpp>
#include <strider/emulator/dialect/ptx_integer.hpp>
#include <strider/emulator/dialect/ptx_matrix.hpp>
#include <strider/emulator/dialect/ptx_numbers.hpp>
#include <strider/emulator/dialect/ptx_video.hpp>
#include <strider/emulator/dialect/warpgroup.hpp>

namespace strider::emulation::ptx {

/// Refuses an instruction that the translator does not know; `what` is its text.
[[noreturn]] STRIDER_EMULATOR_INTRINSIC void unknown(const char* what) {
    emulation::refuse(STRIDER_EMULATOR_CALLER, what);
}

template <std::size_t Bytes>
using bits_of = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;
/// The bits of a register as another type. A wider register gives its lowest bits; a narrower one is extended like an
/// integer.
template <class To, class From>
[[gnu::always_inline]] constexpr To as(const From& from) {
    if constexpr (std::is_same_v<To, From>)
        return from;
    else if constexpr (std::is_same_v<To, bool> || (std::is_integral_v<From> && std::is_integral_v<To>))
        return static_cast<To>(from);
    else if constexpr (std::is_integral_v<From>)
        return __builtin_bit_cast(To, static_cast<bits_of<sizeof(To)>>(from));
    else
        return as<To>(__builtin_bit_cast(bits_of<sizeof(From)>, from));
}
template <class To, class From>
[[gnu::always_inline]] constexpr void put(To& to, const From& from) {
    to = as<To>(from);
}

template <class T>
[[gnu::always_inline]] inline T* at(unsigned long long address, long long offset) {
    return reinterpret_cast<T*>(address + static_cast<unsigned long long>(offset));
}
template <class T, int Lanes>
struct alignas(sizeof(T) * Lanes) vector {
    T lane[Lanes];
};

// ---- Special registers
STRIDER_EMULATOR_ROUTINE unsigned thread_in_block() {
    const uint3 thread = thread_index(), block = block_extent();
    return (thread.z * block.y + thread.y) * block.x + thread.x;
}
[[gnu::always_inline]] inline unsigned lanes_before() { return (1u << lane_index()) - 1; }
/// Blocks go to the multiprocessors in turn.
STRIDER_EMULATOR_ROUTINE unsigned multiprocessor() {
    const uint3 block = block_index(), grid = grid_extent();
    return ((block.z * grid.y + block.y) * grid.x + block.x) % multiprocessors();
}

// ---- Memory shared with other threads: st.release, ld.acquire and their kin
template <class T>
STRIDER_EMULATOR_INTRINSIC T load(T* address, order strength, scope reach) {
    emulation::atomic_access(STRIDER_EMULATOR_CALLER, address, sizeof(T), true, false, strength, reach);
    T value;
    __atomic_load(address, &value, __ATOMIC_SEQ_CST);
    return value;
}
template <class T>
STRIDER_EMULATOR_INTRINSIC void store(T* address, T value, order strength, scope reach) {
    emulation::atomic_access(STRIDER_EMULATOR_CALLER, address, sizeof(T), false, true, strength, reach);
    __atomic_store(address, &value, __ATOMIC_SEQ_CST);
}

/// bar.sync for all threads of the block, or for a given number, at one of the 16 barriers.
STRIDER_EMULATOR_INTRINSIC void barrier(unsigned id) {
    const uint3 block = block_extent();
    if (id == 0) return emulation::block_barrier(STRIDER_EMULATOR_CALLER);
    emulation::named_barrier(STRIDER_EMULATOR_CALLER, id, block.x * block.y * block.z);
}
STRIDER_EMULATOR_INTRINSIC void barrier(unsigned id, unsigned threads) {
    emulation::named_barrier(STRIDER_EMULATOR_CALLER, id, threads);
}
STRIDER_EMULATOR_INTRINSIC void barrier_arrive(unsigned id, unsigned threads) {
    emulation::named_barrier_arrive(STRIDER_EMULATOR_CALLER, id, threads);
}

STRIDER_EMULATOR_INTRINSIC bool votes_are_uniform(unsigned mask, bool predicate) {
    const ballot votes = cast_votes(STRIDER_EMULATOR_CALLER, mask, predicate);
    return votes.agreeing == 0 || votes.agreeing == votes.participants;
}

// ---- Shuffles: `clamp` is the instruction's operand; bits 8 to 12 hold the mask of the segment
enum class shuffle_kind { up, down, exchange, index };
STRIDER_EMULATOR_INTRINSIC unsigned shuffle(shuffle_kind kind, unsigned value, unsigned by, unsigned clamp,
                                            unsigned mask, bool* inside) {
    const unsigned lane = lane_index(), segment = clamp >> 8 & 31u, bound = clamp & 31u;
    const unsigned last = (lane & segment) | (bound & ~segment), first = lane & segment;
    const unsigned offset = by & 31u;
    unsigned source = 0;
    bool is_inside = false;
    switch (kind) {
        case shuffle_kind::up:
            source = lane - offset;
            is_inside = static_cast<int>(source) >= static_cast<int>(last);
            break;
        case shuffle_kind::down:
            source = lane + offset;
            is_inside = source <= last;
            break;
        case shuffle_kind::exchange:
            source = lane ^ offset;
            is_inside = source <= last;
            break;
        case shuffle_kind::index:
            source = first | (offset & ~segment);
            is_inside = source <= last;
            break;
    }
    if (inside != nullptr) *inside = is_inside;
    const site caller = STRIDER_EMULATOR_CALLER;
    return from_slot<unsigned>(taken(caller,
                                     emulation::warp_collective(caller, collective_kind::shuffle, mask, to_slot(value)),
                                     mask, lane, is_inside ? source : lane));
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
