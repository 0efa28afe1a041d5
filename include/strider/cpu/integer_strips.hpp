// Eight strips of integers with heads side by side, one element after the other, by any operator.
//
// Operators are associative, and on integers exactly so: every order gives the same, and there is no need to keep to
// the canonical one, which heads cut to pieces. Eight elements of a strip are one straight piece of code, so that the
// folds go from one to the next in registers and a core waits for the operator alone. Nothing is combined across a
// head, where sums of signed integers might overflow; on unsigned ones the operator may be called for results that are
// not taken, so that a choice needs no branch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/cpu/headed_strips.hpp>
#include <strider/cpu/scan_rows.hpp>
#include <strider/cpu/strip_results.hpp>

namespace strider::cpu_backend {

/// The next element of every strip; `bit` of a word says whether it is a head. `Start`: nothing stands before.
template <bool Exclusive, bool Given, bool Start, class T, class Operator>
[[gnu::always_inline]] inline void fold_next(const T* elements, const T* before, T* after, [[maybe_unused]] T* results,
                                             const head_word<T>* words, head_word<T> bit,
                                             [[maybe_unused]] const T& init, Operator op) {
    for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
        const T element = elements[s], left = before[s];
        T fold = element;
        if constexpr (Given) {
            const T first = words[s] & bit ? init : left;
            if constexpr (Exclusive) results[s] = first;
            if constexpr (Start) {
                if (words[s] & bit) fold = static_cast<T>(op(init, element));
            } else {
                fold = static_cast<T>(op(first, element));
            }
        } else if constexpr (std::is_unsigned_v<T> && !Start) {
            const T both = static_cast<T>(op(left, element));
            fold = words[s] & bit ? element : both;
        } else if constexpr (!Start) {
            if (!(words[s] & bit)) fold = static_cast<T>(op(left, element));
        }
        after[s] = fold;
    });
}

/// Folds the strips from element `first` on, a multiple of 32: after `folded`, which becomes their totals, or `Start`
/// with nothing before. `put` is given [element][strip] of 32 results of each after the other.
template <bool Exclusive, bool Given, bool Start, class T, class Operator, class Put>
[[gnu::always_inline]] inline void fold_strips(const headed_strips<T>& of, std::uint64_t first, Operator op, T* folded,
                                               Put put) {
    constexpr unsigned strips = scan_order::strips, width = strip_runs<T>::width, block = 32, runs = block / width;
    constexpr unsigned straight = 8;
    // A block is loaded while the one before it is folded: what was stored in parts is not read as a whole at once, for
    // which a core would wait.
    strip_runs<T> elements[2][runs];
    alignas(64) T folds[1 + block][strips];
    alignas(64) T results[Exclusive ? block : 1][strips];
    alignas(64) head_word<T> words[strips];
    const auto load_block = [&](std::uint64_t at) {
        for (unsigned run = 0; run < runs; ++run) {
            elements[at / block % 2][run].load(of.from + at + run * width, of.strip);
        }
    };
    std::copy_n(folded, strips, folds[0]);
    load_block(first);
    for (std::uint64_t at = first; at < of.strip; at += block) {
        if (at + block < of.strip) load_block(at + block);
        if constexpr (!Start) of.fetch(at, block);
        for (unsigned s = 0; s < strips; ++s) words[s] = of.word(s, at);
        if (at == 0 && of.starts) words[0] |= 1;
        const auto& loaded = elements[at / block % 2];
        const auto fold_some = [&]<bool Begin, unsigned... E>(unsigned e, std::bool_constant<Begin>,
                                                              std::integer_sequence<unsigned, E...>) {
            (fold_next < Exclusive, Given,
             Begin && E == 0 > (loaded[(e + E) / width].at[(e + E) % width], folds[e + E], folds[e + E + 1],
                                results[Exclusive ? e + E : 0], words, head_word<T>{1} << E, of.init, op),
             ...);
            for (unsigned s = 0; s < strips; ++s) words[s] >>= straight;
        };
        constexpr std::make_integer_sequence<unsigned, straight> some;
        unsigned e = 0;
        if (Start && at == first) {
            fold_some(0, std::true_type(), some);
            e = straight;
        }
        for (; e < block; e += straight) fold_some(e, std::false_type(), some);
        put(Exclusive ? results : folds + 1);
        std::copy_n(folds[block], strips, folds[0]);
    }
    std::copy_n(folds[0], strips, folded);
}

/// The totals of strips whose last heads stand at element `first`, a multiple of 32, or behind it.
template <class T, class Operator>
void fold_integer_strips(const headed_strips<T>& of, std::uint64_t first, Operator op, T* totals) {
    std::fill_n(totals, scan_order::strips, T{});
    const auto nowhere = [](const auto*) {};
    of.given ? fold_strips<false, true, true>(of, first, op, totals, nowhere)
             : fold_strips<false, false, true>(of, first, op, totals, nowhere);
}

/// The results of strips after `before`.
template <bool Exclusive, class T, class Operator>
void scan_integer_strips(const headed_strips<T>& of, Operator op, T* before, strip_results<T>& results) {
    const auto put = [&](const auto* some) { results.put(some); };
    if constexpr (Exclusive) {
        fold_strips<true, true, false>(of, 0, op, before, put);
    } else {
        of.given ? fold_strips<false, true, false>(of, 0, op, before, put)
                 : fold_strips<false, false, false>(of, 0, op, before, put);
    }
    results.finish();
}

}  // namespace strider::cpu_backend
