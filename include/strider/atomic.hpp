// Atomic operations on any memory, the same on the host, on a GPU and in the emulator.
//
//     strider::atomic_ref<float, strider::thread_scope::device>(sums[k]).fetch_add(x, std::memory_order_relaxed);
//
// The members are those of std::atomic_ref and cuda::atomic_ref. The default order is sequentially consistent, and the
// default scope is the whole system. A kernel that counts wants `relaxed` and `device`.
// These members stand for CUDA's functions:
// - atomicAdd, atomicSub, atomicMin, atomicMax: fetch_add, fetch_sub, fetch_min, fetch_max;
// - atomicInc, atomicDec: fetch_inc, fetch_dec, here also of 64 bits;
// - atomicAnd, atomicOr, atomicXor: fetch_and, fetch_or, fetch_xor;
// - atomicExch, atomicCAS: exchange, compare_exchange_strong.
//
// Cost: an instruction where the processor has it. Otherwise an operation is a loop of compare_exchange, which ends
// unless other threads come between again and again: on a GPU fetch_inc and fetch_dec of 64 bits and fetch_update, on
// the host also minima, maxima and floating-point additions. Under contention a loop is a hundred times slower than an
// instruction (ladders/critical_section).
// Errors: the program does not compile for types and GPUs that lack the operation.
//
// Sources: CUDA C++ Programming Guide, Atomic Functions; ISO C++20, [atomics.ref.generic]; the lecture on atomics and
// patterns (any operation by compare-and-swap, compared as bits so that NaN ends the loop).
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/thread_scope.hpp>
#include <strider/core/word_128.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/atomic.hpp>
#else
#include <strider/core/host_atomic.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

namespace atomics {

template <std::size_t Bytes>
struct atomic_word {
    using type = unsigned char;  // of sizes that atomic_ref refuses, in one line
};
template <>
struct atomic_word<1> {
    using type = std::uint8_t;
};
template <>
struct atomic_word<2> {
    using type = std::uint16_t;
};
template <>
struct atomic_word<4> {
    using type = std::uint32_t;
};
template <>
struct atomic_word<8> {
    using type = std::uint64_t;
};
template <>
struct atomic_word<16> {
    using type = word_128;
};

/// The failure order for a success order: the part of it that a load may have.
STRIDER_HOST_DEVICE constexpr std::memory_order load_order(std::memory_order order) {
    return order == std::memory_order::release   ? std::memory_order::relaxed
           : order == std::memory_order::acq_rel ? std::memory_order::acquire
                                                 : order;
}

}  // namespace atomics

/// The types that an atomic_ref may refer to.
template <class T>
concept atomically_accessible =
    std::is_trivially_copyable_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

/// The types of atomic arithmetic: integers and floating-point numbers of 4 and 8 bytes.
template <class T>
concept atomic_number = (std::integral<T> || std::floating_point<T>) && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept atomic_integer = std::integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept atomic_unsigned = std::unsigned_integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// An object, seen through atomic operations. The object lives at least as long as the reference. While a reference
/// exists, nobody may use the object in another way. All fetch_ calls return the value before the operation.
///
/// - Objects must be aligned to their size (`required_alignment`), also objects of 16 bytes. Put a type of another size
///   into an atomic_cell.
/// - On a GPU, an operation on 1 or 2 bytes reads the aligned 4 bytes around them, and writes the other bytes back
///   unchanged. The allocation must hold all four bytes, or memory checkers report the access.
/// - Everything is lock-free. 16 bytes need a GPU of compute capability 9.0 or newer: for older GPUs the program does
///   not compile. On x86-64 even a load of 16 bytes needs memory that may be written. On other processors, link with
///   libatomic and see what it promises.
template <class T, thread_scope Scope = thread_scope::system>
class atomic_ref {
    static_assert(
        atomically_accessible<T>,
        "an atomic_ref looks at trivially copyable types of 1, 2, 4, 8 or 16 bytes: put a value of another size "
        "into a strider::atomic_cell");

    using word = typename atomics::atomic_word<sizeof(T)>::type;
    using words = atomics::atomic_words<Scope>;
    using order_type = std::memory_order;
    static constexpr order_type usual = std::memory_order::seq_cst;

public:
    using value_type = T;
    static constexpr std::size_t required_alignment = sizeof(T);

