// Transpose of narrow matrices, of any items at any alignment: a tile spans the narrow side and a long piece of the
// other one.
//
// What has no gaps between rows is read, or written, as one piece. Rows that are long go by lines, which the warps of a
// block share out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <strider/cuda/transpose/words.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// A tile's long side in items, and how it is staged.
struct strip_shape {
    unsigned length;
    unsigned pitch;       ///< from one staged row to the next, in bytes
    unsigned reciprocal;  ///< of the narrow side
};

/// Shares `lines` lines of each of some rows out to the warps. Calls visit(row, first line, last line).
template <class Visit>
__device__ __forceinline__ void lines_of_warp(unsigned rows, unsigned lines, Visit visit) {
    constexpr unsigned warps = staging_threads / 32;
    const unsigned warp = threadIdx.x / 32, end = rows * lines * (warp + 1) / warps;
    for (unsigned next = rows * lines * warp / warps; next < end;) {
        const unsigned row = next / lines, first = next - row * lines;
        const unsigned last = first + (end - next) < lines ? first + (end - next) : lines;
        visit(row, first, last);
        next += last - first;
    }
}

/// A few long rows become many short ones.
///
/// A row that begins within a piece of 16 bytes is staged as it comes. By how many items it is moved on grows from row
/// to row by as many as the stride has beyond whole pieces, and so does the distance of staged rows: so items of a
/// column are equally far from each other.
template <class Item>
__global__ void __launch_bounds__(staging_threads) flat_strips(tiled<Item> in, strip_shape shape) {
    using staged = staged_item<Item>;
    constexpr unsigned size = sizeof(Item), piece = staged::piece, items = staged::items;
    unsigned char* const bytes = dynamic_shared<unsigned char>();
    const auto& task = in.task;
    const auto rows = static_cast<unsigned>(task.rows), lane = threadIdx.x % 32;
    const std::uint64_t first_column = std::uint64_t{blockIdx.x} * shape.length, left = task.columns - first_column;
    const unsigned wide = left < shape.length ? static_cast<unsigned>(left) : shape.length;
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;

    const unsigned pitch = shape.pitch + task.input_stride % piece * size;
    const unsigned into_piece = items_behind(piece, from, first_column) * size;
    const unsigned count = pieces_around(shape.length, piece);
    const bool complete = first_column >= piece && left >= shape.length + piece;
    lines_of_warp(rows, (count + 31) / 32, [&](unsigned row, unsigned first, unsigned last) {
        const Item* const row_of_input = from + row * task.input_stride;
        const unsigned behind = items_behind(piece, row_of_input, first_column);
        unsigned char* const place = bytes + (row * pitch + into_piece - behind * size);
        if (complete) {
            const Item* const start = row_of_input + first_column - behind;
            for (unsigned p = first * 32 + lane; p < last * 32 && p < count; p += 32) {
                stage<piece>(place + p * (piece * size), start + p * piece);
            }
        } else {
            for (unsigned p = first * 32 + lane; p < last * 32 && p < count; p += 32) {
                stage_checked<piece>(place + p * (piece * size), row_of_input, first_column + p * piece - behind,
                                     task.columns);
            }
        }
    });
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();

    const auto staged_item_at = [&](unsigned place) { return staged_at<Item>(bytes + into_piece, place); };
    if (task.output_stride != rows) {  // gaps
        for (unsigned i = threadIdx.x; i < wide * rows; i += staging_threads) {
            const unsigned column = divided(i, shape.reciprocal), row = i - column * rows;
            to[(first_column + column) * task.output_stride + row] = staged_item_at(row * pitch + column * size);
        }
        return;
    }
    Item* const output = to + first_column * rows;
    const unsigned behind = items_behind(items, output, 0), words = pieces_around(wide * rows, items);
    for (unsigned w = threadIdx.x; w < words; w += staging_threads) {
        const unsigned first = w == 0 ? 0 : w * items - behind;  // of the first word some items may be left out
        const unsigned column = divided(first, shape.reciprocal);
        unsigned row = first - column * rows, place = row * pitch + column * size;
        write_checked(output, std::uint64_t{w} * items - behind, wide * rows, [&](unsigned) {
            const Item item = staged_item_at(place);
            place += pitch;
            if (++row == rows) {
                row = 0;
                place += size - rows * pitch;
            }
            return item;
        });
    }
}

/// Where the byte is that `byte` bytes precede, if they were read as one piece: a word is left out behind each line, so
/// that items of a column come from several banks.
template <class Item>
STRIDER_HOST_DEVICE constexpr unsigned beside_gaps(unsigned byte) {
    constexpr unsigned word = sizeof(typename staged_item<Item>::word);
    return byte + byte / 128 * word;
}

