// Atomic operations on any memory, the same on the host, on a GPU and in the executor.
//
//     strider::atomic_ref<float, strider::thread_scope::device>(sums[k]).fetch_add(x, std::memory_order_relaxed);
//
// The interface is that of std::atomic_ref and cuda::atomic_ref: an object is looked at through a reference that lives
// no longer than it; while there is one, nobody may use the object in another way. The default order is sequentially
// consistent, the default scope the whole system; a kernel that counts wants `relaxed` and `device`.
//
// What CUDA calls
// - atomicAdd and atomicSub is fetch_add and fetch_sub: integers, float and double of 4 and 8 bytes;
// - atomicMin and atomicMax is fetch_min and fetch_max: the same;
// - atomicInc and atomicDec is fetch_inc and fetch_dec: unsigned integers of 4 and 8 bytes;
// - atomicAnd, atomicOr and atomicXor is fetch_and, fetch_or and fetch_xor: integers of 4 and 8 bytes;
// - atomicExch is exchange: any trivially copyable type of 1, 2, 4, 8 or 16 bytes;
// - atomicCAS is compare_exchange_strong, which leaves what it found in `expected`: the same.
// Besides there are load, store, and fetch_update for any operation. All fetch_ calls return what stood there before. A
// type of another size goes into an atomic_cell, which fills it up.
//
// - Integers wrap, signed ones as well.
// - fetch_inc(limit) counts up to `limit` and starts again at 0; fetch_dec(limit) counts down to 0 and starts again at
//   `limit`, also from above it. These are CUDA's rules, here for 64 bits too.
// - fetch_min and fetch_max of floating point are those of strider::minimum and strider::maximum: a NaN wins and stays,
//   and -0 is below +0. Which NaN is left is not defined. On a GPU they are integer instructions, not loops; the price:
//   where a NaN stands that none of these calls brought, others may see the number for a moment before the NaN is back.
// - Floating-point addition rounds to nearest on every backend. A GPU's addition of float in global memory takes
//   denormal operands and results as zeros of their sign; elsewhere, and for double, they are kept. The order of
//   additions is that of the threads' arrival: for sums that have the same bits in every run, use strider::reduce.
// - compare_exchange compares bits: NaN equals itself, -0 and +0 differ, and a type with padding may differ from
//   itself.
// - Objects must be aligned to their size (`required_alignment`), also those of 16 bytes.
// - On a GPU an operation on 1 or 2 bytes is one on the aligned 4 bytes around them, which are read, and written back
// as
//   they were but for the object: let the allocation hold all four, or memory checkers report it.
// - Everything is lock-free: 16 bytes on a GPU of compute capability 9.0 or newer (for older ones the program does not
//   compile) and on x86-64, where even a load of 16 bytes needs memory that may be written; on other processors, link
//   with libatomic and see what it promises.
// - Where there is no instruction (on a GPU: fetch_inc and fetch_dec of 64 bits, fetch_update; on the host also minima,
//   maxima and floating-point additions), an operation is a loop of compare_exchange: it ends unless others come
//   between again and again. Under contention it is a hundred times slower than an instruction
//   (ladders/critical_section).
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

/// The failure order that goes with a success order: what a load may have of it.
STRIDER_HOST_DEVICE constexpr std::memory_order load_order(std::memory_order order) {
    return order == std::memory_order::release   ? std::memory_order::relaxed
           : order == std::memory_order::acq_rel ? std::memory_order::acquire
                                                 : order;
}

}  // namespace atomics

/// What an atomic_ref may look at.
template <class T>
concept atomically_accessible =
    std::is_trivially_copyable_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

/// What atomic arithmetic takes: integers and floating point of 4 and 8 bytes.
template <class T>
concept atomic_number = (std::integral<T> || std::floating_point<T>) && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept atomic_integer = std::integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept atomic_unsigned = std::unsigned_integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// An object, seen through atomic operations: see the head of this file.
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

    /// Writes `desired` where the bits of `expected` stand, and says whether it did; `expected` gets what stood there.
    STRIDER_HOST_DEVICE bool compare_exchange_strong(T& expected, T desired, order_type success,
                                                     order_type failure) const {
        return compare_exchange(expected, desired, false, success, failure);
    }
    STRIDER_HOST_DEVICE bool compare_exchange_strong(T& expected, T desired, order_type order = usual) const {
        return compare_exchange(expected, desired, false, order, atomics::load_order(order));
    }
    /// The same, but may fail without a reason: for loops.
    STRIDER_HOST_DEVICE bool compare_exchange_weak(T& expected, T desired, order_type success,
                                                   order_type failure) const {
        return compare_exchange(expected, desired, true, success, failure);
    }
    STRIDER_HOST_DEVICE bool compare_exchange_weak(T& expected, T desired, order_type order = usual) const {
        return compare_exchange(expected, desired, true, order, atomics::load_order(order));
    }

    /// Replaces the object by update(object), in one step as seen by others. `update` may be called several times.
    template <class Update>
    STRIDER_HOST_DEVICE T fetch_update(Update update, order_type order = usual) const {
        T old = load(std::memory_order::relaxed);
        while (!compare_exchange_weak(old, update(old), order, atomics::load_order(order))) {
        }
        return old;
    }

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
    STRIDER_HOST_DEVICE T fetch_sub(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (std::integral<T>) {
            return value(words::fetch_add(as<word>(), word(word(0) - bits(operand)), order));
        } else {
            return fetch_add(-operand, order);
        }
    }

    STRIDER_HOST_DEVICE T fetch_min(T operand, order_type order = usual) const
        requires atomic_number<T>
    {
        if constexpr (words::has_min_max) {
            return fetch_extreme<true>(operand, order);
        } else {
            return fetch_update([operand](T old) { return minimum{}(old, operand); }, order);
        }
    }
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

    STRIDER_HOST_DEVICE T fetch_inc(T limit, order_type order = usual) const
        requires atomic_unsigned<T>
    {
        if constexpr (words::has_inc_dec && sizeof(T) == 4) {
            if (words::in_kernel()) return words::fetch_inc(as<unsigned>(), limit, order);
        }
        return fetch_update([limit](T old) { return old >= limit ? T(0) : T(old + 1); }, order);
    }
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

/// A value of up to 16 bytes whose size has no atomic operations, filled up to the next one that has: an
/// atomic_ref<atomic_cell<T>> looks at it. Make every one by its value alone, `atomic_cell<T>{value}`: then equal
/// values have equal bits, if T has no padding of its own.
template <class T>
    requires(std::is_trivially_copyable_v<T> && sizeof(T) < 16 && !atomically_accessible<T>)
struct alignas(std::bit_ceil(sizeof(T))) atomic_cell {
    T value;
    unsigned char rest[std::bit_ceil(sizeof(T)) - sizeof(T)] = {};
};

}  // namespace STRIDER_TARGET
}  // namespace strider