    STRIDER_HOST_DEVICE explicit atomic_ref(T& object) : object_(&object) {}

    STRIDER_HOST_DEVICE T load(order_type order = usual) const { return value(words::load(as<word>(), order)); }
    STRIDER_HOST_DEVICE void store(T desired, order_type order = usual) const {
        words::store(as<word>(), bits(desired), order);
    }
    STRIDER_HOST_DEVICE T exchange(T desired, order_type order = usual) const {
        return value(words::exchange(as<word>(), bits(desired), order));
    }

    /// Writes `desired` if the object has the bits of `expected`, and says whether it did. `expected` gets what stood
    /// there. Bits are compared: NaN equals itself, -0 and +0 differ, and a type with padding may differ from itself.
    STRIDER_HOST_DEVICE bool compare_exchange_strong(T& expected, T desired, order_type success,
                                                     order_type failure) const {
        return compare_exchange(expected, desired, false, success, failure);
    }
    STRIDER_HOST_DEVICE bool compare_exchange_strong(T& expected, T desired, order_type order = usual) const {
        return compare_exchange(expected, desired, false, order, atomics::load_order(order));
    }
    /// The same, but may fail without a reason: use it in loops.
    STRIDER_HOST_DEVICE bool compare_exchange_weak(T& expected, T desired, order_type success,
                                                   order_type failure) const {
        return compare_exchange(expected, desired, true, success, failure);
    }
    STRIDER_HOST_DEVICE bool compare_exchange_weak(T& expected, T desired, order_type order = usual) const {
        return compare_exchange(expected, desired, true, order, atomics::load_order(order));
    }

    /// Replaces the object by update(object). Others see one step. The call may call `update` several times.
    template <class Update>
    STRIDER_HOST_DEVICE T fetch_update(Update update, order_type order = usual) const {
        T old = load(std::memory_order::relaxed);
        while (!compare_exchange_weak(old, update(old), order, atomics::load_order(order))) {
        }
        return old;
    }

    /// Adds. Integers wrap, signed integers too. Floating-point addition rounds to nearest on every backend. A GPU's
    /// addition of float in global memory takes denormal operands and results as zeros of their sign; elsewhere, and
    /// for double, they are kept. Additions happen in the order in which threads arrive: for sums that have the same
    /// bits in every run, use strider::reduce.
    STRIDER_HOST_DEVICE T fetch_add(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (std::integral<T>) {
            return value(words::fetch_add(as<word>(), bits(operand), order));
        } else if constexpr (words::adds_floats) {
            return words::fetch_add(object_, operand, order);
        } else {
            return fetch_update([operand](T old) { return plus{}(old, operand); }, order);
        }
    }
    /// Subtracts, as fetch_add adds.
    STRIDER_HOST_DEVICE T fetch_sub(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (std::integral<T>) {
            return value(words::fetch_add(as<word>(), word(word(0) - bits(operand)), order));
        } else {
            return fetch_add(-operand, order);
        }
    }

    /// The minimum as strider::minimum: a NaN wins and stays, and -0 is below +0. Which NaN stays is not defined. On a
    /// GPU this is an integer instruction and not a loop. So if a NaN stands that none of these calls brought, others
    /// may see the number for a moment before the NaN is back.
    STRIDER_HOST_DEVICE T fetch_min(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (words::has_min_max) {
            return fetch_extreme<true>(operand, order);
        } else {
            return fetch_update([operand](T old) { return minimum{}(old, operand); }, order);
        }
    }
    /// The maximum as strider::maximum, as fetch_min.
    STRIDER_HOST_DEVICE T fetch_max(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (words::has_min_max) {
            return fetch_extreme<false>(operand, order);
        } else {
            return fetch_update([operand](T old) { return maximum{}(old, operand); }, order);
        }
    }

    STRIDER_HOST_DEVICE T fetch_and(T operand, order_type order = usual) const
        requires atomic_integer<T>
    {
        return value(words::fetch_and(as<word>(), bits(operand), order));
    }
    STRIDER_HOST_DEVICE T fetch_or(T operand, order_type order = usual) const
        requires atomic_integer<T>
    {
        return value(words::fetch_or(as<word>(), bits(operand), order));
    }
    STRIDER_HOST_DEVICE T fetch_xor(T operand, order_type order = usual) const
        requires atomic_integer<T>
    {
        return value(words::fetch_xor(as<word>(), bits(operand), order));
    }