/// Many short rows become a few long ones. Each is moved so that it begins at a multiple of 32 bytes, for which some
/// rows above the tile are read: so blocks write whole sectors.
template <class Item>
__global__ void __launch_bounds__(staging_threads) tall_strips(tiled<Item> in, strip_shape shape) {
    using staged = staged_item<Item>;
    constexpr unsigned size = sizeof(Item), items = staged::items, above = staged::sector == 1 ? 0 : staged::sector;
    unsigned char* const bytes = dynamic_shared<unsigned char>();
    const auto& task = in.task;
    const auto columns = static_cast<unsigned>(task.columns), lane = threadIdx.x % 32;
    const std::uint64_t tile_row = std::uint64_t{blockIdx.x} * shape.length;
    const std::uint64_t first_row = tile_row - above;  // above the matrix: wraps, and is beyond all rows
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;
    const bool complete = first_row < task.rows && tile_row + shape.length <= task.rows;

    unsigned into_word = 0;
    const unsigned count = (shape.length + above) * columns;  // of items
    if (task.input_stride == columns) {
        const std::uint64_t first = first_row * columns, all = task.rows * columns;
        const unsigned behind = items_behind(items, from, first), words = pieces_around(count, items);
        into_word = behind * size;
        if (complete && first >= items && first + count + items <= all) {
            const Item* const start = from + first - behind;
#pragma unroll 4
            for (unsigned w = threadIdx.x; w < words; w += staging_threads) {
                stage<items>(bytes + beside_gaps<Item>(w * (items * size)), start + w * items);
            }
        } else {
            for (unsigned w = threadIdx.x; w < words; w += staging_threads) {
                stage_checked<items>(bytes + beside_gaps<Item>(w * (items * size)), from, first - behind + w * items,
                                     all);
            }
        }
    } else {
        for (unsigned i = threadIdx.x; i < count; i += staging_threads) {
            const unsigned row = divided(i, shape.reciprocal), column = i - row * columns;
            if (first_row + row >= task.rows) continue;
            *reinterpret_cast<Item*>(bytes + beside_gaps<Item>(i * size)) =
                from[(first_row + row) * task.input_stride + column];
        }
    }
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();

    lines_of_warp(columns, shape.length / (32 * items), [&](unsigned column, unsigned first, unsigned last) {
        Item* const output = to + column * task.output_stride;
        const unsigned back = items_behind(staged::sector, output, tile_row);
        unsigned w = first * 32 + lane, place = ((above + w * items - back) * columns + column) * size + into_word;
        for (; w < last * 32; w += 32, place += 32 * items * shape.pitch) {
            const auto item = [&](unsigned v) {
                return staged_at<Item>(bytes, beside_gaps<Item>(place + v * shape.pitch));
            };
            if (complete) {
                write_word(output + (tile_row - back) + w * items, item);
            } else {
                write_checked(output, tile_row + w * items - back, task.rows, item);
            }
        }
    });
}

/// The length of tiles that span `narrow` items: enough for 16 KiB, or pieces of 512 bytes if 40 KiB hold them.
template <class Item>
unsigned strip_length(unsigned narrow) {
    constexpr unsigned line = staged_item<Item>::line, long_piece = 512 / (line * sizeof(Item));
    const unsigned line_bytes = narrow * line * sizeof(Item);
    return line * std::max({1u, 16 * 1024 / line_bytes, std::min(long_piece, 40 * 1024 / line_bytes)});
}

template <class Item>
void launch_strips(const device_policy& policy, const transposition<Item>& task) {
    using staged = staged_item<Item>;
    constexpr unsigned size = sizeof(Item), above = staged::sector == 1 ? 0 : staged::sector;
    const bool flat = task.rows <= task.columns;
    const auto narrow = static_cast<unsigned>(flat ? task.rows : task.columns);
    strip_shape shape{strip_length<Item>(narrow), narrow * size, reciprocal_of(narrow)};
    if (flat) {
        // Beside the piece that a row begins in: so much that the columns of a line are in different banks.
        constexpr unsigned piece_bytes = staged::number ? 16 : size;
        shape.pitch = shape.length * size + (128 / narrow / piece_bytes + 1) * piece_bytes;
        const unsigned bytes = narrow * (shape.pitch + piece_bytes) + piece_bytes;
        launch_tiles(policy, task, {narrow, shape.length, task.rows}, staging_threads, bytes, flat_strips<Item>, shape);
    } else {
        const unsigned bytes = ((shape.length + above) * narrow + 2 * staged::items) * size;
        launch_tiles(policy, task, {shape.length, narrow, task.rows + (above == 0 ? 0 : above - 1)}, staging_threads,
                     beside_gaps<Item>(bytes), tall_strips<Item>, shape);
    }
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
