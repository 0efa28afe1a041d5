// Shared by the rungs of the matrix-product ladder: their arguments, the tiles of C, and how kernels are launched.
#pragma once

#include <cstdint>
#include <type_traits>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/matrix_product/problem.hpp>

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include <strider/emulator/dialect/half.hpp>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

/// An input of 16 bits, as PTX names it.
template <class Input>
inline constexpr char ptx_name[] = "f16";
template <>
inline constexpr char ptx_name<__nv_bfloat16>[] = "bf16";

/// C = A * B, row by row: A has rows x inner items, B inner x columns, C rows x columns.
template <class Input>
struct product {
    const Input* a;
    const Input* b;
    float* c;
    unsigned rows, columns, inner;
};

/// An item of a matrix.
struct place {
    unsigned row, column;
};

/// The first item of this block's tile of C. The grid has one dimension, since its others end at 65,535 blocks.
template <unsigned tile_rows, unsigned tile_columns>
__device__ __forceinline__ place tile_of_block(unsigned columns) {
    const unsigned across = (columns + tile_columns - 1) / tile_columns;
    return {blockIdx.x / across * tile_rows, blockIdx.x % across * tile_columns};
}

/// An item, or zero outside of the matrix.
template <class Input>
__device__ __forceinline__ Input item_at(const Input* matrix, place at, unsigned rows, unsigned columns) {
    return at.row < rows && at.column < columns ? matrix[std::uint64_t{at.row} * columns + at.column] : Input(0.0f);
}

/// Four neighbours of a row, as item_at. `aligned`: no vector of a row is unaligned or reaches over its end.
template <bool aligned>
__device__ __forceinline__ float4 quad_at(const float* matrix, place at, unsigned rows, unsigned columns) {
    if constexpr (aligned) {
        if (at.row >= rows || at.column >= columns) return {0, 0, 0, 0};
        return *reinterpret_cast<const float4*>(matrix + std::uint64_t{at.row} * columns + at.column);
    } else {
        return {item_at(matrix, at, rows, columns), item_at(matrix, {at.row, at.column + 1}, rows, columns),
                item_at(matrix, {at.row, at.column + 2}, rows, columns),
                item_at(matrix, {at.row, at.column + 3}, rows, columns)};
    }
}

/// Eight neighbours of a row of half precision, in the same way.
template <bool aligned>
__device__ __forceinline__ uint4 octet_at(const __half* matrix, place at, unsigned rows, unsigned columns) {
    if constexpr (aligned) {
        if (at.row >= rows || at.column >= columns) return {0, 0, 0, 0};
        return *reinterpret_cast<const uint4*>(matrix + std::uint64_t{at.row} * columns + at.column);
    } else {
        struct octet {
            __half items[8];
        } read;
        for (unsigned i = 0; i < 8; ++i) read.items[i] = item_at(matrix, {at.row, at.column + i}, rows, columns);
        return __builtin_bit_cast(uint4, read);
    }
}

/// A vector that one access stores, also where the compiler would take its members one by one.
template <unsigned count>
struct items {
    float of[count];
};

/// Stores four neighbours of a row of C, as far as they are in it.
template <bool aligned>
__device__ __forceinline__ void store_quad(const product<float>& of, place at, const float* sums) {
    if (at.row >= of.rows) return;
    float* const to = of.c + std::uint64_t{at.row} * of.columns + at.column;
    if constexpr (aligned) {
        const items<4> all = {sums[0], sums[1], sums[2], sums[3]};
        if (at.column < of.columns) *reinterpret_cast<float4*>(to) = __builtin_bit_cast(float4, all);
    } else {
        for (unsigned i = 0; i < 4; ++i) {
            if (at.column + i < of.columns) to[i] = sums[i];
        }
    }
}

/// The same of two neighbours, the first in an even column.
template <bool aligned, class Input>
__device__ __forceinline__ void store_pair(const product<Input>& of, place at, const float* sums) {
    if (at.row >= of.rows) return;
    float* const to = of.c + std::uint64_t{at.row} * of.columns + at.column;
    if constexpr (aligned) {
        const items<2> both = {sums[0], sums[1]};
        if (at.column < of.columns) *reinterpret_cast<float2*>(to) = __builtin_bit_cast(float2, both);
    } else {
        for (unsigned i = 0; i < 2; ++i) {
            if (at.column + i < of.columns) to[i] = sums[i];
        }
    }
}

/// A row of products: sums += left * right.
template <unsigned quads>
__device__ __forceinline__ void add_row(float left, const float4 (&right)[quads], float (&sums)[4 * quads]) {
#pragma unroll
    for (unsigned j = 0; j < quads; ++j) {
        sums[4 * j] += left * right[j].x;
        sums[4 * j + 1] += left * right[j].y;
        sums[4 * j + 2] += left * right[j].z;
        sums[4 * j + 3] += left * right[j].w;
    }
}

/// A column times a row: eight times as many products as the row has items.
template <unsigned quads>
__device__ __forceinline__ void add_products(const float4 (&left)[2], const float4 (&right)[quads],
                                             float (&sums)[8][4 * quads]) {
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
        add_row(left[i].x, right, sums[4 * i]);
        add_row(left[i].y, right, sums[4 * i + 1]);
        add_row(left[i].z, right, sums[4 * i + 2]);
        add_row(left[i].w, right, sums[4 * i + 3]);
    }
}

template <class Input>
product<Input> product_of(const arguments& with) {
    const extents size = extents_of(with);
    return {static_cast<const Input*>(with.input),
            static_cast<const Input*>(with.side_input),
            static_cast<float*>(with.output),
            size.rows,
            size.columns,
            size.inner};
}

/// Calls `run` with an item of the inputs, which have 16 bits.
template <class Run>
void with_16_bit_item(const arguments& with, const Run& run) {
    takes_f16(with) ? run(__half{}) : run(__nv_bfloat16{});
}

/// Launches `kernel` with a block for each tile of C.
template <class Input>
void launch_tiles(const arguments& with, unsigned tile_rows, unsigned tile_columns, dim3 block,
                  void (*kernel)(product<Input>), std::size_t shared_bytes = 0) {
    if (with.elements == 0) return;
    const product<Input> of = product_of<Input>(with);
    const std::uint64_t blocks = blocks_for(of.rows, tile_rows) * blocks_for(of.columns, tile_columns);
    allow_shared(kernel, shared_bytes);
    launch(kernel, {dim3(static_cast<unsigned>(blocks)), block, shared_bytes, stream_of(with)}, of);
}

/// Whether 16-byte accesses to whole rows are aligned, and no vector reaches over the end of a row.
template <class Input>
bool rows_are_aligned(const product<Input>& of) {
    const auto bases = reinterpret_cast<std::uintptr_t>(of.a) | reinterpret_cast<std::uintptr_t>(of.b) |
                       reinterpret_cast<std::uintptr_t>(of.c);
    return bases % 16 == 0 && of.inner * sizeof(Input) % 16 == 0 && of.columns * sizeof(Input) % 16 == 0;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
