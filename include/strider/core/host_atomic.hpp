// Atomic operations on the host's words of 1 to 16 bytes. The scope makes no difference: a processor has one.
#pragma once

#include <atomic>
#include <cstdint>

#include <strider/core/thread_scope.hpp>
#include <strider/core/word_128.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace atomics {

/// The operations that atomic_ref is made of. `Word` is an unsigned integer of 1 to 8 bytes, or word_128. Where the
/// processor has no instruction for an operation, atomic_ref uses compare_exchange.
struct host_atomic_words {
    static constexpr bool adds_floats = false;
    static constexpr bool has_min_max = false;
    static constexpr bool has_inc_dec = false;

    template <class Word>
    static Word load(Word* at, std::memory_order order) {
        return __atomic_load_n(aliasing(at), static_cast<int>(order));
    }
    template <class Word>
    static void store(Word* at, Word value, std::memory_order order) {
        __atomic_store_n(aliasing(at), value, static_cast<int>(order));
    }
    template <class Word>
    static Word exchange(Word* at, Word value, std::memory_order order) {
        return __atomic_exchange_n(aliasing(at), value, static_cast<int>(order));
    }
    template <class Word>
    static bool compare_exchange(Word* at, Word& expected, Word value, bool weak, std::memory_order success,
                                 std::memory_order failure) {
        return __atomic_compare_exchange_n(aliasing(at), &expected, value, weak, static_cast<int>(success),
                                           static_cast<int>(failure));
    }
    template <class Word>
    static Word fetch_add(Word* at, Word value, std::memory_order order) {
        return __atomic_fetch_add(aliasing(at), value, static_cast<int>(order));
    }
    template <class Word>
    static Word fetch_and(Word* at, Word value, std::memory_order order) {
        return __atomic_fetch_and(aliasing(at), value, static_cast<int>(order));
    }
    template <class Word>
    static Word fetch_or(Word* at, Word value, std::memory_order order) {
        return __atomic_fetch_or(aliasing(at), value, static_cast<int>(order));
    }
    template <class Word>
    static Word fetch_xor(Word* at, Word value, std::memory_order order) {
        return __atomic_fetch_xor(aliasing(at), value, static_cast<int>(order));
    }

    // 16 bytes: everything is made of the one instruction that there is, in the strongest order.
    static word_128 load(word_128* at, std::memory_order) { return host_compare_and_swap_128(at, {}, {}); }
    static word_128 exchange(word_128* at, word_128 value, std::memory_order) {
        word_128 old = load(at, std::memory_order_relaxed);
        for (word_128 seen; (seen = host_compare_and_swap_128(at, old, value)) != old;) old = seen;
        return old;
    }
    static void store(word_128* at, word_128 value, std::memory_order order) { exchange(at, value, order); }
    static bool compare_exchange(word_128* at, word_128& expected, word_128 value, bool, std::memory_order,
                                 std::memory_order) {
        const word_128 seen = host_compare_and_swap_128(at, expected, value);
        const bool same = seen == expected;
        expected = seen;
        return same;
    }

private:
    /// The object there may have any type.
    template <class Word>
    static auto aliasing(Word* at) {
        using aliasing_word [[gnu::may_alias]] = Word;
        return reinterpret_cast<aliasing_word*>(at);
    }
};

#if !defined(STRIDER_DEVICE_CODE)
template <thread_scope>
struct atomic_words : host_atomic_words {};
#endif

}  // namespace atomics

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
