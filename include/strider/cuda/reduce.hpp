// The library's reduction on a GPU, and in the executor: one launch.
//
// A block of 512 threads takes one chunk of the canonical order: 16-byte loads, four rows in flight, one accumulator
// for each element of a load; then the neighbour tree. It sends the chunk's partial result to the last block, which
// combines the partials as one more chunk. Reads each element once; writes at most 32,768 partials, tagged
// (mailbox.hpp).
//
// Sources: tagged partial results after Merrill and Garland's decoupled look-back (2016), here read by one block; bytes
// in flight after Little's law (results/reduce-tuning.txt).
#pragma once

#include <cstdint>
#include <stdexcept>

#include <strider/core/canonical_order.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/mailbox.hpp>
#include <strider/cuda/neighbour_tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reading.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace reduce_kernels {

using canonical_order::lanes;

/// Of `count` elements from `first` on, what one lane combines, and how many lanes have anything.
template <class T>
struct lane_result {
    T value;
    unsigned filled_lanes;
};

/// Rows of 512 * V elements: accumulator v of lane t takes element t * V + v of every row. The accumulators of a lane
/// are neighbours, and their tree is the first of the neighbour tree.
template <reading How, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ lane_result<T> accumulate_rows(const Source& source, std::uint64_t first,
                                                          std::uint64_t count, Operator op) {
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    constexpr unsigned row = lanes * width;
    constexpr unsigned in_flight = 4;

    const std::uint64_t rows = count / row;
    const unsigned rest = static_cast<unsigned>(count % row);
    const unsigned mine = threadIdx.x * width;  // where my elements stand in a row
    const std::uint64_t start = first + mine;

    piece<T, width> sum{};
    if (rows != 0) {
        sum = read<How, width>(source, start);
        std::uint64_t r = 1;
        for (; r + in_flight <= rows; r += in_flight) {
            piece<T, width> next[in_flight];
#pragma unroll
            for (unsigned i = 0; i < in_flight; ++i) next[i] = read<How, width>(source, start + (r + i) * row);
#pragma unroll
            for (unsigned i = 0; i < in_flight; ++i) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) sum.element[v] = op(sum.element[v], next[i].element[v]);
            }
        }
        piece<T, width> last[in_flight - 1];  // loaded together as well: short chunks have nothing else
#pragma unroll
        for (unsigned i = 0; i < in_flight - 1; ++i) {
            if (r + i < rows) last[i] = read<How, width>(source, start + (r + i) * row);
        }
#pragma unroll
        for (unsigned i = 0; i < in_flight - 1; ++i) {
            if (r + i < rows) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) sum.element[v] = op(sum.element[v], last[i].element[v]);
            }
        }
    }
    if (mine < rest) {
        const unsigned available = rest - mine < width ? rest - mine : width;
        const piece<T, width> next = read_some<width>(source, start + rows * row, available);
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            if (v < available)
                sum.element[v] = rows != 0 ? static_cast<T>(op(sum.element[v], next.element[v])) : next.element[v];
        }
    }

    const unsigned filled = rows != 0 ? row : rest;  // accumulators that got an element: the first ones
#pragma unroll
    for (unsigned distance = 1; distance < width; distance *= 2) {
#pragma unroll
        for (unsigned v = 0; v + distance < width; v += 2 * distance) {
            if (mine + v + distance < filled) sum.element[v] = op(sum.element[v], sum.element[v + distance]);
        }
    }
    return {sum.element[0], (filled + width - 1) / width};
}

/// Runs of neighbouring elements: lane t folds the t-th run, from left to right.
template <reading How, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ lane_result<T> accumulate_runs(const Source& source, std::uint64_t first,
                                                          std::uint64_t count, std::uint64_t run, Operator op) {
    const std::uint64_t begin = threadIdx.x * run;
    T value{};
    if (begin < count) {
        const std::uint64_t end = first + (begin + run < count ? begin + run : count);
        std::uint64_t i = first + begin;
        value = rounded<Source>(source(i++));
        if constexpr (How != reading::elements) {
            constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
            constexpr unsigned in_flight = sizeof(T) > 16 ? 2 : 4;
            for (; i < end && i % width != 0; ++i) value = op(value, rounded<Source>(source(i)));
            for (; i + in_flight * width <= end; i += in_flight * width) {
                piece<T, width> next[in_flight];
#pragma unroll
                for (unsigned p = 0; p < in_flight; ++p) next[p] = read<How, width>(source, i + p * width);
#pragma unroll
                for (unsigned p = 0; p < in_flight; ++p) {
#pragma unroll
                    for (unsigned v = 0; v < width; ++v) value = op(value, next[p].element[v]);
                }
            }
        }
        for (; i < end; ++i) value = op(value, rounded<Source>(source(i)));
    }
    return {value, static_cast<unsigned>((count + run - 1) / run)};
}

/// One chunk by one block; `full` elements are in a chunk that is not the last. Thread 0 gets the result.
template <reading How, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T reduce_chunk(const Source& source, std::uint64_t first, std::uint64_t count,
                                          std::uint64_t full, Operator op, T* warps) {
    lane_result<T> mine;
    if constexpr (is_commutative<Operator, T>) {
        mine = accumulate_rows<How>(source, first, count, op);
    } else {
        mine = accumulate_runs<How>(source, first, count, (full + lanes - 1) / lanes, op);
    }
    return block_tree<lanes>(mine.value, mine.filled_lanes, op, warps);
}

