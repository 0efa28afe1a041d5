// The reduction of columns on all cores, side by side: up to 8 KiB of a row at a time, eight leaves of the tree at
// once, with one partial row for every level. Scratch is one value for every 4,096 elements of columns with more than
// 8,192, and up to 512 rows where cores share a chunk. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

namespace cpu_backend {

/// The most columns that are taken side by side.
template <class T>
inline constexpr std::uint64_t strip_of_columns = 8192 / sizeof(T);

/// How the rows of a chunk become the leaves of its tree: `full` rows are in a chunk that is not the last one.
template <class T, class Operator>
struct column_leaves {
    static constexpr bool commutative = is_commutative<Operator, T>;
    static constexpr std::uint64_t accumulators = canonical_order::row_elements(sizeof(T));
    std::uint64_t run;  ///< rows of a leaf that follow each other

    explicit column_leaves(std::uint64_t full)
        : run(commutative ? 1 : (full + canonical_order::lanes - 1) / canonical_order::lanes) {}
    std::uint64_t of(std::uint64_t rows) const {
        return commutative ? std::min(rows, accumulators) : (rows + run - 1) / run;
    }
};

/// A subtree of `leaves` leaves over at most `strip_of_columns` columns: `rows` are from its first one to the end of
/// the chunk.
template <class M, class T, class Operator>
void reduce_column_leaves(const matrix_view<const M>& rows, std::uint64_t leaves, std::uint64_t run, Operator op,
                          T* results) {
    const M* const data = rows.data;
    const std::uint64_t count = rows.rows, columns = rows.columns, stride = rows.stride;
    constexpr bool commutative = column_leaves<T, Operator>::commutative;
    constexpr std::uint64_t accumulators = column_leaves<T, Operator>::accumulators;
    // A tree over neighbours, eight leaves at a time: level l holds a subtree of 2^l leaves while bit l of the number
    // of leaves is 1.
    constexpr std::uint64_t levels = 14, together = 8, levels_together = 3;
    static_assert(std::uint64_t{1} << (levels - 1) >= canonical_order::lanes * 16);
    const auto scratch = std::make_unique_for_overwrite<T[]>((levels + together) * columns);
    by_widest_vectors([=, memory = scratch.get()] {
        const auto at_level = [=](std::uint64_t level) { return memory + level * columns; };
        /// A leaf's elements combined: in `room`, or where its only row stands.
        const auto leaf_at = [=](std::uint64_t leaf, T* __restrict room) -> const T* {
            const std::uint64_t first = commutative ? leaf : leaf * run, step = commutative ? accumulators : 1;
            const std::uint64_t end = commutative ? count : std::min(count, first + run);
            const M* const upper = data + first * stride;
            std::uint64_t r = first + step;
            if (r < end) {
                const M* const lower = data + r * stride;
                for (std::uint64_t c = 0; c < columns; ++c) {
                    room[c] = op(static_cast<T>(upper[c]), static_cast<T>(lower[c]));
                }
                for (r += step; r < end; r += step) {
                    const M* const row = data + r * stride;
                    for (std::uint64_t c = 0; c < columns; ++c) room[c] = op(room[c], static_cast<T>(row[c]));
                }
                return room;
            }
            if constexpr (std::is_same_v<M, T>) return upper;
            for (std::uint64_t c = 0; c < columns; ++c) room[c] = static_cast<T>(upper[c]);
            return room;
        };
        const auto pair = [=](const T& left, const T& right) { return static_cast<T>(op(left, right)); };
        const auto prepend = [=](const T* left, T* __restrict right) {
            for (std::uint64_t c = 0; c < columns; ++c) right[c] = op(left[c], right[c]);
        };
        const auto combine = [=](const T* const(&of)[together], T* __restrict to) {
            for (std::uint64_t c = 0; c < columns; ++c) {
                const T left = pair(pair(of[0][c], of[1][c]), pair(of[2][c], of[3][c]));
                to[c] = pair(left, pair(pair(of[4][c], of[5][c]), pair(of[6][c], of[7][c])));
            }
        };
        for (std::uint64_t leaf = 0; leaf < leaves;) {
            const bool many = leaves - leaf >= together;
            std::uint64_t level = many ? levels_together : 0;
            const std::uint64_t last = level + static_cast<std::uint64_t>(std::countr_one(leaf >> level));
            T* const value = at_level(last);
            if (many) {
                const T* of[together];
                for (std::uint64_t i = 0; i < together; ++i) of[i] = leaf_at(leaf + i, at_level(levels + i));
                combine(of, value);
            } else {
                std::copy_n(leaf_at(leaf, at_level(levels)), columns, value);
            }
            for (; level < last; ++level) prepend(at_level(level), value);
            leaf += many ? together : 1;
        }
        auto level = static_cast<std::uint64_t>(std::countr_zero(leaves));
        std::copy_n(at_level(level), columns, results);
        while (leaves >> ++level) {
            if (leaves >> level & 1) prepend(at_level(level), results);
        }
    });
}

/// The total of each column, of at least one row. Where chunks are few, the subtrees of a chunk keep all cores busy:
/// each reads rows that follow each other, and all of them together are one tree again.
template <class M, class T, class Operator>
void total_columns(const matrix_view<const M>& matrix, Operator op, T* totals) {
    const canonical_order::chunk_shape shape(matrix.rows);
    const column_leaves<T, Operator> leaves(shape.chunk);
    const std::uint64_t columns = matrix.columns, strip = strip_of_columns<T>, strips = (columns + strip - 1) / strip;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    std::uint64_t group = leaves.of(shape.chunk), groups = 1;  // leaves of a subtree; subtrees of a chunk
    if (matrix.rows * columns >= parallel_moves_from) {
        while (shape.chunks * groups * strips < 4 * cores && shape.chunks * groups < canonical_order::lanes / 2 &&
               group > 32) {
            group /= 2, groups *= 2;
        }
    }
    const std::uint64_t whole = shape.chunks - 1, of_last = leaves.of(matrix.rows - whole * shape.chunk);
    const std::uint64_t parts = whole * groups + (of_last + group - 1) / group;
    const auto reduce_parts = [&](T* results) {
        const auto reduce_part = [&](std::uint64_t i) {
            const std::uint64_t part = i / strips, column = i % strips * strip, leaf = part % groups * group;
            const std::uint64_t first = part / groups * shape.chunk, row = first + leaf * leaves.run;
            const std::uint64_t end = std::min(first + shape.chunk, matrix.rows);
            const matrix_view<const M> rows(&matrix(row, column), end - row, std::min(strip, columns - column),
                                            matrix.stride);
            reduce_column_leaves(rows, std::min(group, leaves.of(end - first) - leaf), leaves.run, op,
                                 results + part * columns + column);
        };
        in_parallel(0, parts * strips, reduce_part, tasks_unless(matrix.rows * columns < parallel_from));
    };
    if (parts == 1) return reduce_parts(totals);
    const auto partials = std::make_unique_for_overwrite<T[]>(parts * columns);
    reduce_parts(partials.get());
    const column_leaves<T, Operator> of_parts(parts);
    const auto reduce_strip = [&](std::uint64_t s) {
        const matrix_view<const T> rows(partials.get() + s * strip, parts, std::min(strip, columns - s * strip),
                                        columns);
        reduce_column_leaves(rows, of_parts.of(parts), of_parts.run, op, totals + s * strip);
    };
    in_parallel(0, strips, reduce_strip, tasks_unless(parts * columns < parallel_from));
}

}  // namespace cpu_backend

/// The reduction of each column to `output`.
template <class M, class T, class Operator>
void reduce_columns_of(cpu, const matrix_view<const M>& matrix, const segment_result<T, Operator>& result, M* output) {
    if (matrix.rows == 0) {
        std::fill_n(output, matrix.columns, static_cast<M>(result.empty()));
        return;
    }
    const auto finish = [&](const T* totals) {
        for (std::uint64_t c = 0; c < matrix.columns; ++c) output[c] = result.of(totals[c]);
    };
    if constexpr (std::is_same_v<M, T>) {
        cpu_backend::total_columns(matrix, result.op, output);
        finish(output);
    } else {
        const auto totals = std::make_unique_for_overwrite<T[]>(matrix.columns);
        cpu_backend::total_columns(matrix, result.op, totals.get());
        finish(totals.get());
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
