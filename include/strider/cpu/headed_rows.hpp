// Eight rows of a segmented scan side by side in the canonical order, one of each strip of a tile, by any operator: for
// floating point.
//
// As scan_rows.hpp, with the heads of a row as a bit a run. Where a head stands between two values, the operator is
// given the right one twice and what comes of it is left: a choice between two values needs no branch, and values of
// different segments never meet.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/core/heads.hpp>
#include <strider/cpu/headed_strips.hpp>
#include <strider/cpu/scan_rows.hpp>
#include <strider/cpu/strip_results.hpp>

namespace strider::cpu_backend {

template <bool Given, class T, class Operator>
class headed_rows {
public:
    static constexpr unsigned runs = scan_order::lanes, strips = scan_order::strips;
    static constexpr unsigned width = scan_order::run(sizeof(headed<T>)), size = runs * width;
    static_assert(width <= 2);

    headed_rows(const headed_strips<T>& of, Operator op) : of_(of), op_(op) {}

    /// The totals of strips whose last heads stand at element `first`, that of a row, or behind it.
    void fold(std::uint64_t first, T* totals) {
        for (std::uint64_t at = first; at < of_.strip; at += size) {
            const bool heads = load(at);
            heads ? sum_rows<false>() : sum_rows<true>();
            append(totals, at == first);
        }
    }

    /// The results of strips after `before`.
    template <bool Exclusive>
    void scan(const T* before, strip_results<T>& results) {
        alignas(64) word open[strips];
        alignas(64) T totals[strips]{};
        for (word& strip : open) strip = 1;
        if (of_.starts) open[0] = 0;
        for (std::uint64_t at = 0; at < of_.strip; at += size) {
            of_.fetch(at, size);
            const bool heads = load(at) || at == 0;
            heads ? scan_rows<Exclusive, false>(totals, at == 0) : scan_rows<Exclusive, true>(totals, false);
            word any_open = 0;
            for (unsigned s = 0; s < strips; ++s) any_open |= open[s];
            if (any_open != 0) {
                take_in<Exclusive>(before, open, at == 0);
                for (unsigned s = 0; s < strips; ++s) open[s] &= static_cast<word>(with_head_[s] == 0);
            }
            append(totals, at == 0);
            for (unsigned e = 0; e < size; e += results.block) results.put(results_ + e);
        }
        results.finish();
    }

private:
    using word = head_word<T>;
    static constexpr unsigned chunk = 4;  ///< runs that are one straight piece of code
    template <unsigned E>
    using constant = std::integral_constant<unsigned, E>;

    /// Of every strip, bits that close runs to what stands before them, from run `first` on.
    struct closed_runs {
        closed_runs(const word* of, unsigned first) {
            for (unsigned s = 0; s < strips; ++s) bits[s] = of[s] << (word_bits - chunk - first);
        }
        /// The sign says it, which vectors choose by.
        template <unsigned E>
        bool at(unsigned s) const {
            return static_cast<std::make_signed_t<word>>(bits[s] << (chunk - 1 - E)) < 0;
        }
        static constexpr unsigned word_bits = 8 * sizeof(word);
        alignas(64) word bits[strips];
    };

    /// The last elements of a chunk first.
    template <unsigned First = 0, class Body>
    [[gnu::always_inline]] static void backwards(Body body) {
        [&]<unsigned... E>(std::integer_sequence<unsigned, E...>) {
            (body(constant<chunk - 1 - E>()), ...);
        }(std::make_integer_sequence<unsigned, chunk - First>());
    }