/// Chunk `first_chunk + blockIdx.x` to `partials[blockIdx.x]`.
template <reading How, class Source, class Operator, class T>
__global__ void __launch_bounds__(lanes) chunks_kernel(Source source, std::uint64_t elements, std::uint64_t chunk,
                                                       std::uint64_t first_chunk, Operator op, T* partials) {
    __shared__ T warps[lanes / 32];
    const std::uint64_t first = (first_chunk + blockIdx.x) * chunk;
    const std::uint64_t count = elements - first < chunk ? elements - first : chunk;
    const T value = reduce_chunk<How>(source, first, count, chunk, op, warps);
    if (threadIdx.x == 0) partials[blockIdx.x] = value;
}

/// One block: everything in one chunk.
template <reading How, class Source, class Operator, class T>
__global__ void __launch_bounds__(lanes)
    one_chunk_kernel(Source source, std::uint64_t elements, std::uint64_t full, Operator op, T* result) {
    __shared__ T warps[lanes / 32];
    const T value = reduce_chunk<How>(source, 0, elements, full, op, warps);
    if (threadIdx.x == 0) *result = detail::canonical_nan(value);
}

/// One block a chunk; the last block combines the partials of all.
template <reading How, class Source, class Operator, class T>
__global__ void __launch_bounds__(lanes)
    reduce_kernel(Source source, std::uint64_t elements, std::uint64_t chunk, Operator op, mailbox<T> box, T* result) {
    __shared__ T warps[lanes / 32];
    __shared__ unsigned tag_of_launch;
    unsigned tag = 0;
    if (threadIdx.x == 0) tag = box.tag();  // under way while the chunk is read

    const std::uint64_t first = blockIdx.x * chunk;
    const std::uint64_t count = elements - first < chunk ? elements - first : chunk;
    const T value = reduce_chunk<How>(source, first, count, chunk, op, warps);
    if (threadIdx.x == 0) {
        box.send(blockIdx.x, value, tag);
        tag_of_launch = tag;
    }
    if (blockIdx.x != gridDim.x - 1) return;

    __syncthreads();  // for the tag, and `warps` is used again
    const T total =
        reduce_chunk<reading::elements>(incoming<T>{box, tag_of_launch}, 0, gridDim.x, gridDim.x, op, warps);
    if (threadIdx.x == 0) {
        *result = detail::canonical_nan(total);
        box.close(tag);
    }
}

template <class T>
__global__ void store_kernel(T value, T* result) {
    *result = value;
}

}  // namespace reduce_kernels

namespace detail {
inline launch_configuration blocks_of_lanes(const device_policy& policy, std::uint64_t blocks) {
    return launch_of(policy, blocks, canonical_order::lanes);
}
}  // namespace detail

/// Stream-ordered: `*result`, in memory that the device can write, gets the reduction of a source of at least one
/// element.
template <element_source Source, class Operator, class T = source_value<Source>>
void reduce_source_into(const device_policy& policy, const Source& source, std::uint64_t elements, Operator op,
                        T* result) {
    using namespace reduce_kernels;
    if (elements == 0) {
        if constexpr (has_identity<Operator, T>) {
            launch(store_kernel<T>, {dim3(1), dim3(1), 0, detail::blocks_of_lanes(policy, 1).stream},
                   T(identity<Operator, T>::value), result);
            return;
        } else {
            throw std::invalid_argument("reduce_into of an empty range by an operator whose identity is not known");
        }
    }
    const canonical_order::chunking cut(elements);
    const launch_configuration at = detail::blocks_of_lanes(policy, cut.chunks);
    with_reading(source, elements, [&](auto how) {
        if (cut.chunks == 1) {
            launch(one_chunk_kernel<how(), Source, Operator, T>, at, source, elements, cut.chunk, op, result);
        } else {
            const scratch_memory scratch = detail::scratch_of(policy);
            launch(reduce_kernel<how(), Source, Operator, T>, at, source, elements, cut.chunk, op,
                   mailbox<T>{scratch.slots, scratch.launches}, result);
        }
    });
}

/// The reduction of a source of at least one element; waits for it.
template <element_source Source, class Operator, class T = source_value<Source>>
T reduce_source(const device_policy& policy, const Source& source, std::uint64_t elements, Operator op) {
    T* const result = static_cast<T*>(detail::result_slot());
    reduce_source_into(policy, source, elements, op, result);
    detail::wait_for(policy);
    return *result;
}

/// Stream-ordered: the partial results of `count` chunks from `first_chunk` on, to memory of the device.
template <element_source Source, class Operator, class T = source_value<Source>>
void reduce_chunks(const device_policy& policy, const Source& source, const canonical_order::chunking& cut,
                   std::uint64_t first_chunk, std::uint64_t count, Operator op, T* partials) {
    using namespace reduce_kernels;
    if (count == 0) return;
    with_reading(source, count * cut.chunk, [&](auto how) {
        launch(chunks_kernel<how(), Source, Operator, T>, detail::blocks_of_lanes(policy, count), source, cut.elements,
               cut.chunk, first_chunk, op, partials);
    });
}

/// The partial results, in memory of the device, combined as one more chunk; waits for it.
template <class T, class Operator>
T reduce_partials(const device_policy& policy, const T* partials, std::uint64_t count, Operator op) {
    using namespace reduce_kernels;
    T* const result = static_cast<T*>(detail::result_slot());
    launch(one_chunk_kernel<reading::elements, contiguous<T>, Operator, T>, detail::blocks_of_lanes(policy, 1),
           contiguous<T>{partials}, count, count, op, result);
    detail::wait_for(policy);
    return *result;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
