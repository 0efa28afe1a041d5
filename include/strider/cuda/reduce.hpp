// The library's reduction on a GPU, and in the emulator: one launch.
//
// A block takes one chunk of the canonical order (block/chunk.hpp). It publishes the chunk's partial result to the last
// block, which combines the partials as one more chunk. Reads each element once; writes at most 32,768 partials
// (block/tile_state.hpp).
//
// Source: partial results with their epoch after Merrill and Garland's decoupled look-back (2016), here read by one
// block.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/chunk.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/extremes.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/reduction.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace reduce_kernels {

using canonical_order::lanes;

/// Chunk `first_chunk + blockIdx.x` to `partials[blockIdx.x]`.
template <class Source, class Operator, class T>
__global__ void __launch_bounds__(lanes)
    chunks_kernel(Source source, std::uint64_t elements, std::uint64_t chunk, std::uint64_t first_chunk,
                  load_policy how, Operator op, T* partials) {
    __shared__ T warps[lanes / 32];
    const std::uint64_t first = (first_chunk + blockIdx.x) * chunk;
    const std::uint64_t count = elements - first < chunk ? elements - first : chunk;
    const T value = block::reduce_chunk(source, first, count, chunk, how, op, warps);
    if (threadIdx.x == 0) partials[blockIdx.x] = value;
}

/// Where no order can be seen, so many smaller elements are cut as one of 4 bytes.
template <class Source, class Operator>
STRIDER_HOST_DEVICE constexpr std::uint64_t elements_cut_as_one() {
    if constexpr (block::folds_freely<Source, Operator>) {
        constexpr std::uint64_t bytes = sizeof(typename block::free_fold<Source, Operator>::element);
        return bytes < 4 ? 4 / bytes : 1;
    } else {
        return 1;
    }
}

/// The elements of a block: a chunk of the canonical order, or where no order can be seen, its bytes of smaller
/// elements, and all of them where one block is done with them before others would have met.
template <class Source, class Operator>
STRIDER_HOST_DEVICE constexpr std::uint64_t elements_of_block(std::uint64_t elements) {
    if constexpr (block::folds_freely<Source, Operator>) {
        constexpr std::uint64_t bytes = sizeof(typename block::free_fold<Source, Operator>::element);
        if (elements * bytes <= std::uint64_t{64} << 10) return elements;
    }
    constexpr std::uint64_t smaller = elements_cut_as_one<Source, Operator>();
    return smaller * canonical_order::chunk_size((elements + smaller - 1) / smaller);
}

/// One block a chunk. The last block combines all partials, and makes the result of the total. A single block has the
/// total at once. `given` is the number of elements, for which the host has made `chunk` and the grid, or says where
/// the device finds the number: then blocks beyond the last chunk leave.
template <class Source, class Operator, class T, class U, class Finish, class Count>
__global__ void __launch_bounds__(lanes)
    reduce_kernel(Source source, Count given, std::uint64_t chunk, load_policy how, Operator op,
                  block::tile_state<T> states, U* result, Finish finish) {
    __shared__ T warps[lanes / 32];
    __shared__ unsigned epoch_of_launch;
    const std::uint64_t elements = detail::elements_now(given);
    unsigned blocks = gridDim.x;
    if constexpr (detail::counted_later<Count>) {
        if (elements == 0 && blockIdx.x == 0 && threadIdx.x == 0) *result = static_cast<U>(finish.none);
        if (elements == 0) return;
        chunk = elements_of_block<Source, Operator>(elements);
        blocks = static_cast<unsigned>((elements - 1) / chunk + 1);
        if (blockIdx.x >= blocks) return;
    }
    unsigned epoch = 0;
    if (blocks > 1 && threadIdx.x == 0) epoch = states.epoch();  // under way while the chunk is read

    const std::uint64_t first = blockIdx.x * chunk;
    const std::uint64_t count = elements - first < chunk ? elements - first : chunk;
    T value = block::reduce_chunk(source, first, count, chunk, how, op, warps);
    if (blocks > 1) {
        if (threadIdx.x == 0) {
            states.publish(blockIdx.x, value, epoch);
            epoch_of_launch = epoch;
        }
        if (blockIdx.x != blocks - 1) return;

        __syncthreads();  // for the epoch, and `warps` is used again
        const block::awaited<T> partials{states, epoch_of_launch};
        if constexpr (block::folds_freely<Source, Operator>) {
            if (threadIdx.x < blocks) value = partials(threadIdx.x);
            for (unsigned i = threadIdx.x + lanes; i < blocks; i += lanes) value = op(value, partials(i));
            value = block::tree<lanes>(value, blocks < lanes ? blocks : lanes, op, warps);
        } else {
            value = block::reduce_chunk(partials, 0, blocks, blocks, {false}, op, warps);
        }
        if (threadIdx.x == 0) states.close(epoch);
    }
    if (threadIdx.x == 0) *result = finish(value);
}

