// Adjacent differences on a GPU, and in the emulator: a block takes one tile, a warp a strip of it and a lane 16 bytes
// in each of the strip's rows, so that left neighbours come by shuffles. In place, a tile's left neighbour may have
// been overwritten: those of all tiles are copied first, in a launch of their own.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace difference_kernels {

inline constexpr unsigned threads = 256, rows = 4;

/// Elements in a piece: as many as make 16 bytes of the wider type, so that no access of a warp has gaps.
template <class T, class U>
inline constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T) < sizeof(U) ? sizeof(U) : sizeof(T));
template <class T, class U>
inline constexpr unsigned tile_size = rows * threads * width<T, U>;

/// Copies the left neighbours of all tiles but the first.
template <class T>
__global__ void __launch_bounds__(threads)
    edges_kernel(const T* input, std::uint64_t tiles, std::uint64_t tile, T* edges) {
    const std::uint64_t t = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (t > 0 && t < tiles) edges[t] = input[t * tile - 1];
}

/// `edges` is null where nothing is overwritten.
template <class T, class U, class Operator>
__global__ void __launch_bounds__(threads)
    difference_kernel(const T* input, U* output, std::uint64_t elements, load_policy how, const T* edges, Operator op) {
    constexpr unsigned tile = tile_size<T, U>, each = width<T, U>, row = 32 * each;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, at = warp * rows * row + lane * each;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * tile;
    const unsigned count = elements - first < tile ? static_cast<unsigned>(elements - first) : tile;
    const auto available = [count, at](unsigned r) {
        const unsigned here = at + r * row;
        return count <= here ? 0 : count - here < each ? count - here : each;
    };
    how.vectors = how.vectors && count == tile;

    T edge{};  // to the left of the strip
    if (lane == 0 && available(0) > 0 && first + at > 0) {
        edge = warp == 0 && edges != nullptr ? edges[blockIdx.x] : input[first + at - 1];
    }
    piece<T, each> pieces[rows];
    with_constant(how, [&]<load_policy How>() {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            if constexpr (How.vectors) {
                pieces[r] = read<each>(contiguous<T>{input}, first + at + r * row, How);
            } else {
                pieces[r] = read_some<each>(contiguous<T>{input}, first + at + r * row, available(r));
            }
        }
    });
    if (edges != nullptr) __syncthreads();  // the whole tile has been read: it may be overwritten

    with_constant(how, [&]<load_policy How>() {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            T left = warp::shuffle_up(pieces[r].element[each - 1], 1);
            if (r > 0) edge = warp::shuffle(pieces[r - (r > 0)].element[each - 1], 31);
            if (lane == 0) left = edge;
            const std::uint64_t here = first + at + r * row;
            piece<U, each> results;
#pragma unroll
            for (unsigned v = 0; v < each; ++v) {
                if (!How.vectors && v >= available(r)) continue;
                const T& element = pieces[r].element[v];
                const T& neighbour = v == 0 ? left : pieces[r].element[v - (v > 0)];
                results.element[v] = here + v == 0 ? static_cast<U>(element) : static_cast<U>(op(element, neighbour));
                if constexpr (!How.vectors) output[here + v] = results.element[v];
            }
            if constexpr (How.vectors) write_piece(output, here, results);
        }
    });
}

}  // namespace difference_kernels

/// Stream-ordered: op(element, left neighbour) of every element but the first, which is copied, to `output`, which may
/// be the input.
template <class T, class U, class Operator>
void difference_neighbours(const device_policy& policy, const T* input, std::uint64_t elements, U* output,
                           Operator op) {
    using namespace difference_kernels;
    constexpr std::uint64_t tile = tile_size<T, U>;
    const std::uint64_t tiles = (elements - 1) / tile + 1;
    load_policy how{};
    how.vectors = readable_in_pieces<width<T, U>>(contiguous<T>{input}) && writable_in_pieces<width<T, U>>(output);
    const T* edges = nullptr;
    if (static_cast<const void*>(input) == output) {
        T* const copied =
            reinterpret_cast<T*>(detail::scratch_of(policy, tiles * sizeof(T), scratch_use::within_a_call).slots);
        launch(edges_kernel<T>, detail::launch_of(policy, (tiles - 1) / threads + 1, threads), input, tiles, tile,
               copied);
        edges = copied;
    }
    launch(difference_kernel<T, U, Operator>, detail::launch_of(policy, tiles, threads), input, output, elements, how,
           edges, op);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
