// The library's reduction of columns on a GPU, and in the executor.
//
// A block takes up to 32 neighbouring columns of one chunk of rows, in the canonical order of a column's own length.
// Each of its threads folds a subtree of one column; the subtrees are combined in shared memory, and the chunks'
// partial results by the block of the last one.
#pragma once

#include <cstdint>

#include <strider/core/canonical_order.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/segments.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace column_kernels {

using canonical_order::lanes;

/// One column of a chunk of rows by the threads of a block that stand `width` apart: the first of them gets the result.
/// `has_column` says whether there is such a column. `values` is shared memory for a value of each thread.
template <class T, class Source, class Operator>
__device__ __forceinline__ T reduce_column(const Source& source, std::uint64_t count, std::uint64_t full,
                                           unsigned width, bool has_column, Operator op, T* values) {
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
    const unsigned end = !has_column || leaves <= first ? first
                         : leaves - first < leaves_each ? leaves
                                                        : first + leaves_each;

    block::counted_tree<T, levels> batches;
    for (unsigned leaf_index = first; leaf_index < end; leaf_index += batch) {
        const std::uint64_t step = commutative ? 1 : run, further = commutative ? accumulators : 1;
        const std::uint64_t begin = leaf_index * step;
        const std::uint64_t times = commutative ? (count - begin + accumulators - 1) / accumulators : run;
        T value[batch];
#pragma unroll
        for (unsigned i = 0; i < batch; ++i) {
            if (leaf_index + i < end) value[i] = source(begin + i * step);
        }
        for (std::uint64_t time = 1; time < times; ++time) {
            T next[batch];
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
    T total = batches.total(op);

    const unsigned filled = (leaves + leaves_each - 1) / leaves_each;
    values[threadIdx.x] = total;
    for (unsigned distance = 1; distance < lanes / width; distance *= 2) {
        __syncthreads();
        if (has_column && part % (2 * distance) == 0 && part + distance < filled) {
            total = op(total, values[threadIdx.x + distance * width]);
            values[threadIdx.x] = total;
        }
    }
    return total;
}

/// The partial results of one column.
template <class T>
struct awaited_column {
    block::awaited<T> partials;
    std::uint64_t columns, column;
    __device__ T operator()(std::uint64_t chunk) const { return partials(chunk * columns + column); }
};

/// Blocks take chunks of rows in order, and in each of them `width` neighbouring columns in order.
template <class M, class T, class Operator>
__global__ void __launch_bounds__(lanes, sizeof(T) <= 8 ? 2 : 1)
    columns_kernel(matrix_view<const M> matrix, std::uint64_t chunk, std::uint64_t chunks, unsigned width,
                   segment_result<T, Operator> result, block::tile_state<T> partials, M* output) {
    __shared__ T values[lanes];
    const std::uint64_t groups = (matrix.columns + width - 1) / width;
    const std::uint64_t c = blockIdx.x / groups, column = blockIdx.x % groups * width + threadIdx.x % width;
    const bool has_column = column < matrix.columns, first_part = threadIdx.x < width;
    const std::uint64_t first = c * chunk, count = matrix.rows - first < chunk ? matrix.rows - first : chunk;
    const M* const top = matrix.data + first * matrix.stride + column;
    const auto in_matrix = [&](std::uint64_t r) { return top[r * matrix.stride]; };
    T value = reduce_column<T>(in_matrix, count, chunk, width, has_column, result.op, values);
    if (chunks > 1) {
        const unsigned epoch = partials.counted_epoch();
        if (first_part && has_column) partials.publish(c * matrix.columns + column, value, epoch);
        if (c + 1 < chunks) return;
        __syncthreads();
        const awaited_column<T> sent{{partials, epoch}, matrix.columns, column};
        value = reduce_column<T>(sent, chunks, chunks, width, has_column, result.op, values);
    }
    if (first_part && has_column) output[column] = result.of(value);
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
    const canonical_order::chunk_shape shape(matrix.rows);
    // Wide enough for whole sectors of 32 bytes, and narrow enough for two blocks on each of about 132 multiprocessors.
    unsigned width = 32;
    const auto blocks = [&] { return (matrix.columns + width - 1) / width * shape.chunks; };
    while (width > 1 && width / 2 >= matrix.columns) width /= 2;
    while (width > 1 && width * sizeof(M) > 32 && blocks() < 264) width /= 2;
    block::tile_state<T> partials{};
    if (shape.chunks > 1) {
        const scratch_memory scratch = detail::scratch_of(
            policy, shape.chunks * matrix.columns * block::tile_state<T>::words * sizeof(std::uint64_t));
        partials = {scratch.slots, scratch.epoch};
        launch(block::count_launch_kernel<unsigned>, detail::launch_of(policy, 1, 1), scratch.epoch);
    }
    launch(columns_kernel<M, T, Operator>, detail::launch_of(policy, blocks(), lanes), matrix, shape.chunk,
           shape.chunks, width, result, partials, output);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