    /// What stands before `right` is taken in but where the run is closed: nowhere, if `Plain`. `to` may be one of
    /// them.
    template <unsigned E, bool Plain>
    [[gnu::always_inline]] void combine(const T* left, const T* right, T* to, const closed_runs& closed) const {
        if constexpr (Plain) {
            for_strips<T>([&](unsigned s)
                              __attribute__((always_inline)) { to[s] = static_cast<T>(op_(left[s], right[s])); });
            return;
        }
        // In two loops, since a compiler would move the operator to where its result is taken: to a branch.
        alignas(64) T both[strips];
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
            const T after = right[s], before = left[s];
            both[s] = static_cast<T>(op_(closed.template at<E>(s) ? after : before, after));
        });
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
            const T after = right[s], combined = both[s];
            to[s] = closed.template at<E>(s) ? after : combined;
        });
    }

    template <unsigned E>
    [[gnu::always_inline]] static void choose(const T& there, const T* otherwise, T* to, const closed_runs& closed) {
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
            const T other = otherwise[s];
            to[s] = closed.template at<E>(s) ? there : other;
        });
    }

    [[gnu::always_inline]] static void copy(const T* from, T* to) {
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) { to[s] = from[s]; });
    }

    /// Every other bit of a word, from the lowest on.
    static std::uint32_t even_bits(std::uint32_t bits) {
        bits &= 0x5555'5555u;
        bits = (bits | bits >> 1) & 0x3333'3333u;
        bits = (bits | bits >> 2) & 0x0f0f'0f0fu;
        bits = (bits | bits >> 4) & 0x00ff'00ffu;
        return (bits | bits >> 8) & 0xffffu;
    }

    /// The rows from `at` on. Is there a head?
    bool load(std::uint64_t at) {
        constexpr unsigned part = strip_runs<T>::width;
        for (unsigned i = 0; i < size / part; ++i) elements_[i].load(of_.from + at + i * part, of_.strip);
        if constexpr (width == 1) {
            for (unsigned s = 0; s < strips; ++s) heads_[0][s] = of_.word(s, at);
        } else {
            std::uint32_t low[strips], high[strips];
            for (unsigned s = 0; s < strips; ++s) low[s] = of_.word(s, at), high[s] = of_.word(s, at + 32);
            for (unsigned v = 0; v < width; ++v) {
                for (unsigned s = 0; s < strips; ++s) {
                    heads_[v][s] = even_bits(low[s] >> v) | even_bits(high[s] >> v) << 16;
                }
            }
        }
        for (unsigned s = 0; s < strips; ++s) {
            with_head_[s] = width == 1 ? heads_[0][s] : heads_[0][s] | heads_[width - 1][s];
            closed_[s] = with_head_[s];
        }
        word any = 0;
        for (unsigned s = 0; s < strips; ++s) any |= with_head_[s];
        return any != 0;
    }

    template <bool Plain>
    void sum_rows() {
        fold_runs<Plain>();
        step<1, Plain, true>(), step<2, Plain, true>(), step<4, Plain, true>();
        step<8, Plain, true>(), step<16, Plain, true>();
    }

    template <bool Exclusive, bool Plain>
    void scan_rows(const T* before_row, bool first_row) {
        fold_runs<Plain>();
        step<1, Plain>();
        if (step<2, Plain>() && step<4, Plain>() && step<8, Plain>()) step<16, Plain>();
        write<Exclusive, Plain>(before_row, first_row);
    }

    [[gnu::always_inline]] const T* element(unsigned run, unsigned v) const {
        constexpr unsigned part = strip_runs<T>::width;
        const unsigned i = run * width + v;
        return elements_[i / part].at[i % part];
    }
    /// Of the first v + 1 elements of a run.
    [[gnu::always_inline]] const T* fold_of(unsigned run, unsigned v) const {
        return Given || v > 0 ? folds_[v][run] : element(run, v);
    }

    template <bool Plain>
    void fold_runs() {
        for (unsigned first = 0; first < runs; first += chunk) {
            const closed_runs head(heads_[0], first), second_head(heads_[width - 1], first);
            backwards([&]<unsigned E>(constant<E>) __attribute__((always_inline)) {
                const unsigned run = first + E;
                if constexpr (Given) start<E>(element(run, 0), folds_[0][run], head);
                if constexpr (width == 2) {
                    const T* second = element(run, 1);
                    if constexpr (Given) {
                        start<E>(second, second_, second_head);
                        second = second_;
                    }
                    combine<E, Plain>(fold_of(run, 0), second, folds_[1][run], second_head);
                }
            });
        }
    }

    /// An element, after what its segment starts with if it is a head.
    template <unsigned E>
    [[gnu::always_inline]] void start(const T* elements, T* to, const closed_runs& head) const {
        alignas(64) T with_init[strips];
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
            with_init[s] = static_cast<T>(op_(of_.init, elements[s]));
        });
        for_strips<T>([&](unsigned s) __attribute__((always_inline)) {
            const T value = elements[s], after = with_init[s];
            to[s] = head.template at<E>(s) ? after : value;
        });
    }

    /// A step of Kogge and Stone's; of totals alone, where it matters to them. Is there more to do?
    template <unsigned distance, bool Plain, bool Totals = false>
    bool step() {
        if constexpr (distance > 1 && !Plain) {
            word everywhere = ~word{0};
            for (unsigned s = 0; s < strips; ++s) everywhere &= closed_[s];
            everywhere |= (word{1} << distance) - 1;
            if (static_cast<std::uint32_t>(everywhere) == ~std::uint32_t{0}) return false;
        }
        if constexpr (distance == 1) copy(fold_of(0, width - 1), sums_[0]);
        const auto value = [&](unsigned run) { return distance == 1 ? fold_of(run, width - 1) : sums_[run]; };
        const auto some = [&]<unsigned First>(unsigned first, constant<First>) {
            const closed_runs closed(closed_, first);
            backwards<First>([&]<unsigned E>(constant<E>) __attribute__((always_inline)) {
                if (Totals && (first + E + 1) % (2 * distance) != 0) return;
                combine<E, Plain>(value(first + E - distance), value(first + E), sums_[first + E], closed);
            });
        };
        constexpr unsigned last = distance < chunk ? chunk : distance;
        for (unsigned first = runs; first > last; first -= chunk) some(first - chunk, constant<0>());
        if constexpr (distance < chunk) some(0, constant<distance>());
        for (unsigned s = 0; s < strips; ++s) closed_[s] |= closed_[s] << distance;
        return true;
    }

    /// The results after the rows before these.
    template <bool Exclusive, bool Plain>
    void write(const T* before_row, bool first_row) {
        // A head in a run or before it closes the one that follows to what stands before the row.
        alignas(64) word seen[strips], closed[width][strips];
        for (unsigned s = 0; s < strips; ++s) seen[s] = up_to(with_head_[s]);
        for (unsigned s = 0; s < strips; ++s) seen[s] = seen[s] << 1 | 1;
        if (first_row) {
            for (unsigned s = 0; s < strips; ++s) seen[s] = ~word{0};
        }
        for (unsigned s = 0; s < strips; ++s) {
            const word nothing = first_row ? 1 : 0;
            closed[0][s] = heads_[0][s] | nothing;
            closed[width - 1][s] = with_head_[s] | nothing;
        }
        for (unsigned first = 0; first < runs; first += chunk) {
            const closed_runs after_head(seen, first), at_head(closed[0], first), behind_head(closed[width - 1], first);
            const closed_runs head(heads_[0], first), second_head(heads_[width - 1], first);
            backwards([&]<unsigned E>(constant<E>) __attribute__((always_inline)) {
                const unsigned run = first + E;
                const T* left = before_row;
                if (run != 0) {
                    combine<E, Plain>(before_row, sums_[run - 1], before_run_, after_head);
                    left = before_run_;
                }
                T(*const results)[strips] = results_ + run * width;
                if constexpr (!Exclusive) {
                    combine<E, Plain>(left, fold_of(run, 0), results[0], at_head);
                    if constexpr (width == 2) combine<E, Plain>(left, fold_of(run, 1), results[1], behind_head);
                } else {
                    Plain ? copy(left, results[0]) : choose<E>(of_.init, left, results[0], head);
                    if constexpr (width == 2) {
                        combine<E, Plain>(left, fold_of(run, 0), results[1], at_head);
                        if (!Plain) choose<E>(of_.init, results[1], results[1], second_head);
                    }
                }
            });
        }
    }

    /// Takes what stands before the strips in, up to their first heads.
    template <bool Exclusive>
    void take_in(const T* before, const word* open, bool first_row) {
        alignas(64) word closed[width][strips];
        for (unsigned s = 0; s < strips; ++s) {
            const word seen = up_to(with_head_[s]), done = open[s] - 1;
            closed[width - 1][s] = seen | done;
            if constexpr (width == 2) closed[0][s] = seen << 1 | heads_[0][s] | done;
        }
        for (unsigned first = 0; first < runs; first += chunk) {
            const closed_runs head(closed[0], first), either(closed[width - 1], first);
            backwards([&]<unsigned E>(constant<E>) __attribute__((always_inline)) {
                T(*const results)[strips] = results_ + (first + E) * width;
                if (Exclusive && first_row && first + E == 0) {
                    // Nothing stands in the strip before its first element.
                    for (unsigned s = 0; s < strips; ++s)
                        results[0][s] = head.template at<0>(s) ? results[0][s] : before[s];
                } else {
                    combine<E, false>(before, results[0], results[0], head);
                }
                if constexpr (width == 2) combine<E, false>(before, results[1], results[1], either);
            });
        }
    }

    /// The totals of the rows so far take in those of these.
    void append(T* totals, bool first_row) const {
        alignas(64) word fresh[strips];
        for (unsigned s = 0; s < strips; ++s) fresh[s] = first_row || with_head_[s] != 0;
        combine<0, false>(totals, sums_[runs - 1], totals, closed_runs(fresh, 0));
    }

    /// Whether there is a head in a run or before it in its row.
    static word up_to(word bits) {
        for (unsigned distance = 1; distance < runs; distance *= 2) bits |= bits << distance;
        return bits;
    }

    const headed_strips<T>& of_;
    Operator op_;
    strip_runs<T> elements_[size / strip_runs<T>::width];
    alignas(64) word heads_[width][strips];
    alignas(64) word with_head_[strips];  ///< runs that have one
    alignas(64) word closed_[strips];     ///< runs that are closed to what stands one step before them
    alignas(64) T folds_[width][runs][strips];
    alignas(64) T sums_[runs][strips];
    alignas(64) T second_[strips];
    alignas(64) T before_run_[strips];
    alignas(64) T results_[size][strips];
};

/// The totals of strips whose last heads stand at element `first`, that of a row, or behind it.
template <class T, class Operator>
void fold_float_strips(const headed_strips<T>& of, std::uint64_t first, Operator op, T* totals) {
    of.given ? headed_rows<true, T, Operator>(of, op).fold(first, totals)
             : headed_rows<false, T, Operator>(of, op).fold(first, totals);
}

/// The results of strips after `before`.
template <bool Exclusive, class T, class Operator>
void scan_float_strips(const headed_strips<T>& of, Operator op, const T* before, strip_results<T>& results) {
    if constexpr (Exclusive) {
        headed_rows<true, T, Operator>(of, op).template scan<true>(before, results);
    } else {
        of.given ? headed_rows<true, T, Operator>(of, op).template scan<false>(before, results)
                 : headed_rows<false, T, Operator>(of, op).template scan<false>(before, results);
    }
}

}  // namespace strider::cpu_backend
