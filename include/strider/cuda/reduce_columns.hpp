// The library's reduction of columns on a GPU, and in the emulator.
//
// A block takes up to 64 neighbouring columns of one chunk of rows, in the canonical order of a column's own length.
// Each of its threads folds a subtree of one column, or of two where elements are small, side by side: loads of 4 bytes
// bring what is to be on its way. The subtrees are combined in shared memory, and the chunks' partial results by the
// block of the last one.
#pragma once

#include <cstdint>

#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace column_kernels {

using canonical_order::lanes;

/// Neighbouring columns that a thread takes where rows are aligned to them. (Small integers have more accumulators,
/// which leave no registers for that.)
template <class M, class T>
inline constexpr unsigned columns_at_once = sizeof(M) < sizeof(T) ? 2 : 1;

/// Combines neighbouring columns, each by itself.
template <class Operator>
struct column_by_column {
    Operator op;
    template <class T, unsigned Count>
    __device__ __forceinline__ piece<T, Count> operator()(const piece<T, Count>& a, const piece<T, Count>& b) const {
        piece<T, Count> both;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) both.element[v] = op(a.element[v], b.element[v]);
        return both;
    }
};

/// Neighbouring columns of a chunk of rows by the threads of a block that stand `width` apart: the first of them gets
/// the results. `has_columns` says whether there are such columns, and source(r) gives their row r. `values` is shared
/// memory for values of each thread.
template <class T, unsigned Count, class Source, class Operator>
__device__ __forceinline__ piece<T, Count> reduce_columns_of_chunk(const Source& source, std::uint64_t count,
                                                                   std::uint64_t full, unsigned width, bool has_columns,
                                                                   Operator of_column, piece<T, Count>* values) {
    using row = piece<T, Count>;
    const column_by_column<Operator> op{of_column};
    constexpr bool commutative = is_commutative<Operator, T>;
    constexpr unsigned accumulators = commutative ? lanes * canonical_order::accumulators_per_lane(sizeof(T)) : lanes;
    constexpr unsigned batch = sizeof(T) <= 8 ? 8 : 2;  // leaves that a thread loads together
    constexpr unsigned most_batches = accumulators / lanes * 32 / batch;
    constexpr unsigned levels = most_batches <= 4 ? 3 : most_batches <= 16 ? 5 : 7;
    static_assert(most_batches < 1u << levels);

    const std::uint64_t run = (full + lanes - 1) / lanes;
    const unsigned leaves =
        static_cast<unsigned>(commutative ? (count < accumulators ? count : accumulators) : (count + run - 1) / run);
    const unsigned leaves_each = accumulators / lanes * width, part = threadIdx.x / width, first = part * leaves_each;
    const unsigned end = !has_columns || leaves <= first ? first
                         : leaves - first < leaves_each  ? leaves
                                                         : first + leaves_each;

    block::counted_tree<row, levels> batches;
    for (unsigned leaf_index = first; leaf_index < end; leaf_index += batch) {
        const std::uint64_t step = commutative ? 1 : run, further = commutative ? accumulators : 1;
        const std::uint64_t begin = leaf_index * step;
        const std::uint64_t times = commutative ? (count - begin + accumulators - 1) / accumulators : run;
        row value[batch];
        std::uint64_t time = 1;
        if (leaf_index + batch <= end) {  // as often as all of them have a row nothing has to be looked at
            const std::uint64_t left = count - (begin + (batch - 1) * step), all = (left + further - 1) / further;
            const std::uint64_t whole = all < times ? all : times;
#pragma unroll
            for (unsigned i = 0; i < batch; ++i) value[i] = source(begin + i * step);
            for (; time < whole; ++time) {
                row next[batch];
#pragma unroll
                for (unsigned i = 0; i < batch; ++i) next[i] = source(begin + time * further + i * step);
#pragma unroll
                for (unsigned i = 0; i < batch; ++i) value[i] = op(value[i], next[i]);
            }
        } else {
#pragma unroll
            for (unsigned i = 0; i < batch; ++i) {
                if (leaf_index + i < end) value[i] = source(begin + i * step);
            }
        }
        for (; time < times; ++time) {
            row next[batch];
#pragma unroll
            for (unsigned i = 0; i < batch; ++i) {
                const std::uint64_t r = begin + i * step + time * further;
                if (leaf_index + i < end && r < count) next[i] = source(r);
            }
#pragma unroll
            for (unsigned i = 0; i < batch; ++i) {
                const std::uint64_t r = begin + i * step + time * further;
                if (leaf_index + i < end && r < count) value[i] = op(value[i], next[i]);
            }
        }
        batches.add(block::thread_tree(value, end - leaf_index, op), op);
    }
    row total = batches.total(op);

    const unsigned filled = (leaves + leaves_each - 1) / leaves_each;
    values[threadIdx.x] = total;
    for (unsigned distance = 1; distance < lanes / width; distance *= 2) {
        __syncthreads();
        if (has_columns && part % (2 * distance) == 0 && part + distance < filled) {
            total = op(total, values[threadIdx.x + distance * width]);
            values[threadIdx.x] = total;
        }
    }
    return total;
}

