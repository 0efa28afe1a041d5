// The library's scan on a GPU, and in the emulator: one launch, each element read and written once.
//
// A block of 256 threads takes one tile of the canonical order (pattern/scan_order.hpp), which stays in shared memory
// (block/scan.hpp) while the block waits for what stands before it: the totals of the tiles of its group, those of the
// groups of its region, and one value of all regions before it. They come as tile states (block/tile_state.hpp); blocks
// start in the order of their indices, so that a block may wait for earlier ones.
//
// Source: D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), whose look-back
// combines what has come so far, and so has no fixed order.
#pragma once

#include <cstdint>
#include <optional>

#include <strider/core/counted.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/scan.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace scan_kernels {

using namespace scan_order;
using block::possible;

inline constexpr unsigned threads = strips * lanes;

/// Blocks that a multiprocessor is to hold: with 60 KiB a tile, as many as its shared memory has room for. Twice as
/// many of half the size would have too few registers.
template <class E, class T>
inline constexpr unsigned resident_blocks = sizeof(E) < sizeof(T) ? 5 : 3;

/// Where the totals of tiles, the totals of groups, and what stands before each region are published.
template <class T>
struct scan_states {
    block::tile_state<T> tiles, groups, regions;
};

/// The carry into a tile, found by one warp: all lanes get it. `complete` says that the tile is complete, and `total`
/// is its total. The last tile of a group publishes the group's total, and the last tile of a region the carry into the
/// next one.
template <class T, class Operator>
__device__ __forceinline__ possible<T> carry_into_tile(const T& total, bool complete, const possible<T>& init,
                                                       const scan_states<T>& states, unsigned epoch, Operator op) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned tile = blockIdx.x % group, in_region = blockIdx.x / group % region;
    const std::uint64_t my_group = blockIdx.x / group, my_region = my_group / region;

    // All that is waited for is under way at once; what comes first is passed on first.
    block::polled<T> of_tile{total, lane >= tile}, of_group{T{}, lane >= in_region};
    block::polled<T> of_region{init.value, my_region == 0};
    warp::prefix<T> of_tiles{};
    bool tiles_ready = false, all_ready = false;
    do {
        if (!of_tile.ready) of_tile = states.tiles.poll(my_group * group + lane, epoch);
        if (!of_group.ready) of_group = states.groups.poll(my_region * region + lane, epoch);
        if (!of_region.ready) of_region = states.regions.poll(my_region, epoch);
        if (!tiles_ready && __all_sync(~0u, of_tile.ready)) {
            tiles_ready = true;
            of_tiles = warp::scan_before<group>(of_tile.value, complete ? tile + 1 : tile, tile, op);
            if (tile == group - 1 && complete && lane == 0) states.groups.publish(my_group, of_tiles.total, epoch);
        }
        all_ready = tiles_ready && __all_sync(~0u, of_group.ready && of_region.ready);
    } while (!all_ready);

    const bool ends_group = tile == group - 1 && complete;
    if (ends_group && lane == in_region) of_group.value = of_tiles.total;
    const auto of_groups = warp::scan_before<region>(of_group.value, in_region + (ends_group ? 1 : 0), in_region, op);
    const possible<T> before_region{of_region.value, my_region > 0 || init.given};
    if (ends_group && in_region == region - 1 && lane == 0)
        states.regions.publish(my_region + 1, combined(before_region, {of_groups.total, true}, op).value, epoch);
    const possible<T> before_group = combined(before_region, {of_groups.before, in_region > 0}, op);
    return combined(before_group, {of_tiles.before, tile > 0}, op);
}

