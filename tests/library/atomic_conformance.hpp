// Atomic operations on every backend, written once. A backend instantiates it with a `Backend` that has,
// as in reduce_conformance.hpp, buffers, and
//
//   static constexpr unsigned threads = ...;                      // that run at once.
//   static constexpr bool keeps_denormals = ...;                  // in the addition of float.
//   template <class Work> static void run(unsigned n, Work work); // work(i) for i < n, on that many threads, and waits
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <strider/atomic.hpp>

#include "tests/library/elements.hpp"

namespace strider::test {

enum class operation { add, sub, least, greatest, exchange, compare, update, bits_and, bits_or, bits_xor, inc, dec };

/// The model: what `op` makes of `old`. Operands of comparisons are what is to be found; 7 is written there.
template <class T>
T model(operation op, T old, T operand) {
    switch (op) {
        case operation::add:
            return plus{}(old, operand);
        case operation::sub:
            if constexpr (std::is_integral_v<T>) {
                using bits = std::make_unsigned_t<T>;
                return static_cast<T>(static_cast<bits>(old) - static_cast<bits>(operand));
            } else {
                return old - operand;
            }
        case operation::least:
            return minimum{}(old, operand);
        case operation::greatest:
            return maximum{}(old, operand);
        case operation::exchange:
            return operand;
        case operation::compare:
            return same_bits(old, operand) ? T(7) : old;
        case operation::update:
            return old == operand ? T(1) : T(2);
        default:
            break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (op == operation::bits_and) return old & operand;
        if (op == operation::bits_or) return old | operand;
        if (op == operation::bits_xor) return old ^ operand;
        if (op == operation::inc) return old >= operand ? T(0) : T(old + 1);
        if (op == operation::dec) return old == 0 || old > operand ? operand : T(old - 1);
    }
    return old;
}

/// One operation on one cell; what it returned.
template <class T, thread_scope Scope>
STRIDER_HOST_DEVICE T applied(operation op, T& cell, T operand, std::memory_order order) {
    const atomic_ref<T, Scope> at(cell);
    switch (op) {
        case operation::add:
            return at.fetch_add(operand, order);
        case operation::sub:
            return at.fetch_sub(operand, order);
        case operation::least:
            return at.fetch_min(operand, order);
        case operation::greatest:
            return at.fetch_max(operand, order);
        case operation::exchange:
            return at.exchange(operand, order);
        case operation::compare: {
            T found = operand;
            at.compare_exchange_strong(found, T(7), order);
            return found;
        }
        case operation::update:
            return at.fetch_update([operand](T old) { return old == operand ? T(1) : T(2); }, order);
        default:
            break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (op == operation::bits_and) return at.fetch_and(operand, order);
        if (op == operation::bits_or) return at.fetch_or(operand, order);
        if (op == operation::bits_xor) return at.fetch_xor(operand, order);
    }
    if constexpr (std::is_unsigned_v<T>) {
        if (op == operation::inc) return at.fetch_inc(operand, order);
        if (op == operation::dec) return at.fetch_dec(operand, order);
    }
    return cell;
}

/// Pair i of the samples to cell i.
template <class T, thread_scope Scope>
struct apply_to_pairs {
    operation op;
    T* cells;
    const T* operands;
    T* returned;
    STRIDER_HOST_DEVICE void operator()(unsigned i) const {
        returned[i] = i % 2 == 0 ? applied<T, Scope>(op, cells[i], operands[i], std::memory_order::relaxed)
                                 : applied<T, Scope>(op, cells[i], operands[i], std::memory_order::seq_cst);
    }
};

/// Two halves that belong together, of a size for which there is one atomic operation.
template <class Half>
struct joined_halves {
    Half low, high;
    bool operator==(const joined_halves&) const = default;
};
struct three_bytes {
    std::uint8_t r, g, b;
};
struct twelve_bytes {
    std::uint32_t x, y, z;
};

/// Loads, stores, exchanges and compares; `found` gets what each of them found.
template <class T, thread_scope Scope>
struct move_values {
    T *cell, *found, first, second;
    STRIDER_HOST_DEVICE void operator()(unsigned) const {
        const atomic_ref<T, Scope> at(*cell);
        at.store(first, std::memory_order::release);
        found[0] = at.load(std::memory_order::acquire);
        found[1] = at.exchange(second, std::memory_order::acq_rel);
        T expected = first;
        if (!at.compare_exchange_strong(expected, first)) found[2] = expected;
        while (!at.compare_exchange_weak(expected, first, std::memory_order::acq_rel, std::memory_order::relaxed)) {
        }
        found[3] = at.load();
        at.store(second);
    }
};

/// Everybody counts in every way.
struct tallies {
    std::uint32_t sum = 0, least = 1000, greatest = 0, ring = 0, bits = 0;
    std::uint64_t wide_sum = 0, wide_ring = 3;
    std::int64_t signed_least = 5;
    float whole = 0, coldest = 0;
    double halves = 0;
    std::uint32_t updated = 0;
};
template <thread_scope Scope>
struct count_in_every_way {
    tallies* all;
    STRIDER_HOST_DEVICE void operator()(unsigned i) const {
        constexpr auto relaxed = std::memory_order::relaxed;
        atomic_ref<std::uint32_t, Scope>(all->sum).fetch_add(i, relaxed);
        atomic_ref<std::uint32_t, Scope>(all->least).fetch_min(i + 5, relaxed);
        atomic_ref<std::uint32_t, Scope>(all->greatest).fetch_max(i, relaxed);
        atomic_ref<std::uint32_t, Scope>(all->ring).fetch_inc(6, relaxed);
        atomic_ref<std::uint32_t, Scope>(all->bits).fetch_xor(1u << i % 32, relaxed);
        atomic_ref<std::uint64_t, Scope>(all->wide_sum).fetch_add(std::uint64_t{i} << 32, relaxed);
        atomic_ref<std::uint64_t, Scope>(all->wide_ring).fetch_dec(10, relaxed);
        atomic_ref<std::int64_t, Scope>(all->signed_least).fetch_min(-std::int64_t{i}, relaxed);
        atomic_ref<float, Scope>(all->whole).fetch_sub(1.0f, relaxed);
        atomic_ref<float, Scope>(all->coldest).fetch_min(3.0f - static_cast<float>(i), relaxed);
        atomic_ref<double, Scope>(all->halves).fetch_add(0.5, relaxed);
        atomic_ref<std::uint32_t, Scope>(all->updated).fetch_update([](std::uint32_t old) { return old + 3; });
    }
};

/// Adds 1 to both halves at once, `rounds` times, and counts what was torn.
template <class T>
struct add_to_both_halves {
    T* cell;
    unsigned* torn;
    unsigned rounds;
    STRIDER_HOST_DEVICE void operator()(unsigned) const {
        const atomic_ref<T, thread_scope::device> at(*cell);
        for (unsigned r = 0; r < rounds; ++r) {
            const T seen = at.load(std::memory_order::relaxed);
            if (seen.low != seen.high) atomic_ref<unsigned, thread_scope::device>(*torn).fetch_add(1);
            at.fetch_update([](T old) {
                ++old.low, ++old.high;
                return old;
            });
        }
    }
};

template <class Backend>
class AtomicConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    template <class T, thread_scope Scope>
    static void expect_the_model() {
        using limits = std::numeric_limits<T>;
        std::vector<T> samples = {T(0), T(1), T(7), T(100), limits::max(), limits::lowest(), T(-3)};
        if constexpr (std::is_floating_point_v<T>) {
            for (const T special : {-T(0), limits::infinity(), -limits::infinity(), limits::quiet_NaN(),
                                    -limits::quiet_NaN(), limits::min(), T(0.1)}) {
                samples.push_back(special);
            }
            if (Backend::keeps_denormals || sizeof(T) == 8) samples.push_back(limits::denorm_min());
        }
        std::vector<T> before, operands;
        for (const T old : samples) {
            for (const T operand : samples) {
                before.push_back(old);
                operands.push_back(operand);
            }
        }
        const auto count = static_cast<unsigned>(before.size());
        const int last = static_cast<int>(std::is_unsigned_v<T>   ? operation::dec
                                          : std::is_integral_v<T> ? operation::bits_xor
                                                                  : operation::update);
        for (int which = 0; which <= last; ++which) {
            const auto op = static_cast<operation>(which);
            const buffer<T> cells(before), brought(operands), returned(before);
            Backend::run(count, apply_to_pairs<T, Scope>{op, cells.address(), brought.address(), returned.address()});
            const std::vector<T> after = cells.values(), came_back = returned.values();
            for (unsigned i = 0; i < count; ++i) {
                const T right = model(op, before[i], operands[i]);
                EXPECT_TRUE(same_bits(after[i], right) || (after[i] != after[i] && right != right))
                    << "operation " << which << " on " << +before[i] << " and " << +operands[i] << " left " << +after[i]
                    << ", scope " << static_cast<int>(Scope);
                EXPECT_TRUE(same_bits(came_back[i], before[i]))
                    << "operation " << which << " on " << +before[i] << " and " << +operands[i] << " returned "
                    << +came_back[i];
            }
        }
    }

