// What the rungs of this ladder on the processor share: their arguments, typed, and rows with their ghost cells.
#pragma once

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <ladders/convolve/problem.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::ladders::convolve {

/// Runs `entry(const T* input, const float* side, T* output, shape)`; `side` is the problem's side input.
template <class Entry>
void with_image(const arguments& with, Entry&& entry) {
    with_pixel_type(with, [&]<class T>(T) {
        entry(static_cast<const T*>(with.input), static_cast<const float*>(with.side_input),
              static_cast<T*>(with.output), shape_of(with));
    });
}

/// Rows that a task has at hand: row r of the image, or the ghost row that it stands for, is found at r modulo their
/// number. Each is followed by room for whole vectors behind its last column.
class row_ring {
public:
    static constexpr std::size_t room = 64;

    row_ring(unsigned rows, std::int64_t columns)
        : rows_(rows), pitch_(static_cast<std::size_t>(columns) + room), values_(rows * pitch_) {}

    /// r may be negative, but for no more rows than the ring has.
    float* operator[](std::int64_t r) {
        return values_.data() + static_cast<std::size_t>((r + rows_) % rows_) * pitch_;
    }

private:
    std::int64_t rows_;
    std::size_t pitch_;
    std::vector<float> values_;
};

/// A part of the output: rows and columns, the ends not among them.
struct part {
    std::int64_t first_row, last_row, first_column, last_column;

    std::int64_t columns() const { return last_column - first_column; }
};

inline part whole(const shape& of) { return {0, of.rows, 0, of.columns}; }

/// Cuts the output into parts that are worth the ghost cells that each of them copies, and whose rows under way stay in
/// a core's cache, and runs `entry(part)` on all cores.
template <class Entry>
void on_all_cores(const shape& of, Entry entry) {
    constexpr std::size_t columns = 4096;
    const tbb::blocked_range2d<std::int64_t> all(0, of.rows, 4 * std::size_t{of.mask_rows}, 0, of.columns, columns);
    tbb::parallel_for(all, [&](const auto& one) {
        entry(part{one.rows().begin(), one.rows().end(), one.cols().begin(), one.cols().end()});
    });
}

/// What a part of the output needs of row r, as floats: its columns and the ghost cells on both sides. r may lie
/// outside of the image.
template <class T>
void load_row(const T* input, const shape& of, const part& needs, std::int64_t r, float* line) {
    const std::int64_t row = source_of(r, of.rows, of.outside);
    const std::int64_t begin = needs.first_column - of.mask_columns / 2,
                       end = begin + needs.columns() + of.mask_columns - 1;
    if (row < 0) {
        std::fill_n(line, end - begin, 0.0f);
        return;
    }
    const T* const from = input + row * of.columns;
    const auto ghosts = [&](std::int64_t c, std::int64_t last) {
        for (; c < last; ++c) {
            const std::int64_t column = source_of(c, of.columns, of.outside);
            line[c - begin] = column < 0 ? 0.0f : static_cast<float>(from[column]);
        }
    };
    const std::int64_t inside = std::clamp<std::int64_t>(begin, 0, of.columns),
                       outside = std::clamp<std::int64_t>(end, inside, of.columns);
    ghosts(begin, inside);
    std::copy(from + inside, from + outside, line + (inside - begin));
    ghosts(outside, end);
}

}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