/// How to read the elements that an operator combines.
template <class Operator, class Source>
load_policy policy_of(const Source& source) {
    if constexpr (block::folds_freely<Source, Operator>) {
        return load_policy_of(block::free_fold<Source, Operator>::memory_of(source));
    } else {
        load_policy how = load_policy_of(source);
        if constexpr (block::stages_runs<Source, Operator>) {
            how.staged = how.vectors && block::staged_bytes<Source> <= most_shared_bytes();
        }
        return how;
    }
}

/// A block for each of so many chunks, with the shared memory that it needs.
template <class Source, class... Parameters>
launch_configuration launch_of_chunks(const device_policy& policy, void (*kernel)(Parameters...), std::uint64_t chunks,
                                      load_policy how) {
    launch_configuration at = detail::launch_of(policy, chunks, lanes);
    if (how.staged) {
        at.shared_bytes = block::staged_bytes<Source>;
        allow_shared(kernel, at.shared_bytes);
    }
    return at;
}

/// `value` to `count` elements.
template <class T>
__global__ void fill_kernel(T value, std::uint64_t count, T* output) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) output[i] = value;
}

}  // namespace reduce_kernels

/// Stream-ordered: `*result = value`.
template <class T>
void store_value(const device_policy& policy, const T& value, T* result) {
    launch(reduce_kernels::fill_kernel<T>, detail::launch_of(policy, 1, 1), value, std::uint64_t{1}, result);
}

/// Stream-ordered: `*result`, in memory that the device can write, becomes `finish(total)` of a source of at least one
/// element.
template <element_source Source, class Operator, class U, class Finish = detail::total_itself,
          class T = source_value<Source>>
void reduce_source_into(const device_policy& policy, const Source& source, std::uint64_t elements, Operator op,
                        U* result, Finish finish = {}) {
    using namespace reduce_kernels;
    const std::uint64_t chunk = elements_of_block<Source, Operator>(elements), chunks = (elements - 1) / chunk + 1;
    block::tile_state<T> states{};
    if (chunks > 1) {
        const scratch_memory scratch = detail::scratch_of(policy);
        states = {scratch.slots, scratch.epoch};
    }
    const load_policy how = policy_of<Operator>(source);
    const auto kernel = reduce_kernel<Source, Operator, T, U, Finish, std::uint64_t>;
    launch(kernel, launch_of_chunks<Source>(policy, kernel, chunks, how), source, elements, chunk, how, op, states,
           result, finish);
}

/// The same of as many elements as the device finds in its memory; of none, `*result` becomes `finish.none`.
template <element_source Source, class Operator, class U, class Finish, class T = source_value<Source>>
void reduce_source_into(const device_policy& policy, const Source& source, const count_in_memory& elements, Operator op,
                        U* result, const Finish& finish) {
    using namespace reduce_kernels;
    constexpr std::uint64_t smaller = elements_cut_as_one<Source, Operator>();
    const std::uint64_t chunks = canonical_order::most_chunks_up_to((elements.most + smaller - 1) / smaller);
    const scratch_memory scratch = detail::scratch_of(policy);
    const load_policy how = policy_of<Operator>(source);
    const auto kernel = reduce_kernel<Source, Operator, T, U, Finish, count_in_memory>;
    launch(kernel, launch_of_chunks<Source>(policy, kernel, chunks, how), source, elements, std::uint64_t{0}, how, op,
           block::tile_state<T>{scratch.slots, scratch.epoch}, result, finish);
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
void reduce_chunks(const device_policy& policy, const Source& source, const canonical_order::chunk_shape& shape,
                   std::uint64_t first_chunk, std::uint64_t count, Operator op, T* partials) {
    using namespace reduce_kernels;
    if (count == 0) return;
    const load_policy how = policy_of<Operator>(source);
    const auto kernel = chunks_kernel<Source, Operator, T>;
    launch(kernel, launch_of_chunks<Source>(policy, kernel, count, how), source, shape.elements, shape.chunk,
           first_chunk, how, op, partials);
}

/// The partial results, in memory of the device, combined as one more chunk; waits for it.
template <class T, class Operator>
T reduce_partials(const device_policy& policy, const T* partials, std::uint64_t count, Operator op) {
    using namespace reduce_kernels;
    T* const result = static_cast<T*>(detail::result_slot());
    const contiguous<T> source{partials};
    const load_policy how = policy_of<Operator>(source);
    const auto kernel = reduce_kernel<contiguous<T>, Operator, T, T, detail::total_itself, std::uint64_t>;
    launch(kernel, launch_of_chunks<contiguous<T>>(policy, kernel, 1, how), source, count, count, how, op,
           block::tile_state<T>{}, result, detail::total_itself{});
    detail::wait_for(policy);
    return *result;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