    template <class T, thread_scope Scope>
    static void expect_moves(const T& first, const T& second) {
        constexpr std::size_t whole_word = sizeof(T) < 4 ? 4 / sizeof(T) : 1;  // what a GPU reads for smaller objects
        const buffer<T> cell(std::vector<T>(whole_word, second)), found(std::vector<T>(4, second));
        Backend::run(1, move_values<T, Scope>{cell.address(), found.address(), first, second});
        const std::vector<T> right{first, first, second, first}, seen = found.values();
        for (std::size_t i = 0; i < right.size(); ++i) {
            EXPECT_TRUE(same_bits(seen[i], right[i])) << sizeof(T) << " bytes, step " << i;
        }
        EXPECT_TRUE(same_bits(cell.values().front(), second)) << sizeof(T) << " bytes";
    }

    template <class T>
    static void expect_whole(unsigned rounds) {
        const buffer<T> cell(std::vector<T>(1, T{0, 0}));
        const buffer<unsigned> torn(std::vector<unsigned>(1, 0));
        Backend::run(Backend::threads, add_to_both_halves<T>{cell.address(), torn.address(), rounds});
        const auto right = static_cast<decltype(T::low)>(rounds * Backend::threads);
        EXPECT_EQ(cell.value().low, right) << sizeof(T) << " bytes";
        EXPECT_EQ(cell.value().high, right) << sizeof(T) << " bytes";
        EXPECT_EQ(torn.value(), 0u) << sizeof(T) << " bytes";
    }