    /// Counts up to `limit`, and starts again at 0. CUDA's rule, here for 64 bits too.
    STRIDER_HOST_DEVICE T fetch_inc(T limit, order_type order = usual) const
        requires atomic_unsigned<T>
    {
        if constexpr (words::has_inc_dec && sizeof(T) == 4) {
            if (words::in_kernel()) return words::fetch_inc(as<unsigned>(), limit, order);
        }
        return fetch_update([limit](T old) { return old >= limit ? T(0) : T(old + 1); }, order);
    }
    /// Counts down to 0, and starts again at `limit`, also from above it. CUDA's rule, here for 64 bits too.
    STRIDER_HOST_DEVICE T fetch_dec(T limit, order_type order = usual) const
        requires atomic_unsigned<T>
    {
        if constexpr (words::has_inc_dec && sizeof(T) == 4) {
            if (words::in_kernel()) return words::fetch_dec(as<unsigned>(), limit, order);
        }
        return fetch_update([limit](T old) { return old == 0 || old > limit ? limit : T(old - 1); }, order);
    }

private:
    STRIDER_HOST_DEVICE static word bits(const T& of) { return __builtin_bit_cast(word, of); }
    STRIDER_HOST_DEVICE static T value(const word& of) { return __builtin_bit_cast(T, of); }

    template <class As>
    STRIDER_HOST_DEVICE As* as() const {
        return reinterpret_cast<As*>(object_);
    }

    STRIDER_HOST_DEVICE bool compare_exchange(T& expected, const T& desired, bool weak, order_type success,
                                              order_type failure) const {
        word found = bits(expected);
        const bool done = words::compare_exchange(as<word>(), found, bits(desired), weak, success, failure);
        expected = value(found);
        return done;
    }

    /// The minimum or maximum by integer instructions. The bits of floating-point numbers that are not negative are
    /// in the numbers' order as integers, those of negative ones in the opposite order. A NaN stands beyond the
    /// infinity of its sign: it wins with the right sign, which all NaN get here.
    template <bool Least>
    STRIDER_HOST_DEVICE T fetch_extreme(T operand, order_type order) const {
        using signed_word = std::make_signed_t<word>;
        if constexpr (std::integral<T>) {
            return Least ? words::fetch_min(object_, operand, order) : words::fetch_max(object_, operand, order);
        } else {
            constexpr word sign = word(1) << (8 * sizeof(T) - 1);
            constexpr word infinity = sizeof(T) == 4 ? word(0x7f800000) : word(0x7ff0000000000000);
            constexpr word quiet = infinity | (infinity >> 1);
            constexpr word winning_nan = Least ? sign | quiet : quiet;

            const auto combine = [this, order](word brought) {
                const bool negative = (brought & sign) != 0;
                if (negative) {
                    return Least ? words::fetch_max(as<word>(), brought, order)
                                 : words::fetch_min(as<word>(), brought, order);
                }
                const signed_word positive = static_cast<signed_word>(brought);
                return static_cast<word>(Least ? words::fetch_min(as<signed_word>(), positive, order)
                                               : words::fetch_max(as<signed_word>(), positive, order));
            };
            const bool brings_nan = operand != operand;
            const word old = combine(brings_nan ? winning_nan : bits(operand));
            // A NaN of the other sign has lost: it is put right.
            if ((old & ~sign) > infinity && (old & sign) != (winning_nan & sign) && !brings_nan) combine(winning_nan);
            return value(old);
        }
    }

    T* object_;
};

/// A value of up to 16 bytes whose size has no atomic operations, padded to the next size that has them. An
/// atomic_ref<atomic_cell<T>> refers to it. Make every cell from its value alone, `atomic_cell<T>{value}`: then equal
/// values have equal bits, if T has no padding of its own.
template <class T>
    requires(std::is_trivially_copyable_v<T> && sizeof(T) < 16 && !atomically_accessible<T>)
struct alignas(std::bit_ceil(sizeof(T))) atomic_cell {
    T value;
    unsigned char rest[std::bit_ceil(sizeof(T)) - sizeof(T)] = {};
};

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
