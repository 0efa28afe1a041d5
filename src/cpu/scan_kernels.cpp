// Strips of scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// A row is read once and stays in registers until its results are written. Where nothing stands before, the operator's
// identity does, which changes no bit of what it is combined with: for sums of floating point it is -0.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_scan.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/scan_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/scan_rows-inl.hpp"
#include "src/cpu/simd_operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

/// Squares of as many elements as a run has, one in every 16 bytes of as many vectors: rows become columns.
template <class T, unsigned width>
HWY_INLINE void transpose_blocks([[maybe_unused]] vector_of<T> (&vectors)[width]) {
#if HWY_TARGET != HWY_SCALAR  // with one lane a vector, a run is a column
    const tag<T> d;
    for (unsigned round = 1; round < width; round *= 2) {
        vector_of<T> riffled[width];
        for (unsigned i = 0; i < width / 2; ++i) {
            riffled[2 * i] = hn::InterleaveLower(d, vectors[i], vectors[i + width / 2]);
            riffled[2 * i + 1] = hn::InterleaveUpper(d, vectors[i], vectors[i + width / 2]);
        }
        for (unsigned i = 0; i < width; ++i) vectors[i] = riffled[i];
    }
#endif
}

/// The folds of as many neighbouring runs as a vector has lanes: the first element of each, the first two, and so on. A
/// run in block b of vector j stands in lane j of block b.
template <class T, class Operator>
struct folds_of_runs {
    static constexpr unsigned width = scan_order::run(sizeof(T)), lanes = lanes_of<T>, blocks = lanes / width;
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

    /// before o fold, where `before` is in the order of the runs; exclusive: of the fold of one element less.
    template <bool Exclusive>
    HWY_INLINE void write(vector before, T* results, Operator op) const {
        const auto left = reordered(before, [](unsigned lane) { return lane % width * blocks + lane / width; });
        vector found[width];
        for (unsigned v = 0; v < width; ++v) {
            if (Exclusive && v == 0) {
                found[v] = left;
            } else {
                found[v] = combine(op, left, folds[Exclusive ? v - 1 : v]);
            }
        }
        transpose_blocks<T>(found);
        for (unsigned j = 0; j < width; ++j) hn::StoreU(found[j], tag<T>(), results + j * lanes);
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

template <bool Exclusive, class T, class Operator>
T scan_strip(const T* elements, unsigned rows, Operator op, T* results) {
    constexpr unsigned lanes = lanes_of<T>, width = folds_of_runs<T, Operator>::width, count = row_of_runs<T>::count;
    const tag<T> d;
    const auto nothing = hn::Set(d, neutral<T, Operator>());
    const auto last = places<T>([](unsigned) { return lanes - 1; });

    const T* const ahead = elements + rows * runs * width;
    auto before_row = nothing;
    for (unsigned r = 0; r < rows; ++r) {
        const std::size_t first = std::size_t{r} * runs * width;
        // The next strip is asked for meanwhile.
        for (std::size_t i = 0; i < runs * width; i += 64 / sizeof(T)) hwy::Prefetch(ahead + first + i);
        folds_of_runs<T, Operator> folds[count];
        row_of_runs<T> sums;
        for (unsigned v = 0; v < count; ++v) {
            folds[v].load(elements + first + v * lanes * width, op);
            sums.vectors[v] = folds[v].last();
        }
        scan_runs<1>(sums, nothing, op);
        const auto before = shifted<1>(sums, nothing);
        for (unsigned v = 0; v < count; ++v) {
            folds[v].template write<Exclusive>(combine(op, before_row, before.vectors[v]),
                                               results + first + v * lanes * width, op);
        }
        before_row = combine(op, before_row, hn::TableLookupLanes(sums.vectors[count - 1], last));
    }
    return hn::GetLane(before_row);
}

template <class T, class Operator>
void write_strip(const T* values, std::uint64_t count, Operator op, T before, const T* ahead, bool past_caches,
                 T* output) {
    const tag<T> d;
    constexpr std::uint64_t lanes = lanes_of<T>;
    const auto left = hn::Set(d, before);
    std::uint64_t i = 0;
    if (past_caches) {
        const auto past = [&] { return reinterpret_cast<std::uintptr_t>(output + i) % sizeof(left); };
        for (; i < count && past() != 0; ++i) output[i] = op(before, values[i]);
        for (; i + lanes <= count; i += lanes) {
            // Lines are on their way here while others go out.
            hwy::Prefetch(ahead + i);
            hn::Stream(combine(op, left, hn::LoadU(d, values + i)), d, output + i);
        }
    }
    for (; i + lanes <= count; i += lanes) {
        hn::StoreU(combine(op, left, hn::LoadU(d, values + i)), d, output + i);
    }
    for (; i < count; ++i) output[i] = op(before, values[i]);
}

void scan_any(const simd_strips& of, bool exclusive, void* scanned, void* totals) {
    with_types(of.type, of.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        const std::uint64_t strip = std::uint64_t{of.rows} * runs * scan_order::run(sizeof(T));
        for (unsigned i = 0; i < of.strips; ++i) {
            const T* const elements = static_cast<const T*>(of.elements) + i * strip;
            T* const results = static_cast<T*>(scanned) + i * strip;
            static_cast<T*>(totals)[i] = exclusive ? scan_strip<true>(elements, of.rows, op, results)
                                                   : scan_strip<false>(elements, of.rows, op, results);
        }
    });
}

void write_any(const simd_scanned& of, bool past_caches, void* output) {
    with_types(of.type, of.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        const T* before = static_cast<const T*>(of.before);
        for (std::uint64_t i = 0; i < of.count; i += of.strip, ++before) {
            write_strip(static_cast<const T*>(of.values) + i, std::min(of.strip, of.count - i), op, *before,
                        static_cast<const T*>(of.ahead) + i, past_caches, static_cast<T*>(output) + i);
        }
    });
    if (past_caches) hwy::FlushStream();  // before another thread may be told
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_any);
HWY_EXPORT(write_any);

void scan_simd_strips(const simd_strips& of, bool exclusive, void* scanned, void* totals) {
    HWY_DYNAMIC_DISPATCH(scan_any)(of, exclusive, scanned, totals);
}

void write_simd_results(const simd_scanned& of, bool past_caches, void* output) {
    HWY_DYNAMIC_DISPATCH(write_any)(of, past_caches, output);
}

}  // namespace strider::cpu_backend
#endif
