// What inline PTX is translated into: each asm statement becomes a block of C++ whose registers are variables. Of
// instructions that CUDA has a function for, the translator writes that; the others are here.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <strider/simt/dialect/all.hpp>
#include <strider/simt/dialect/ptx_asynchronous.hpp>
#include <strider/simt/dialect/ptx_matrix.hpp>
#include <strider/simt/dialect/ptx_numbers.hpp>

namespace strider::executor::ptx {

/// An instruction that the translator does not know: `what` is its text.
[[noreturn]] STRIDER_SIMT_INTRINSIC void unknown(const char* what) { executor::refuse(STRIDER_SIMT_CALLER, what); }

/// The bits of a register as another type of its size; of others, the number.
template <class To, class From>
[[gnu::always_inline]] constexpr To as(const From& from) {
    if constexpr (std::is_same_v<To, From>) {
        return from;
    } else if constexpr (sizeof(To) == sizeof(From) && !std::is_same_v<To, bool> && !std::is_same_v<From, bool>) {
        return __builtin_bit_cast(To, from);
    } else if constexpr (std::is_floating_point_v<From>) {
        return static_cast<To>(as<std::conditional_t<sizeof(From) == 4, std::uint32_t, std::uint64_t>>(from));
    } else if constexpr (std::is_floating_point_v<To>) {
        return as<To>(static_cast<std::conditional_t<sizeof(To) == 4, std::uint32_t, std::uint64_t>>(from));
    } else {
        return static_cast<To>(from);
    }
}
template <class To, class From>
[[gnu::always_inline]] constexpr void put(To& to, const From& from) {
    to = as<To>(from);
}

/// Two registers in one of twice their size, and apart again.
[[gnu::always_inline]] constexpr unsigned long long pack(unsigned low, unsigned high) {
    return static_cast<unsigned long long>(high) << 32 | low;
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
STRIDER_SIMT_ROUTINE unsigned thread_in_block() {
    const uint3 thread = thread_index(), block = block_extent();
    return (thread.z * block.y + thread.y) * block.x + thread.x;
}
[[gnu::always_inline]] inline unsigned lanes_before() { return (1u << lane_index()) - 1; }
/// The multiprocessors take blocks in turn.
STRIDER_SIMT_ROUTINE unsigned multiprocessor() {
    const uint3 block = block_index(), grid = grid_extent();
    return ((block.z * grid.y + block.y) * grid.x + block.x) % multiprocessors();
}

// ---- Arithmetic
template <class T>
using wide = std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 2, int, long long>,
                                std::conditional_t<sizeof(T) == 2, unsigned, unsigned long long>>;
template <class T>
STRIDER_SIMT_ROUTINE T high_product(T a, T b) {
    if constexpr (sizeof(T) == 8)
        return static_cast<T>(std::is_signed_v<T> ? static_cast<unsigned long long>(__mul64hi(a, b))
                                                  : __umul64hi(a, b));
    else
        return static_cast<T>(static_cast<wide<T>>(a) * static_cast<wide<T>>(b) >> (8 * sizeof(T)));
}

/// The carry of add.cc and its kin, from one statement to the next.
inline thread_local unsigned carry = 0;
template <class T>
STRIDER_SIMT_ROUTINE T add(T a, T b, bool carries_in, bool carries_out) {
    using bits = std::make_unsigned_t<T>;
    bits sum = 0;
    const bool first = __builtin_add_overflow(static_cast<bits>(a), static_cast<bits>(b), &sum);
    const bool second = __builtin_add_overflow(sum, static_cast<bits>(carries_in ? carry : 0), &sum);
    if (carries_out) carry = first || second;
    return static_cast<T>(sum);
}
template <class T>
STRIDER_SIMT_ROUTINE T subtract(T a, T b, bool borrows_in, bool borrows_out) {
    using bits = std::make_unsigned_t<T>;
    bits difference = 0;
    const bool first = __builtin_sub_overflow(static_cast<bits>(a), static_cast<bits>(b), &difference);
    const bool second = __builtin_sub_overflow(difference, static_cast<bits>(borrows_in ? carry : 0), &difference);
    if (borrows_out) carry = first || second;
    return static_cast<T>(difference);
}

/// Bits [first, first + count), sign-extended where T is signed.
template <class T>
STRIDER_SIMT_ROUTINE T extract(T value, unsigned first, unsigned count) {
    first &= 255u;
    count &= 255u;
    constexpr unsigned bits = 8 * sizeof(T);
    if (count == 0) return 0;
    const unsigned top = first + count - 1 < bits - 1 ? first + count - 1 : bits - 1;
    if (first > bits - 1) return std::is_signed_v<T> ? shift_right(value, bits) : T{0};
    return shift_right(shift_left(value, bits - 1 - top), bits - 1 - top + first);
}
template <class T>
STRIDER_SIMT_ROUTINE T insert(T what, T into, unsigned first, unsigned count) {
    first &= 255u;
    count &= 255u;
    const T ones = count >= 8 * sizeof(T) ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
    const T mask = shift_left(ones, first);
    return static_cast<T>((shift_left(what, first) & mask) | (into & ~mask));
}
/// The place of the highest bit that is not the sign; all ones where there is none.
template <class T>
STRIDER_SIMT_ROUTINE unsigned highest_bit(T value, bool as_shift) {
    unsigned long long bits = std::is_signed_v<T> && value < 0 ? ~static_cast<long long>(value) : value;
    if (bits == 0) return 0xffffffffu;
    const unsigned place = 63 - static_cast<unsigned>(__builtin_clzll(bits));
    return as_shift ? 8 * sizeof(T) - 1 - place : place;
}
/// Bit by bit what `table` says of the three.
STRIDER_SIMT_ROUTINE unsigned lookup(unsigned a, unsigned b, unsigned c, unsigned table) {
    unsigned result = 0;
    for (unsigned row = 0; row < 8; ++row)
        if ((table >> row & 1u) != 0) result |= (row & 4u ? a : ~a) & (row & 2u ? b : ~b) & (row & 1u ? c : ~c);
    return result;
}
template <class T>
STRIDER_SIMT_ROUTINE T least(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::fmin(a, b);
    return b < a ? b : a;
}
template <class T>
STRIDER_SIMT_ROUTINE T most(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::fmax(a, b);
    return a < b ? b : a;
}

enum class rounding { none, nearest, zero, down, up };
/// Numbers from one type to another; integers from floating point are held within their range.
template <class To, class From>
STRIDER_SIMT_ROUTINE To convert(From from, rounding how) {
    if constexpr (std::is_floating_point_v<From>) {
        const From whole = how == rounding::nearest ? std::nearbyint(from)
                           : how == rounding::zero  ? std::trunc(from)
                           : how == rounding::down  ? std::floor(from)
                           : how == rounding::up    ? std::ceil(from)
                                                    : from;
        if constexpr (std::is_floating_point_v<To>) {
            return static_cast<To>(sizeof(To) == sizeof(From) ? whole : from);
        } else {
            return saturated<To>(whole);
        }
    } else {
        return static_cast<To>(from);
    }
}

// ---- Memory that other threads see: st.release, ld.acquire and their kin
template <class T>
STRIDER_SIMT_INTRINSIC T load(T* address, order strength, scope reach) {
    executor::atomic_access(STRIDER_SIMT_CALLER, address, sizeof(T), true, false, strength, reach);
    T value;
    __atomic_load(address, &value, __ATOMIC_SEQ_CST);
    return value;
}
template <class T>
STRIDER_SIMT_INTRINSIC void store(T* address, T value, order strength, scope reach) {
    executor::atomic_access(STRIDER_SIMT_CALLER, address, sizeof(T), false, true, strength, reach);
    __atomic_store(address, &value, __ATOMIC_SEQ_CST);
}

/// bar.sync of all threads of the block, or of so many, at one of the 16 barriers.
STRIDER_SIMT_INTRINSIC void barrier(unsigned id) {
    const uint3 block = block_extent();
    if (id == 0) return executor::block_barrier(STRIDER_SIMT_CALLER);
    executor::named_barrier(STRIDER_SIMT_CALLER, id, block.x * block.y * block.z);
}
STRIDER_SIMT_INTRINSIC void barrier(unsigned id, unsigned threads) {
    executor::named_barrier(STRIDER_SIMT_CALLER, id, threads);
}
STRIDER_SIMT_INTRINSIC void barrier_arrive(unsigned id, unsigned threads) {
    executor::named_barrier_arrive(STRIDER_SIMT_CALLER, id, threads);
}

// ---- Shuffles: `clamp` is the instruction's operand, with the segment's mask in bits 8 to 12
enum class shuffle_kind { up, down, exchange, index };
STRIDER_SIMT_INTRINSIC unsigned shuffle(shuffle_kind kind, unsigned value, unsigned by, unsigned clamp, unsigned mask,
                                        bool* inside) {
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
    const collective_values lanes =
        executor::warp_collective(STRIDER_SIMT_CALLER, collective_kind::shuffle, mask, to_slot(value));
    const unsigned from = is_inside ? source : lane;
    return from_slot<unsigned>((lanes.participants >> from & 1u) != 0 ? lanes.values[from] : undefined_slot);
}

}  // namespace strider::executor::ptx
// SPDX-License-Identifier: Apache-2.0
