// Eight rows of a scan side by side, one of each strip of a tile: for any source and operator.
//
// Kogge and Stone's steps combine neighbours of one row, but here the same elements of eight rows are neighbours in
// memory: every step is one loop that compilers turn to vectors, and no vector is read across two that were just
// written, which a core would wait for. Rows become columns and columns rows in registers, 16 bytes of a strip at a
// time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <strider/cpu/squares.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider::cpu_backend {

/// A run of each strip: element v of strip s in [v][s].
template <class T>
struct strip_runs {
    static constexpr unsigned width = scan_order::run(sizeof(T)), strips = scan_order::strips;
    alignas(32) T at[width][strips];

    /// Strips begin `apart` elements from each other.
    void load(const T* from, std::uint64_t apart) {
        if constexpr (in_registers) {
            for (unsigned s = 0; s < strips; s += square::rows)
                square::to_columns(from + s * apart, apart, at[0] + s, strips);
        } else {
            for (unsigned s = 0; s < strips; ++s) {
                for (unsigned v = 0; v < width; ++v) at[v][s] = from[s * apart + v];
            }
        }
    }
    void store(T* to, std::uint64_t apart) const {
        if constexpr (in_registers) {
            for (unsigned s = 0; s < strips; s += square::rows)
                square::to_rows(at[0] + s, strips, to + s * apart, apart);
        } else {
            for (unsigned s = 0; s < strips; ++s) {
                for (unsigned v = 0; v < width; ++v) to[s * apart + v] = at[v][s];
            }
        }
    }

private:
    using square = squares<T, width == strips ? 1 : 2>;
    static constexpr bool in_registers = fits_squares<T> && width <= strips;
};

/// Scans the strips of a complete tile by themselves, row after row.
template <class T, class Operator>
class strip_rows {
public:
    explicit strip_rows(Operator op) : op_(op) {}

    /// The next row of every strip: from `from` to `to`, in which strips begin `apart_from` and `apart_to` elements
    /// from each other. Of an exclusive scan, the first result of a strip means nothing.
    template <bool Exclusive, bool First>
    void scan(const T* from, std::uint64_t apart_from, T* to, std::uint64_t apart_to) {
        // All are loaded before any is read: what was stored in parts is not read as a whole at once, for which a core
        // would wait.
        for (unsigned run = 0; run < runs; ++run) folds_[run].load(from + run * width, apart_from);
        for (unsigned run = 0; run < runs; ++run) {
            auto& folds = folds_[run].at;
            for (unsigned v = 1; v < width; ++v) combine(folds[v - 1], folds[v], folds[v]);
        }
        copy(folds_[0].at[width - 1], sums_[0]);
        for (unsigned run = 1; run < runs; ++run) {
            combine(folds_[run - 1].at[width - 1], folds_[run].at[width - 1], sums_[run]);
        }
        step<2>(), step<4>(), step<8>(), step<16>();
        for (unsigned run = 0; run < runs; ++run) {
            const auto& folds = folds_[run].at;
            strip_runs<T> results;
            alignas(32) T both[strips];
            const T* left = both;
            if (run == 0) {
                left = First ? folds[0] : totals_;
            } else if constexpr (First) {
                left = sums_[run - 1];
            } else {
                combine(totals_, sums_[run - 1], both);
            }
            if constexpr (Exclusive) copy(left, results.at[0]);
            for (unsigned v = Exclusive; v < width; ++v) {
                const auto& fold = folds[v - Exclusive];
                First&& run == 0 ? copy(fold, results.at[v]) : combine(left, fold, results.at[v]);
            }
            results.store(to + run * width, apart_to);
        }
        First ? copy(sums_[runs - 1], totals_) : combine(totals_, sums_[runs - 1], totals_);
    }

    /// The totals of the rows so far, one for every strip.
    const T* totals() const { return totals_; }

private:
    static constexpr unsigned runs = scan_order::lanes, strips = scan_order::strips, width = strip_runs<T>::width;

    static void copy(const T* from, T* to) { std::memcpy(to, from, strips * sizeof(T)); }

    /// `to` is apart from the others, or one of them. Unrolled in part: a compiler that unrolls the whole loop before
    /// it makes vectors leaves operators that choose, such as a maximum, as branches.
    void combine(const T* left, const T* right, T* to) const {
#pragma GCC unroll 4
        for (unsigned s = 0; s < strips; ++s) {
            to[s] = op_(left[s], right[s]);
            // g++ 12 makes wrong vectors of structs for AVX2: of (value, head) pairs of 16 bytes.
            if constexpr (!std::is_arithmetic_v<T>) asm volatile("" : : : "memory");
        }
    }

    /// A step of Kogge and Stone's.
    template <unsigned distance>
    void step() {
        for (unsigned run = runs; run-- > distance;) combine(sums_[run - distance], sums_[run], sums_[run]);
    }

    strip_runs<T> folds_[runs];
    alignas(64) T sums_[runs][strips];
    alignas(64) T totals_[strips];
    Operator op_;
};

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
