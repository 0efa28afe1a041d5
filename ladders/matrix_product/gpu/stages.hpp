// Copies of tiles to shared memory that are on their way while a block multiplies others.
#pragma once

#include <ladders/matrix_product/gpu/product.hpp>

#if defined(__CUDACC__)
#include <cuda_pipeline.h>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

/// Begins the copy of a tile by a whole block, 16 bytes a thread; what is outside of the matrix becomes 0. Unaligned
/// rows go item by item, and without cp.async. `place_of(row, vector)` is where a row's vector goes, in vectors.
template <bool aligned, unsigned rows, unsigned columns, unsigned threads, class Item, class Place>
__device__ __forceinline__ void copy_tile(Item* to, const Item* matrix, place from, unsigned matrix_rows,
                                          unsigned matrix_columns, Place place_of) {
    constexpr unsigned items = 16 / sizeof(Item), across = columns / items;
    static_assert(rows * across % threads == 0);
#pragma unroll
    for (unsigned n = 0; n < rows * across / threads; ++n) {
        const unsigned at = n * threads + threadIdx.x, row = at / across, vector = at % across;
        const place source = {from.row + row, from.column + vector * items};
        Item* const target = to + place_of(row, vector) * items;
        if constexpr (aligned) {
            const bool inside = source.row < matrix_rows && source.column < matrix_columns;
            const std::uint64_t offset = inside ? std::uint64_t{source.row} * matrix_columns + source.column : 0;
            __pipeline_memcpy_async(target, matrix + offset, 16, inside ? 0 : 16);
        } else {
            for (unsigned i = 0; i < items; ++i) {
                target[i] = item_at(matrix, {source.row, source.column + i}, matrix_rows, matrix_columns);
            }
        }
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
