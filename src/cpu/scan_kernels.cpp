// Strips of scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// A row is read once and stays in registers until its results are written. Where nothing stands before, the operator's
// identity does, which changes no bit of what it is combined with: for sums of floating point it is -0.
#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/pattern/scan_order.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/scan_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/scan_rows-inl.hpp"
#include "src/simd/operators-inl.hpp"
#include "src/simd/tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

/// Squares of as many elements as a run has, one in every 16 bytes of as many vectors: rows become columns. (With one
/// lane a vector, a run is a column.)
template <class T, unsigned width>
HWY_INLINE void transpose_blocks([[maybe_unused]] vector_of<T> (&vectors)[width]) {
#if HWY_TARGET != HWY_SCALAR
    transpose_square(tag<T>(), vectors);
#endif
}

/// The folds of as many neighbouring runs as a vector has lanes: the first element of each, the first two, and so on. A
/// run in block b of vector j stands in lane j of block b.
template <class T, class Operator>
struct folds_of_runs {
    static constexpr unsigned width = scan_order::run(sizeof(T)), lanes = lanes_of<T>,
                              blocks = lanes < width ? 1 : lanes / width;
    using vector = vector_of<T>;
    vector folds[width];

    HWY_INLINE void load(const T* elements, Operator op) {
        for (unsigned j = 0; j < width; ++j) folds[j] = hn::LoadU(tag<T>(), elements + j * lanes);
        transpose_blocks<T>(folds);
        for (unsigned v = 1; v < width; ++v) folds[v] = combine(op, folds[v - 1], folds[v]);
    }

    /// The last folds, in the order of the runs.
    HWY_INLINE vector last() const {
        return reordered(folds[width - 1], [](unsigned run) { return run % blocks * width + run / blocks; });
    }

    /// base o (before o fold), where `before` is in the order of the runs; exclusive: of the fold of one element less.
    HWY_INLINE void write(vector base, vector before, T* results, bool exclusive, bool streaming, Operator op) const {
        const auto left = reordered(before, [](unsigned lane) { return lane % width * blocks + lane / width; });
        vector found[width];
        for (unsigned v = 0; v < width; ++v) found[v] = combine(op, base, combine(op, left, folds[v]));
        if (exclusive) {
            for (unsigned v = width - 1; v > 0; --v) found[v] = found[v - 1];
            found[0] = combine(op, base, left);
        }
        transpose_blocks<T>(found);
        for (unsigned j = 0; j < width; ++j) store<T>(found[j], results + j * lanes, streaming);
    }

private:
    template <class From>
    static HWY_INLINE vector reordered(vector v, From from) {
        if constexpr (blocks <= 1) {
            return v;
        } else {
            return hn::TableLookupLanes(v, places<T>(from));
        }
    }
};

/// Kogge and Stone's scan of a row's runs, from `distance` on.
template <unsigned distance, class T, class Operator>
HWY_INLINE void scan_runs(row_of_runs<T>& row, vector_of<T> nothing, Operator op) {
    if constexpr (distance < runs) {
        const auto left = shifted<distance>(row, nothing);
        for (unsigned v = 0; v < row.count; ++v) row.vectors[v] = combine(op, left.vectors[v], row.vectors[v]);
        scan_runs<2 * distance>(row, nothing, op);
    }
}

template <class T>
constexpr unsigned row_size = runs * scan_order::run(sizeof(T));

/// The totals of strips.
template <class T, class Operator>
class strip_totals {
public:
    explicit HWY_INLINE strip_totals(Operator op) : op_(op) {}

    HWY_INLINE T total(const T* elements, unsigned rows) {
        for (auto& total : totals_) total = hn::Set(tag<T>(), neutral<T, Operator>());
        for (unsigned r = 0; r < rows; ++r) row(elements + r * row_size<T>);
        return end();
    }

private:
    static constexpr unsigned lanes = lanes_of<T>, width = scan_order::run(sizeof(T));
    static constexpr unsigned ways = any_order<T> ? 4 : 1;

    HWY_INLINE void row(const T* elements) {
        const tag<T> d;
        if constexpr (any_order<T>) {
            for (std::size_t v = 0; v < row_size<T> / lanes; ++v) {
                totals_[v % ways] = combine(op_, totals_[v % ways], hn::LoadU(d, elements + v * lanes));
            }
        } else {
            row_of_runs<T> sums;
            for (unsigned v = 0; v < sums.count; ++v) {
                folds_of_runs<T, Operator> folds;
                folds.load(elements + v * lanes * width, op_);
                sums.vectors[v] = folds.last();
            }
            totals_[0] = combine(op_, totals_[0], tree<1>(sums));
        }
    }

    HWY_INLINE T end() const {
        if constexpr (any_order<T>) {
            HWY_ALIGN T values[lanes];
            vector_of<T> total = totals_[0];
            for (unsigned w = 1; w < ways; ++w) total = combine(op_, total, totals_[w]);
            hn::Store(total, tag<T>(), values);
            for (unsigned i = 1; i < lanes; ++i) values[0] = op_(values[0], values[i]);
            return values[0];
        } else {
            return hn::GetLane(totals_[0]);
        }
    }