/// One block a tile, all of whose elements are there but for the last one's. `given` is the number of elements, of
/// which the host has made `rows` and the grid, or says where the device finds it: then blocks beyond the last tile
/// leave.
template <bool Exclusive, class Source, class Output, class T, class Operator, class Count>
__global__ void __launch_bounds__(threads, resident_blocks<block::held<Source>, T>)
    scan_kernel(Source source, Output output, Count given, load_policy how, Operator op, possible<T> init,
                scan_states<T> states, unsigned rows) {
    __shared__ T strip_totals[strips];
    __shared__ T shared_carry;
    using E = block::held<Source>;
    using complete_tile = block::scan_tile<T, true, E>;
    auto* const memory = dynamic_shared<typename complete_tile::held_run>();
    const std::uint64_t elements = detail::elements_now(given);
    if constexpr (detail::counted_later<Count>) {
        rows = scan_order::rows(elements, sizeof(T));
#if defined(__CUDA_ARCH__)
        // nvcc 13.0 takes a least of something and 15 for a multiple of 5, and unrolls loops with nothing left over.
        asm("" : "+r"(rows));
#endif
    }
    const unsigned size = strips * rows * complete_tile::row;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * size;
    constexpr bool counted = detail::counted_later<Count>;
    if (counted && first >= elements) return;
    const bool waits = counted ? elements > size : gridDim.x > 1, first_warp = threadIdx.x < 32;

    const auto scan_tile =
        [&]<bool Complete>(const block::scan_tile<T, Complete, E>& tile) __attribute__((always_inline)) {
            tile.load(source, first, how);
            const unsigned epoch = waits && first_warp ? states.tiles.epoch() : 0;
            wait_for_copies<0>();
            const warp::prefix<T> strip = tile.scan_totals(op, strip_totals);
            if (Complete && waits && threadIdx.x == 0) states.tiles.publish(blockIdx.x, strip.total, epoch);
            tile.template scan_rows<Exclusive>(op);  // while totals travel

            possible<T> carry{init.value, blockIdx.x > 0 || init.given};
            if (waits) {
                if (first_warp) {
                    carry.value = carry_into_tile(strip.total, Complete, init, states, epoch, op).value;
                    if (threadIdx.x == 0) shared_carry = carry.value;
                    // Where this is the last tile, all have published, and so have read the epoch.
                    const bool is_last = counted ? elements - first <= size : blockIdx.x == gridDim.x - 1;
                    if (threadIdx.x == 0 && is_last) states.tiles.close(epoch);
                }
                __syncthreads();
                carry.value = shared_carry;
            }
            possible<T> base{strip.before, !first_warp};
            if (tile.available(tile.strip(), 1) != 0) base = combined(carry, base, op);
            tile.template store<Exclusive>(output, first, base, op, how);
        };
    if (elements - first >= size) {
        scan_tile(complete_tile(memory, rows, size));
    } else {
        scan_tile(block::scan_tile<T, false, E>(memory, rows, static_cast<unsigned>(elements - first)));
    }
}

}  // namespace scan_kernels

/// Slots of tile states that a scan of these tiles takes.
inline std::uint64_t scan_slots(const scan_order::tile_shape& shape) {
    return shape.tiles + shape.groups + shape.regions + 1;
}

/// Stream-ordered: the scan of a source's `elements` elements to `output`, which may be where they come from.
/// `output` is a pointer, or what gives a place to assign a result to by output[i], and has overloads of `write_piece`
/// and `writable_in_pieces`. `elements` is their number, or says where the device finds it.
template <bool Exclusive, element_source Source, class Count, class Output, class Operator, class T>
void scan_source(const device_policy& policy, const Source& source, const Count& elements, Output output, Operator op,
                 const std::optional<T>& init) {
    using namespace scan_kernels;
    const tile_shape shape = detail::counted_later<Count>
                                 ? tile_shape::up_to(detail::most_elements(elements), sizeof(T))
                                 : tile_shape(detail::most_elements(elements), sizeof(T));
    const std::size_t words = block::tile_state<T>::words;
    scan_states<T> states{};
    if (shape.tiles > 1) {
        const scratch_memory scratch = detail::scratch_of(policy, scan_slots(shape) * words * sizeof(std::uint64_t));
        states.tiles = {scratch.slots, scratch.epoch};
        states.groups = {states.tiles.slots + shape.tiles * words, scratch.epoch};
        states.regions = {states.groups.slots + shape.groups * words, scratch.epoch};
    }
    load_policy how = load_policy_of(source);
    how.vectors = how.vectors && writable_in_pieces<run(sizeof(T))>(output);

    const auto kernel = scan_kernel<Exclusive, Source, Output, T, Operator, Count>;
    launch_configuration at = detail::launch_of(policy, shape.tiles, threads);
    at.shared_bytes = shape.tile * sizeof(block::held<Source>);
    allow_shared(kernel, at.shared_bytes);
    launch(kernel, at, source, output, elements, how, op, block::possible<T>{init.value_or(T{}), init.has_value()},
           states, shape.rows);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
