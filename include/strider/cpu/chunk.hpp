// One chunk of the canonical order on one core, for any source and operator.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/core/accumulated.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/rounded.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/reduce/simd.hpp>
#include <strider/cpu/squares.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider::cpu_backend {

template <class Source>
inline constexpr bool is_contiguous = false;
template <class T>
inline constexpr bool is_contiguous<contiguous<T>> = true;

/// Below so many elements one core does the work: waking another one takes some 20 us. A function of the caller's may
/// do much for an element. Where elements are only moved, or combined by the library's operators, a core is through
/// with a megabyte by then.
inline constexpr std::uint64_t parallel_from = std::uint64_t{1} << 17, parallel_moves_from = std::uint64_t{1} << 18;
template <class Source, class Operator = plus>
inline constexpr std::uint64_t parallel_from_by =
    is_contiguous<Source> && detail::library_operator<Operator> ? parallel_moves_from : parallel_from;

/// Whether a compiler could contract values of `Source` with the sum that they go to.
#if defined(STRIDER_MAY_CONTRACT)
template <class Source>
inline constexpr bool may_be_contracted = gives_products<Source> && !std::is_integral_v<source_value<Source>>;
#else
template <class Source>
inline constexpr bool may_be_contracted = false;
#endif

/// Whether the order in which an operator takes elements cannot be seen: integers wrap.
template <class Operator, class T>
inline constexpr bool hides_order = std::integral<T> && detail::library_operator<Operator>;
template <class Operator, class T>
concept free_of_order = hides_order<Operator, T>;

/// Rows that are combined side by side: of fewer, compilers unroll the loops instead of making vectors.
inline constexpr unsigned rows_together = 32;

/// `to[row * apart + v]` of some rows, as columns.
template <class T>
struct columns_of_rows {
    static constexpr unsigned width = squares<T, 2>::width;
    alignas(32) T at[width][rows_together];

    void load(const T* from, std::uint64_t apart) {
        for (unsigned row = 0; row < rows_together; row += squares<T, 2>::rows)
            squares<T, 2>::to_columns(from + row * apart, apart, at[0] + row, rows_together);
    }
};

/// The binary tree over neighbours, in place; one without a neighbour goes up as it is.
template <class T, class Operator>
T reduce_few(T* leaves, std::uint64_t count, Operator op) {
    for (; count > 1; count = (count + 1) / 2) {
        for (std::uint64_t i = 0; i < count / 2; ++i) leaves[i] = op(leaves[2 * i], leaves[2 * i + 1]);
        if (count % 2 != 0) leaves[count / 2] = leaves[count - 1];
    }
    return leaves[0];
}

/// The same of many: as many levels at once as 16 bytes have.
template <class T, class Operator>
T reduce_tree(T* leaves, std::uint64_t count, Operator op) {
    if constexpr (std::is_arithmetic_v<T> && fits_squares<T>) {
        using columns = columns_of_rows<T>;
        constexpr std::uint64_t width = columns::width, together = rows_together * width;
        for (; count >= together; count = (count + width - 1) / width) {
            std::uint64_t done = 0;
            for (; done + together <= count; done += together) {
                columns of;
                of.load(leaves + done, width);
                for (std::uint64_t apart = 1; apart < width; apart *= 2) {
                    for (std::uint64_t v = 0; v < width; v += 2 * apart) {
                        for (unsigned i = 0; i < rows_together; ++i) of.at[v][i] = op(of.at[v][i], of.at[v + apart][i]);
                    }
                }
                std::copy_n(of.at[0], rows_together, leaves + done / width);
            }
            for (; done < count; done += width) {
                leaves[done / width] = reduce_few(leaves + done, std::min(width, count - done), op);
            }
        }
    }
    return reduce_few(leaves, count, op);
}

