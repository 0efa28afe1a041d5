// The scan of a tile by a block, in the canonical order of scans (pattern/scan_order.hpp): a warp takes a strip, and a
// lane a run in each of its rows.
//
// The tile is in shared memory, where a thread touches only its own runs. Its total is known before its elements are
// scanned, since other blocks wait for it:
//
//     tile.load(source, first, how);
//     const warp::prefix<T> strip = tile.scan_totals(op, strip_totals);  // before this warp's strip, and the tile's.
//     tile.template scan_rows<Exclusive>(op);
//     tile.template store<Exclusive>(output, first, base, op, how);      // behind everything before the strip.
//
// Elements that are narrower than their accumulators stay as they are in shared memory, which makes the tile smaller,
// and are scanned as they are stored.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/cuda/warp/tree.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// For results that are stored in another type than the accumulators'.
template <class U, class T, unsigned Count>
    requires(!std::is_same_v<U, T>)
__device__ __forceinline__ void write_piece(U* data, std::uint64_t first, const piece<T, Count>& elements) {
    piece<U, Count> stored;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) stored.element[i] = static_cast<U>(elements.element[i]);
    write_piece(data, first, stored);
}

namespace block {

/// A value that need not be there, as what stands before the first part, or an initial value that is not given.
template <class T>
struct possible {
    T value;
    bool given;
};

/// The value before a part, if there is one, combined with the part.
template <class T, class Operator>
__device__ __forceinline__ possible<T> combined(const possible<T>& left, const possible<T>& right, Operator op) {
    if (left.given && right.given) return {static_cast<T>(op(left.value, right.value)), true};
    return left.given ? left : right;
}

/// The type in which a tile holds a source's values: 16-bit numbers in memory stay as they are.
template <class Source>
struct held_in_tile {
    using type = source_value<Source>;
    STRIDER_HOST_DEVICE static const Source& of(const Source& source) { return source; }
};
template <class E, class T>
    requires(sizeof(E) < sizeof(T))
struct held_in_tile<transformed<contiguous<E>, detail::convert_to<T>>> {
    using type = E;
    STRIDER_HOST_DEVICE static const contiguous<E>& of(
        const transformed<contiguous<E>, detail::convert_to<T>>& source) {
        return source.source;
    }
};
template <class Source>
using held = typename held_in_tile<Source>::type;

/// Whether a source's runs are copied to shared memory as they are.
template <class Source, class Run>
inline constexpr bool copies_runs = false;
template <class E, class Run>
inline constexpr bool copies_runs<contiguous<E>, Run> = sizeof(Run) == 16 || sizeof(Run) == 8;

/// Starts to copy one, of a source that has them. (Here, since nvcc looks at what a lambda's `if constexpr` leaves
/// out.)
template <class Source, class Run>
__device__ __forceinline__ void copy_run([[maybe_unused]] const Source& source, [[maybe_unused]] std::uint64_t first,
                                         [[maybe_unused]] Run* to) {
    if constexpr (copies_runs<Source, Run>) {
        using word = typename detail::word_of<sizeof(Run)>::type;
        copy_async(reinterpret_cast<word*>(to), reinterpret_cast<const word*>(source.data + first));
    }
}

/// A tile of `strips` strips of `rows` rows, by as many warps. `Complete` says that all its elements are there, so that
/// nothing has to be looked at; otherwise the first `count`. Elements are held as E, and accumulated as T.
template <class T, bool Complete, class E = T>
struct scan_tile {
    static constexpr unsigned strips = scan_order::strips, threads = 32 * strips;
    static constexpr unsigned width = scan_order::run(sizeof(T)), row = scan_order::lanes * width;
    using run = piece<T, width>;
    using held_run = piece<E, width>;
    static constexpr bool scans_late = !std::is_same_v<E, T>;  ///< as rows are stored

    held_run* runs;  ///< this thread's: 32 apart, one a row
    unsigned rows, count;

    /// `memory` is for 32 runs for each row of each strip.
    __device__ __forceinline__ scan_tile(held_run* memory, unsigned rows_of_strip, unsigned elements)
        : runs(memory + threadIdx.x / 32 * rows_of_strip * 32 + threadIdx.x % 32),
          rows(rows_of_strip),
          count(elements) {}

    /// Where this warp's strip begins, and in it row r, and in that this thread's run.
    __device__ __forceinline__ unsigned strip() const { return threadIdx.x / 32 * rows * row; }
    __device__ __forceinline__ unsigned run_at(unsigned r) const {
        return strip() + r * row + threadIdx.x % 32 * width;
    }
    /// The number of elements that are there, of `most` elements from `at` on.
    __device__ __forceinline__ unsigned available(unsigned at, unsigned most) const {
        if constexpr (Complete) return most;
        return count <= at ? 0 : count - at < most ? count - at : most;
    }

