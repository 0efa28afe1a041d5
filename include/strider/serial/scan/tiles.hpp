// The two halves of a scan whose tiles are not all here: totals of tiles, and results behind known carries.
#pragma once

#include <cstdint>
#include <optional>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/scan_order.hpp>
#include <strider/serial/scan.hpp>

namespace strider {

/// The total of every complete tile of `shape`.
template <element_source Source, class Operator, class T>
void tile_totals(serial, const Source& source, const scan_order::tile_shape& shape, Operator op, T* totals) {
    for (std::uint64_t tile = 0; tile < shape.elements / shape.tile; ++tile) {
        totals[tile] = *serial_backend::parts_of_tile(source, shape, tile, op).total;
    }
}

/// The scan of each tile behind carries[tile], to `output`, which may be where the elements come from. Nothing stands
/// before the first tile unless `first_given`.
template <bool Exclusive, element_source Source, class Operator, class T>
void scan_tiles(serial, const Source& source, const scan_order::tile_shape& shape, T* output, Operator op,
                const T* carries, bool first_given) {
    for (std::uint64_t tile = 0; tile < shape.tiles; ++tile) {
        const std::optional<T> base = tile > 0 || first_given ? std::optional<T>(carries[tile]) : std::nullopt;
        serial_backend::write_tile<Exclusive>(source, shape, tile, base, output, op);
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