/// accumulators[i] = accumulators[i] o source(first + i), for `count` <= 512 * V elements. What could be contracted
/// goes through a buffer: values that have been in memory are rounded, and both loops are still vectorised.
template <class T, class Source, class Operator>
void add_row(T* __restrict accumulators, const Source& source, std::uint64_t first, std::uint64_t count, Operator op) {
    if constexpr (may_be_contracted<Source>) {
        constexpr std::uint64_t block = canonical_order::lanes;
        T values[block];
        for (std::uint64_t start = 0; start < count; start += block) {
            const std::uint64_t size = std::min(block, count - start);
            for (std::uint64_t i = 0; i < size; ++i) values[i] = source(first + start + i);
            asm volatile("" : : "r"(values) : "memory");
            for (std::uint64_t i = 0; i < size; ++i) accumulators[start + i] = op(accumulators[start + i], values[i]);
        }
    } else {
        for (std::uint64_t i = 0; i < count; ++i) accumulators[i] = op(accumulators[i], source(first + i));
    }
}

/// By as many accumulators as fill 256 bytes.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_in_any_order(const Source& source, std::uint64_t first, std::uint64_t count, Operator op) {
    constexpr std::uint64_t block = 256 / sizeof(T);
    T total = source(first);
    std::uint64_t done = 1;
    if (count >= block) {
        T sums[block];
        for (std::uint64_t i = 0; i < block; ++i) sums[i] = source(first + i);
        for (done = block; done + block <= count; done += block) {
            for (std::uint64_t i = 0; i < block; ++i) sums[i] = op(sums[i], source(first + done + i));
        }
        // A reduction that compilers know, of a length that they know.
        total = sums[block - 1];
        for (std::uint64_t i = 0; i < block - 1; ++i) total = op(total, sums[i]);
    }
    for (; done < count; ++done) total = op(total, source(first + done));
    return total;
}

/// Operators known to commute: accumulator i of a row takes element i of every row.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_rows(const Source& source, std::uint64_t first, std::uint64_t count, Operator op) {
    constexpr std::uint64_t row = canonical_order::lanes * canonical_order::accumulators_per_lane(sizeof(T));
    alignas(64) T accumulators[row];
    const std::uint64_t leaves = std::min(count, row);
    std::uint64_t done = leaves;
    if (!may_be_contracted<Source> && count >= 2 * row) {
        for (std::uint64_t i = 0; i < row; ++i) accumulators[i] = op(source(first + i), source(first + row + i));
        done = 2 * row;
    } else {
        for (std::uint64_t i = 0; i < leaves; ++i) accumulators[i] = source(first + i);
    }
    for (; done < count; done += row) add_row(accumulators, source, first + done, std::min(row, count - done), op);
    if constexpr (std::floating_point<T> && has_simd_type<T> && has_simd_operator<Operator> && !is_extreme<Operator>) {
        if (leaves == row) {  // the same tree, by vectors
            T total;
            reduce_simd_chunk(simd_type_of<T>(), simd_operator_of(op), accumulators, row, &total);
            return total;
        }
    }
    return reduce_tree(accumulators, leaves, op);
}

/// The folds of some rows side by side: each is a run, or 16 bytes of `Runs` short ones.
template <unsigned Runs, class T, class Operator>
void fold_runs(const T* from, std::uint64_t run, T* folds, Operator op) {
    constexpr unsigned rows = rows_together, width = columns_of_rows<T>::width, length = width / Runs;
    alignas(32) T totals[Runs][rows];
    if (run * sizeof(T) > 64) read_lines(from, rows * run * sizeof(T));  // each run is more than a line
    for (std::uint64_t done = 0; done < run; done += length) {
        columns_of_rows<T> of;
        of.load(from + done, Runs * run);
        for (unsigned part = 0; part < Runs; ++part) {
            const auto* const own = of.at + part * length;
            T* const total = totals[part];
            if (done == 0) {
                for (unsigned i = 0; i < rows; ++i) total[i] = own[0][i];
            } else {
                for (unsigned i = 0; i < rows; ++i) total[i] = op(total[i], own[0][i]);
            }
            for (unsigned v = 1; v < length; ++v) {
                for (unsigned i = 0; i < rows; ++i) total[i] = op(total[i], own[v][i]);
            }
        }
    }
    for (unsigned i = 0; i < rows; ++i) {
        for (unsigned part = 0; part < Runs; ++part) folds[i * Runs + part] = totals[part][i];
    }
}

