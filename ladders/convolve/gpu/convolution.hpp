// Shared by the rungs of this ladder: tiles, pixels, the mask in constant memory, and how kernels are launched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <ladders/convolve/problem.hpp>
#include <ladders/harness/gpu_rung.hpp>

#if defined(STRIDER_EMULATOR)
#include <strider/emulator/work.hpp>
#endif

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

/// Threads that a block may have.
inline constexpr unsigned most_threads = 1024;

/// The output, cut into tiles of rows x columns: one block each, in row-major order. (A grid's second extent ends at
/// 65,535: too few for tall images.)
struct tile_shape {
    unsigned rows, columns;
    unsigned across;  ///< tiles side by side

    __device__ std::int64_t first_row() const { return std::int64_t{blockIdx.x / across} * rows; }
    __device__ std::int64_t first_column() const { return std::int64_t{blockIdx.x % across} * columns; }
};

inline tile_shape tiles_of(const shape& of, unsigned rows, unsigned columns) {
    return {rows, columns, static_cast<unsigned>(blocks_for(static_cast<std::uint64_t>(of.columns), columns))};
}

/// Tiles of the edge that the instance asks for.
inline tile_shape tiles_of(const instance& with, const shape& of) {
    const auto edge = static_cast<unsigned>(with.parameters[tile]);
    return tiles_of(of, with.parameters[dimensions] == 2 ? edge : 1, edge);
}

/// The block of the rungs that have no tiles: rows of whole warps.
inline dim3 block_of_pixels(const shape& of) { return of.rows == 1 ? dim3(block_size) : dim3(32, block_size / 32); }

/// A pixel of the image or one of its ghost cells.
template <class T>
__device__ __forceinline__ T pixel_at(const T* input, const shape& of, std::int64_t row, std::int64_t column) {
    const std::int64_t r = source_of(row, of.rows, of.outside), c = source_of(column, of.columns, of.outside);
    return r < 0 || c < 0 ? T{} : input[r * of.columns + c];
}

/// weight * pixel + sum; the emulator counts these.
__device__ __forceinline__ float multiply_add(float weight, float pixel, float sum) {
#if defined(STRIDER_EMULATOR)
    emulation::note_operation();
#endif
    return fmaf(weight, pixel, sum);
}

/// The sum of a pixel as a pixel: as it is, or rounded to the nearest integer (ties to even) and saturated.
template <class T>
__device__ __forceinline__ T stored(float sum) {
    if constexpr (std::is_same_v<T, float>) {
        return sum;
    } else {
        return static_cast<T>(min(max(__float2int_rn(sum), 0), 255));
    }
}

/// The side input of the rung that is running: the mask, then its row and its column. 16 KiB of the 64 KiB that a GPU
/// has, and a copy of its own for each file.
static __constant__ float constant_mask[side_places({1, 1, widest_mask, widest_mask, boundary::zero}).reversed];

/// Copies the side input, which is in device memory, to constant memory, on the rung's stream.
inline void set_constant_mask(const arguments& with, const shape& of) {
    const std::size_t bytes = side_places(of).reversed * sizeof(float);
#if defined(__CUDACC__)
    check(cudaMemcpyToSymbolAsync(constant_mask, with.side_input, bytes, 0, cudaMemcpyDeviceToDevice, stream_of(with)),
          "cudaMemcpyToSymbolAsync");
#else
    std::memcpy(constant_mask, with.side_input, bytes);
#endif
}

/// Launches `kernel`, one block for each tile; of an empty image there are none.
template <class... Parameters, class... Arguments>
void launch_tiles(const arguments& with, const shape& of, const tile_shape& by, dim3 block, std::size_t shared_bytes,
                  void (*kernel)(Parameters...), Arguments&&... passed) {
    if (of.rows == 0) return;
    const std::uint64_t blocks = by.across * blocks_for(static_cast<std::uint64_t>(of.rows), by.rows);
    allow_shared(kernel, shared_bytes);
    launch(kernel, {dim3(static_cast<unsigned>(blocks)), block, shared_bytes, stream_of(with)},
           std::forward<Arguments>(passed)...);
}

/// Runs `entry(T{}, const T* input, T* output, shape)`.
template <class Entry>
void with_image(const arguments& with, Entry&& entry) {
    with_pixel_type(with, [&]<class T>(T zero) {
        entry(zero, static_cast<const T*>(with.input), static_cast<T*>(with.output), shape_of(with));
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