/// Neighbouring columns of a matrix as accumulators.
template <class T, unsigned Count, class M>
struct columns_in_memory {
    const M* top;
    std::uint64_t stride;
    __device__ piece<T, Count> operator()(std::uint64_t r) const {
        piece<M, Count> elements;
        if constexpr (Count == 1) {
            elements.element[0] = top[r * stride];
        } else {
            detail::load(top + r * stride, elements);
        }
        piece<T, Count> row;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) row.element[v] = elements.element[v];
        return row;
    }
};

/// The partial results of such columns.
template <class T, unsigned Count>
struct awaited_columns {
    block::awaited<T> partials;
    std::uint64_t columns, first;
    __device__ piece<T, Count> operator()(std::uint64_t chunk) const {
        return read_some<Count>(partials, chunk * columns + first, Count);
    }
};

/// Blocks take chunks of rows in order, and in each of them `width` times Count neighbouring columns in order. The
/// number of columns is a multiple of Count.
template <unsigned Count, class M, class T, class Operator>
__global__ void __launch_bounds__(lanes, sizeof(T) <= 8 ? 2 : 1)
    columns_kernel(matrix_view<const M> matrix, std::uint64_t chunk, std::uint64_t chunks, unsigned width,
                   segment_result<T, Operator> result, block::tile_state<T> partials, M* output) {
    __shared__ piece<T, Count> values[lanes];
    const std::uint64_t groups = (matrix.columns + width * Count - 1) / (width * Count), c = blockIdx.x / groups;
    const std::uint64_t column = (blockIdx.x % groups * width + threadIdx.x % width) * Count;
    const bool has_columns = column < matrix.columns, first_part = threadIdx.x < width;
    const std::uint64_t first = c * chunk, count = matrix.rows - first < chunk ? matrix.rows - first : chunk;
    const columns_in_memory<T, Count, M> given{matrix.data + first * matrix.stride + column, matrix.stride};
    auto row = reduce_columns_of_chunk<T, Count>(given, count, chunk, width, has_columns, result.op, values);
    if (chunks > 1) {
        const unsigned epoch = partials.counted_epoch();
        if (first_part && has_columns) {
#pragma unroll
            for (unsigned v = 0; v < Count; ++v)
                partials.publish(c * matrix.columns + column + v, row.element[v], epoch);
        }
        if (c + 1 < chunks) return;
        __syncthreads();
        const awaited_columns<T, Count> sent{{partials, epoch}, matrix.columns, column};
        row = reduce_columns_of_chunk<T, Count>(sent, chunks, chunks, width, has_columns, result.op, values);
    }
    if (!first_part || !has_columns) return;
#pragma unroll
    for (unsigned v = 0; v < Count; ++v) output[column + v] = result.of(row.element[v]);
}

/// As many blocks as the shape wants, of threads that take `Count` columns each.
template <unsigned Count, class M, class T, class Operator>
void start(const device_policy& policy, const matrix_view<const M>& matrix, const segment_result<T, Operator>& result,
           M* output) {
    const canonical_order::chunk_shape shape(matrix.rows);
    // Wide enough for whole sectors of 32 bytes, and narrow enough for two blocks on each of about 132 multiprocessors.
    unsigned width = 32;
    const std::uint64_t across = matrix.columns / Count;
    const auto blocks = [&] { return (across + width - 1) / width * shape.chunks; };
    while (width > 1 && width / 2 >= across) width /= 2;
    while (width > 1 && width * Count * sizeof(M) > 32 && blocks() < 264) width /= 2;
    block::tile_state<T> partials{};
    if (shape.chunks > 1) {
        const scratch_memory scratch = detail::scratch_of(
            policy, shape.chunks * matrix.columns * block::tile_state<T>::words * sizeof(std::uint64_t));
        partials = {scratch.slots, scratch.epoch};
        launch(block::count_launch_kernel<unsigned>, detail::launch_of(policy, 1, 1), scratch.epoch);
    }
    launch(columns_kernel<Count, M, T, Operator>, detail::launch_of(policy, blocks(), lanes), matrix, shape.chunk,
           shape.chunks, width, result, partials, output);
}

}  // namespace column_kernels

/// Stream-ordered: the reduction of each column to `output`.
template <class M, class T, class Operator>
void reduce_columns_of(const device_policy& policy, const matrix_view<const M>& matrix,
                       const segment_result<T, Operator>& result, M* output) {
    using namespace column_kernels;
    if (matrix.rows == 0) {
        launch(reduce_kernels::fill_kernel<M>, detail::launch_of(policy, (matrix.columns + 255) / 256, 256),
               static_cast<M>(result.empty()), matrix.columns, output);
        return;
    }
    constexpr unsigned at_once = columns_at_once<M, T>;
    const bool aligned = matrix.columns % at_once == 0 && matrix.stride % at_once == 0 &&
                         readable_in_pieces<at_once>(contiguous<M>{matrix.data});
    if (aligned) {
        start<at_once>(policy, matrix, result, output);
    } else {
        start<1>(policy, matrix, result, output);
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