/// Any other operator: lane i folds the i-th run of neighbouring elements. What does not go by vectors goes eight lanes
/// at a time, since one fold is a chain in which every call waits for the call before it. (Eight bytes gain nothing.)
template <class Source, class Operator, class T = source_value<Source>>
T reduce_runs(const Source& source, std::uint64_t first, std::uint64_t count, std::uint64_t full, Operator op) {
    constexpr std::uint64_t together = 8;
    const std::uint64_t run = (full + canonical_order::lanes - 1) / canonical_order::lanes;
    const std::uint64_t whole_runs = count / run;
    const auto value = [&](std::uint64_t lane, std::uint64_t i) {
        return rounded<Source>(source(first + lane * run + i));
    };

    T accumulators[canonical_order::lanes];
    std::uint64_t lane = 0;
    if constexpr (is_contiguous<Source> && std::is_arithmetic_v<T> && fits_squares<T>) {
        const auto fold = [&]<unsigned Runs>(std::integral_constant<unsigned, Runs>) {
            constexpr std::uint64_t lanes = Runs * rows_together;
            for (; lane + lanes <= whole_runs; lane += lanes)
                fold_runs<Runs>(source.data + first + lane * run, run, accumulators + lane, op);
        };
        if (run * sizeof(T) % 16 == 0) {
            fold(std::integral_constant<unsigned, 1>());
        } else if (run * sizeof(T) == 8) {
            fold(std::integral_constant<unsigned, 2>());
        }
    }
    for (; lane + together <= whole_runs; lane += together) {
        T folds[together];
        for (std::uint64_t k = 0; k < together; ++k) folds[k] = value(lane + k, 0);
        for (std::uint64_t i = 1; i < run; ++i) {
            for (std::uint64_t k = 0; k < together; ++k) folds[k] = op(folds[k], value(lane + k, i));
        }
        std::copy_n(folds, together, accumulators + lane);
    }
    for (; lane * run < count; ++lane) {
        const std::uint64_t size = std::min(run, count - lane * run);
        T fold = value(lane, 0);
        for (std::uint64_t i = 1; i < size; ++i) fold = op(fold, value(lane, i));
        accumulators[lane] = fold;
    }
    return reduce_tree(accumulators, lane, op);
}

/// Elements `first` to `first + count` of the source, of which there is at least one. `full` is the number of elements
/// of a chunk that is not the last one.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_chunk(const Source& source, std::uint64_t first, std::uint64_t count, std::uint64_t full, Operator op) {
    if constexpr (is_contiguous<Source> && std::floating_point<T> && has_simd_type<T> && has_simd_operator<Operator>) {
        T result[2];
        if constexpr (is_extreme<Operator>) {
            reduce_simd_extremes(simd_type_of<T>(), source.data + first, count, result);
            return result[std::same_as<Operator, maximum>];
        } else if (count >= canonical_order::row_elements(sizeof(T))) {
            reduce_simd_chunk(simd_type_of<T>(), simd_operator_of(op), source.data + first, count, result);
            return result[0];
        }
    }
    T result;
    by_widest_vectors([=, &result] {
        if constexpr (!is_commutative<Operator, T>) {
            result = reduce_runs(source, first, count, full, op);
        } else if constexpr (free_of_order<Operator, T>) {
            result = reduce_in_any_order(source, first, count, op);
        } else {
            result = reduce_rows(source, first, count, op);
        }
    });
    return result;
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