    /// Starts to read the elements of a source from `first` on: they are there after wait_for_copies<0>().
    template <class Source>
    __device__ __forceinline__ void load(const Source& given, std::uint64_t first, load_policy how) const {
        const auto source = held_in_tile<Source>::of(given);
        using memory = std::remove_const_t<decltype(source)>;
        how.vectors = how.vectors && Complete;
        with_constant(how, [&]<load_policy How>() {
#pragma unroll 5
            for (unsigned r = 0; r < rows; ++r) {
                if constexpr (How.vectors && copies_runs<memory, held_run>) {
                    copy_run(source, first + run_at(r), &runs[r * 32]);
                } else if constexpr (Complete) {
                    runs[r * 32] = read<width>(source, first + run_at(r), How);
                } else {
                    runs[r * 32] = read_some<width>(source, first + run_at(r), available(run_at(r), width));
                }
            }
        });
        commit_copies();
    }

    /// This thread's run of a row.
    __device__ __forceinline__ run elements(unsigned r) const {
        const held_run raw = runs[r * 32];
        run wide;
#pragma unroll
        for (unsigned v = 0; v < width; ++v) wide.element[v] = static_cast<T>(raw.element[v]);
        return wide;
    }

    /// The total of this warp's strip, if all of its elements are there; lane 0 gets it.
    template <class Operator>
    __device__ __forceinline__ T strip_total(Operator op) const {
        T total{};
#pragma unroll 5
        for (unsigned r = 0; r < rows; ++r) {
            const run of_row = elements(r);
            T value = of_row.element[0];
#pragma unroll
            for (unsigned v = 1; v < width; ++v) value = op(value, of_row.element[v]);
            value = warp::tree<32>(value, 32, op);
            total = r == 0 ? value : op(total, value);
        }
        return total;
    }

    /// The carry into this warp's strip, and the total of a tile whose elements are all there. `strip_totals` is shared
    /// memory for a value of each warp. One barrier.
    template <class Operator>
    __device__ __forceinline__ warp::prefix<T> scan_totals(Operator op, T* strip_totals) const {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        if (Complete || strip() + rows * row <= count) {
            const T total = strip_total(op);
            if (lane == 0) strip_totals[warp] = total;
        }
        __syncthreads();
        const unsigned complete = Complete ? strips : count / (rows * row);
        return warp::scan_before<strips>(lane < complete ? strip_totals[lane] : T{}, complete, warp, op);
    }

    /// This thread's run of a row, scanned within the strip. In exclusive scans, each element gets the combination of
    /// those before it. `before_row` is the carry into the row, and becomes the carry into the next one.
    template <bool Exclusive, class Operator>
    __device__ __forceinline__ run scanned(unsigned r, T& before_row, Operator op) const {
        const unsigned lane = threadIdx.x % 32;
        const unsigned in_row = available(strip() + r * row, row), here = available(run_at(r), width);
        run folds = elements(r);
#pragma unroll
        for (unsigned v = 1; v < width; ++v) {
            if (v < here) folds.element[v] = op(folds.element[v - 1], folds.element[v]);
        }
        const auto [left, row_total] = warp::exclusive_scan(folds.element[width - 1], in_row / width, op);
        possible<T> before{left, lane > 0};
        if (r > 0 && here > 0) before = combined({before_row, true}, before, op);
        if (in_row == row) before_row = r > 0 ? static_cast<T>(op(before_row, row_total)) : row_total;
#pragma unroll
        for (unsigned w = 0; w < width; ++w) {
            const unsigned v = Exclusive ? width - 1 - w : w;
            if (v >= here) continue;
            if (Exclusive && v == 0) {
                folds.element[v] = before.value;
            } else {
                folds.element[v] = combined(before, {folds.element[v - (Exclusive && v > 0)], true}, op).value;
            }
        }
        return folds;
    }

    /// Elements become what they are in the strip, where that is not left to the store.
    template <bool Exclusive, class Operator>
    __device__ __forceinline__ void scan_rows(Operator op) const {
        if constexpr (!scans_late) {
            T before_row{};
#pragma unroll 5
            for (unsigned r = 0; r < rows; ++r) runs[r * 32] = scanned<Exclusive>(r, before_row, op);
        }
    }

    /// The strip's results behind what stands before it, to `output[first ...]`.
    template <bool Exclusive, class Output, class Operator>
    __device__ __forceinline__ void store(const Output& output, std::uint64_t first, const possible<T>& base,
                                          Operator op, load_policy how) const {
        how.vectors = how.vectors && Complete;
        with_constant(how, [&]<load_policy How>() {
            [[maybe_unused]] T before_row{};
#pragma unroll 5
            for (unsigned r = 0; r < rows; ++r) {
                if (available(strip() + r * row, row) == 0) break;
                const std::uint64_t at = first + run_at(r);
                const unsigned here = available(run_at(r), width);
                run results;
                if constexpr (scans_late) {
                    results = scanned<Exclusive>(r, before_row, op);
                } else {
                    results = elements(r);
                }
#pragma unroll
                for (unsigned v = 0; v < width; ++v) {
                    const bool in_strip = !Exclusive || r > 0 || threadIdx.x % 32 > 0 || v > 0;
                    if (v < here) results.element[v] = combined(base, {results.element[v], in_strip}, op).value;
                }
                if constexpr (How.vectors) {
                    write_piece(output, at, results);
                } else {
#pragma unroll
                    for (unsigned v = 0; v < width; ++v) {
                        if (v < here) output[at + v] = results.element[v];
                    }
                }
            }
        });
    }
};

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