    template <thread_scope Scope>
    static void expect_nothing_lost() {
        const unsigned n = Backend::threads;
        const buffer<tallies> all(std::vector<tallies>(1));
        Backend::run(n, count_in_every_way<Scope>{all.address()});
        const tallies found = all.value();
        EXPECT_EQ(found.sum, n * (n - 1) / 2);
        EXPECT_EQ(found.least, 5u);
        EXPECT_EQ(found.greatest, n - 1);
        EXPECT_EQ(found.ring, n % 7);
        std::uint32_t bits = 0;
        for (unsigned i = 0; i < n; ++i) bits ^= 1u << i % 32;
        EXPECT_EQ(found.bits, bits);
        EXPECT_EQ(found.wide_sum, std::uint64_t{n} * (n - 1) / 2 << 32);
        EXPECT_EQ(found.wide_ring, (3 + 11 * n - n) % 11);
        EXPECT_EQ(found.signed_least, -std::int64_t{n - 1});
        EXPECT_EQ(found.whole, -static_cast<float>(n));
        EXPECT_EQ(found.coldest, std::min(0.0f, 4.0f - static_cast<float>(n)));
        EXPECT_EQ(found.halves, n / 2.0);
        EXPECT_EQ(found.updated, 3 * n);
    }
};
TYPED_TEST_SUITE_P(AtomicConformance);

TYPED_TEST_P(AtomicConformance, DoesWhatTheModelDoes) {
    this->template expect_the_model<std::int32_t, thread_scope::device>();
    this->template expect_the_model<std::uint32_t, thread_scope::block>();
    this->template expect_the_model<std::uint32_t, thread_scope::device>();
    this->template expect_the_model<std::uint32_t, thread_scope::system>();
    this->template expect_the_model<std::int64_t, thread_scope::system>();
    this->template expect_the_model<std::uint64_t, thread_scope::device>();
    this->template expect_the_model<float, thread_scope::block>();
    this->template expect_the_model<float, thread_scope::device>();
    this->template expect_the_model<double, thread_scope::system>();
}

TYPED_TEST_P(AtomicConformance, MovesValuesOfAnyType) {
    this->template expect_moves<std::uint8_t, thread_scope::device>(17, 255);
    this->template expect_moves<std::uint16_t, thread_scope::device>(1717, 65535);
    this->template expect_moves<joined_halves<std::uint16_t>, thread_scope::block>({1, 2}, {3, 4});
    this->template expect_moves<joined_halves<std::uint32_t>, thread_scope::system>({1, 2}, {3, 4});
    this->template expect_moves<joined_halves<float>, thread_scope::device>({0.5f, -0.0f}, {3, 4});
    this->template expect_moves<word_128, thread_scope::block>({1, 2}, {3, 4});
    this->template expect_moves<word_128, thread_scope::device>({1, 2}, {3, 4});
    this->template expect_moves<word_128, thread_scope::system>({1, 2}, {3, 4});
    const auto cell = [](auto value) { return atomic_cell<decltype(value)>{value}; };
    this->template expect_moves<atomic_cell<three_bytes>, thread_scope::device>(cell(three_bytes{1, 2, 3}),
                                                                                cell(three_bytes{9, 8, 7}));
    this->template expect_moves<atomic_cell<twelve_bytes>, thread_scope::device>(cell(twelve_bytes{1, 2, 3}),
                                                                                 cell(twelve_bytes{9, 8, 7}));
}

TYPED_TEST_P(AtomicConformance, LosesNothingBetweenThreads) {
    this->template expect_nothing_lost<thread_scope::device>();
    this->template expect_nothing_lost<thread_scope::system>();
}

TYPED_TEST_P(AtomicConformance, NeverTearsAValue) {
    this->template expect_whole<joined_halves<std::uint16_t>>(20);
    this->template expect_whole<joined_halves<std::uint32_t>>(20);
    this->template expect_whole<word_128>(20);
}

REGISTER_TYPED_TEST_SUITE_P(AtomicConformance, DoesWhatTheModelDoes, MovesValuesOfAnyType, LosesNothingBetweenThreads,
                            NeverTearsAValue);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
