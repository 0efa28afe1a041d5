// The two halves of a scan whose tiles are not all here, on a GPU and in the emulator: totals of tiles, and results
// behind known carries. A block takes a tile, as in scan.hpp, and waits for no other.
#pragma once

#include <cstdint>

#include <strider/core/source.hpp>
#include <strider/cuda/block/scan.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/scan.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace scan_kernels {

/// One block a tile, all of whose elements are there.
template <class Source, class T, class Operator>
__global__ void __launch_bounds__(threads, resident_blocks<block::held<Source>, T>)
    tile_totals_kernel(Source source, load_policy how, Operator op, T* totals, unsigned rows) {
    __shared__ T strip_totals[strips];
    using complete_tile = block::scan_tile<T, true, block::held<Source>>;
    const unsigned size = strips * rows * complete_tile::row;
    const complete_tile tile(dynamic_shared<typename complete_tile::held_run>(), rows, size);
    tile.load(source, std::uint64_t{blockIdx.x} * size, how);
    wait_for_copies<0>();
    const warp::prefix<T> strip = tile.scan_totals(op, strip_totals);
    if (threadIdx.x == 0) totals[blockIdx.x] = strip.total;
}

/// One block a tile, all of whose elements are there but for the last one's.
template <bool Exclusive, class Source, class T, class Operator>
__global__ void __launch_bounds__(threads, resident_blocks<block::held<Source>, T>)
    scan_tiles_kernel(Source source, T* output, std::uint64_t elements, load_policy how, Operator op, const T* carries,
                      bool first_given, unsigned rows) {
    __shared__ T strip_totals[strips];
    using E = block::held<Source>;
    using complete_tile = block::scan_tile<T, true, E>;
    auto* const memory = dynamic_shared<typename complete_tile::held_run>();
    const unsigned size = strips * rows * complete_tile::row;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * size;

    const auto scan_tile = [&]<bool Complete>(const block::scan_tile<T, Complete, E>& tile)
                               __attribute__((always_inline)) {
                                   tile.load(source, first, how);
                                   possible<T> base{T{}, blockIdx.x > 0 || first_given};
                                   if (base.given) base.value = carries[blockIdx.x];
                                   wait_for_copies<0>();
                                   const warp::prefix<T> strip = tile.scan_totals(op, strip_totals);
                                   tile.template scan_rows<Exclusive>(op);
                                   const bool has_elements = tile.available(tile.strip(), 1) != 0;
                                   if (has_elements) base = combined(base, {strip.before, threadIdx.x >= 32}, op);
                                   tile.template store<Exclusive>(output, first, base, op, how);
                               };
    if (elements - first >= size) {
        scan_tile(complete_tile(memory, rows, size));
    } else {
        scan_tile(block::scan_tile<T, false, E>(memory, rows, static_cast<unsigned>(elements - first)));
    }
}

/// So many blocks that hold a tile each.
template <class E, class... Parameters>
launch_configuration launch_of_tiles(const device_policy& policy, void (*kernel)(Parameters...), std::uint64_t tiles,
                                     const tile_shape& shape) {
    launch_configuration at = detail::launch_of(policy, tiles, threads);
    at.shared_bytes = shape.tile * sizeof(E);
    allow_shared(kernel, at.shared_bytes);
    return at;
}

}  // namespace scan_kernels

/// Stream-ordered: the total of every complete tile of `shape`.
template <element_source Source, class Operator, class T>
void tile_totals(const device_policy& policy, const Source& source, const scan_order::tile_shape& shape, Operator op,
                 T* totals) {
    using namespace scan_kernels;
    const std::uint64_t complete = shape.elements / shape.tile;
    if (complete == 0) return;
    const auto kernel = tile_totals_kernel<Source, T, Operator>;
    launch(kernel, launch_of_tiles<block::held<Source>>(policy, kernel, complete, shape), source,
           load_policy_of(source), op, totals, shape.rows);
}

/// Stream-ordered: the scan of each tile behind carries[tile], to `output`, which may be where the elements come from.
/// Nothing stands before the first tile unless `first_given`.
template <bool Exclusive, element_source Source, class Operator, class T>
void scan_tiles(const device_policy& policy, const Source& source, const scan_order::tile_shape& shape, T* output,
                Operator op, const T* carries, bool first_given) {
    using namespace scan_kernels;
    if (shape.tiles == 0) return;
    load_policy how = load_policy_of(source);
    how.vectors = how.vectors && writable_in_pieces<run(sizeof(T))>(output);
    const auto kernel = scan_tiles_kernel<Exclusive, Source, T, Operator>;
    launch(kernel, launch_of_tiles<block::held<Source>>(policy, kernel, shape.tiles, shape), source, output,
           shape.elements, how, op, carries, first_given, shape.rows);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