    /// What Kogge and Stone's scan has at the last run, in the lowest lane: a tree of neighbours.
    template <unsigned distance>
    HWY_INLINE vector_of<T> tree(row_of_runs<T>& sums) const {
        constexpr unsigned count = row_of_runs<T>::count;
        if constexpr (distance < lanes) {
            const auto to_left = places<T>([](unsigned i) { return (i + distance) % lanes; });
            for (auto& sum : sums.vectors) sum = combine(op_, sum, hn::TableLookupLanes(sum, to_left));
            return tree<2 * distance>(sums);
        } else {
            for (unsigned pairs = count / 2; pairs > 0; pairs /= 2) {
                for (unsigned i = 0; i < pairs; ++i) {
                    sums.vectors[i] = combine(op_, sums.vectors[2 * i], sums.vectors[2 * i + 1]);
                }
            }
            return sums.vectors[0];
        }
    }

    vector_of<T> totals_[ways];
    Operator op_;
};

/// Strips with what stands before the next row.
template <class T, class Operator>
class strip_scans {
public:
    HWY_INLINE strip_scans(const simd_scan& of, Operator op)
        : before_strips_(static_cast<const T*>(of.before)), exclusive_(of.exclusive), op_(op) {}

    HWY_INLINE void begin(unsigned strip) {
        base_ = hn::Set(tag<T>(), before_strips_[strip]);
        before_row_ = nothing();
    }

    /// By streaming stores, results begin at a whole vector.
    HWY_INLINE void row(const T* elements, T* results, bool streaming) {
        const auto last = places<T>([](unsigned) { return lanes - 1; });
        if constexpr (any_order<T>) {
            const auto to_right = places<T>([](unsigned i) { return (i + lanes - 1) % lanes; });
            const auto is_first = hn::FirstN(tag<T>(), 1);
            for (unsigned i = 0; i < row_size<T>; i += lanes) {
                const auto scanned = scan_lanes<1>(hn::LoadU(tag<T>(), elements + i));
                auto found = combine(op_, base_, scanned);
                if (exclusive_) found = hn::IfThenElse(is_first, base_, hn::TableLookupLanes(found, to_right));
                store<T>(found, results + i, streaming);
                base_ = combine(op_, base_, hn::TableLookupLanes(scanned, last));
            }
            return;
        }
        constexpr unsigned width = scan_order::run(sizeof(T)), count = row_of_runs<T>::count;
        folds_of_runs<T, Operator> folds[count];
        row_of_runs<T> sums;
        for (unsigned v = 0; v < count; ++v) {
            folds[v].load(elements + v * lanes * width, op_);
            sums.vectors[v] = folds[v].last();
        }
        scan_runs<1>(sums, nothing(), op_);
        const auto before = shifted<1>(sums, nothing());
        for (unsigned v = 0; v < count; ++v) {
            folds[v].write(base_, combine(op_, before_row_, before.vectors[v]), results + v * lanes * width, exclusive_,
                           streaming, op_);
        }
        before_row_ = combine(op_, before_row_, hn::TableLookupLanes(sums.vectors[count - 1], last));
    }

private:
    static constexpr unsigned lanes = lanes_of<T>;

    /// Kogge and Stone's scan of a vector, from `distance` on.
    template <unsigned distance>
    HWY_INLINE vector_of<T> scan_lanes(vector_of<T> x) const {
        if constexpr (distance < lanes) {
            const auto from_left = places<T>([](unsigned i) { return (i + lanes - distance) % lanes; });
            const auto sum = combine(op_, hn::TableLookupLanes(x, from_left), x);
            return scan_lanes<2 * distance>(hn::IfThenElse(hn::FirstN(tag<T>(), distance), x, sum));
        } else {
            return x;
        }
    }

    static HWY_INLINE vector_of<T> nothing() { return hn::Set(tag<T>(), neutral<T, Operator>()); }

    const T* before_strips_;
    bool exclusive_;
    vector_of<T> base_, before_row_;
    Operator op_;
};

void scan_any(const simd_scan& of, void* output) {
    with_types(of.type, of.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        scan_strips<T, row_size<T>>(of, strip_scans<T, decltype(op)>(of, op), static_cast<T*>(output));
    });
}

void total_any(const simd_scan& of, void* totals) {
    with_types(of.type, of.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        const T* const elements = static_cast<const T*>(of.strips.elements);
        for (unsigned s = 0; s < of.strips.strips; ++s) {
            static_cast<T*>(totals)[s] =
                strip_totals<T, decltype(op)>(op).total(elements + s * of.strips.rows * row_size<T>, of.strips.rows);
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_any);
HWY_EXPORT(total_any);

void scan_simd_strips(const simd_scan& of, void* output) { HWY_DYNAMIC_DISPATCH(scan_any)(of, output); }
void total_simd_strips(const simd_scan& of, void* totals) { HWY_DYNAMIC_DISPATCH(total_any)(of, totals); }

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
