// Convolution by masks that no kernel knows, of few rows or for other pixels than tall_tile.hpp has: the pixels of a
// tile and their halo stand in shared memory, a thread holds the sums of 8 x 4 pixels, and each row of pixels meets
// eight rows of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// The tiles of masks that no kernel knows. A block computes one channel of one tile.
struct tiles_shape {
    std::uint64_t across;
    unsigned columns, rows;  ///< of a tile, in pixels
    __device__ std::int64_t first_row(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels / across) * rows;
    }
    __device__ std::int64_t first_column(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels % across) * columns;
    }
};

/// Lanes across and down, and the rows of a lane's sums: of tall masks, and of those of one row.
template <class Weight, bool Tall>
struct tile_shape {
    static constexpr unsigned across = Tall ? 16 : 64, down = Tall ? 4 : 1;
    static constexpr unsigned width = 16 / sizeof(Weight), height = Tall ? 32 / sizeof(Weight) : 1;
    static constexpr unsigned columns = across * width, rows = down * height;

    /// Weights of a row in shared memory, and pixels: what is beyond the mask is there to be loaded.
    __host__ __device__ static constexpr unsigned weight_pitch(unsigned mask_columns) {
        return (mask_columns + width - 1) / width * width;
    }
    __host__ __device__ static constexpr unsigned pixel_pitch(unsigned mask_columns) {
        return columns + weight_pitch(mask_columns);
    }
    static std::size_t shared_bytes(unsigned mask_rows, unsigned mask_columns) {
        return sizeof(Weight) * (std::size_t{mask_rows} * weight_pitch(mask_columns) +
                                 std::size_t{rows + mask_rows - 1} * pixel_pitch(mask_columns));
    }
};

template <class T, bool Tall>
__global__ void __launch_bounds__(64)
    tile_kernel(const __grid_constant__ convolution<T> task, const __grid_constant__ any_mask<weight_of<T>> mask,
                const __grid_constant__ tiles_shape tiles) {
    using Weight = weight_of<T>;
    using shape = tile_shape<Weight, Tall>;
    constexpr unsigned size = shape::width, height = shape::height;
    const unsigned weight_pitch = shape::weight_pitch(task.mask_columns),
                   pixel_pitch = shape::pixel_pitch(task.mask_columns);
    Weight* const weights = dynamic_shared<Weight>();
    Weight* const pixels = weights + task.mask_rows * weight_pitch;
    const unsigned thread = threadIdx.x, channel = blockIdx.x % task.channels;
    const std::int64_t first_row = tiles.first_row(task.channels), first_column = tiles.first_column(task.channels);

    for (unsigned i = thread; i < task.mask_rows * weight_pitch; i += blockDim.x) {
        const unsigned k = i / weight_pitch, j = i % weight_pitch;
        weights[i] = j < task.mask_columns ? mask.weight[k * task.mask_columns + j] : Weight(0);
    }
    for (unsigned y = 0; y < shape::rows + task.mask_rows - 1; ++y) {
        const std::int64_t row = source_of(first_row - task.anchor_row + y, task.rows, task.outside);
        const T* const from = task.input + static_cast<std::uint64_t>(row) * task.input_stride + channel;
        for (unsigned x = thread; x < pixel_pitch; x += blockDim.x) {
            const std::int64_t column =
                row < 0 ? -1 : source_of(first_column - task.anchor_column + x, task.columns, task.outside);
            pixels[y * pixel_pitch + x] = static_cast<Weight>(column < 0 ? task.fill : from[column * task.channels]);
        }
    }
    __syncthreads();

    const unsigned x = thread % shape::across * size, y = thread / shape::across * height;
    if (first_row + y >= task.rows || first_column + x >= task.columns) return;
    using quad = piece<Weight, size>;
    Weight sums[height][size] = {};
    for (unsigned t = 0; t < task.mask_rows + height - 1; ++t) {
        const quad* const line = reinterpret_cast<const quad*>(pixels + (y + t) * pixel_pitch + x);
        quad current = line[0];
        // Four columns of the mask; those of the last ones that there are no more are left out.
        const auto add = [&]<bool Whole>(unsigned j, std::bool_constant<Whole>) {
            const quad next = line[j / size + 1];
#pragma unroll
            for (unsigned h = 0; h < height; ++h) {
                const unsigned k = t - h;
                if (k < task.mask_rows) {
                    const quad weight = *reinterpret_cast<const quad*>(weights + k * weight_pitch + j);
#pragma unroll
                    for (unsigned i = 0; i < size; ++i) {
                        if (Whole || j + i < task.mask_columns) {
#pragma unroll
                            for (unsigned v = 0; v < size; ++v) {
                                const Weight pixel =
                                    v + i < size ? current.element[(v + i) % size] : next.element[(v + i) % size];
                                sums[h][v] = multiply_add(weight.element[i], pixel, sums[h][v]);
                            }
                        }
                    }
                }
            }
            current = next;
        };
        unsigned j = 0;
        for (; j + size <= task.mask_columns; j += size) add(j, std::true_type{});
        if (j < task.mask_columns) add(j, std::false_type{});
    }

#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
#pragma unroll
        for (unsigned v = 0; v < size; ++v) {
            const std::int64_t column = first_column + x + v;
            if (row < task.rows && column < task.columns) {
                task.output[static_cast<std::uint64_t>(row) * task.output_stride +
                            static_cast<std::uint64_t>(column * task.channels + channel)] = stored<T>(sums[h][v]);
            }
        }
    }
}

/// Launches `kernel`, a block for each channel of each tile.
template <class T>
void launch_tiles(const device_policy& policy, const convolution<T>& task, const any_mask<weight_of<T>>& mask,
                  unsigned rows, unsigned columns, unsigned threads, std::size_t shared_bytes,
                  void (*kernel)(convolution<T>, any_mask<weight_of<T>>, tiles_shape)) {
    allow_shared(kernel, shared_bytes);
    const tiles_shape tiles{parts_of(static_cast<std::uint64_t>(task.columns), columns), columns, rows};
    const std::uint64_t blocks = tiles.across * parts_of(static_cast<std::uint64_t>(task.rows), rows) * task.channels;
    launch_configuration at = detail::launch_of(policy, blocks, threads);
    at.shared_bytes = shared_bytes;
    launch(kernel, at, task, mask, tiles);
}

template <bool Tall, class T>
void launch_any(const device_policy& policy, const convolution<T>& task, const any_mask<weight_of<T>>& mask) {
    using shape = tile_shape<weight_of<T>, Tall>;
    launch_tiles(policy, task, mask, shape::rows, shape::columns, shape::across * shape::down,
                 shape::shared_bytes(task.mask_rows, task.mask_columns), tile_kernel<T, Tall>);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
