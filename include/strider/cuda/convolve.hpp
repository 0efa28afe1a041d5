// Convolution on a GPU, and in the executor: one launch, no scratch, the mask a parameter of the kernel.
//
// Square masks of usual sizes, and usual masks of one row, have kernels that know their size. Every warp walks down a
// strip of the image. Its rows come by asynchronous copies into a ring in shared memory, some rows ahead, so that the
// bytes in flight take no registers; a row is 16 bytes for every lane and what the mask reaches beyond the strip. Each
// row, once there, is added to all rows of the output that it is part of, whose sums move on by one place as they take
// it: the first multiply-add of a mask's row reads one sum and writes the next, and nothing is moved. A separable mask
// adds up the row first, and then these sums. One dimension is a strip that walks to the right.
//
// Other masks: the pixels of a tile and their halo stand in shared memory, a thread holds the sums of 8 x 4 pixels, and
// each row of pixels meets eight rows of weights.
//
// Sources: P. Chen, M. Wahib, S. Takizawa, R. Takano and S. Matsuoka, A Versatile Software Systolic Execution Model for
// GPU Memory-Bound Kernels (2019); V. Podlozhnyuk, Image Convolution with CUDA (2007).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <strider/core/convolution.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/device.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace convolve_kernels {

/// Warps of a block; each has a strip of its own.
inline constexpr unsigned warps = 4;

/// Rows on their way while one is added. A row of a strip is 512 bytes, or 256 of 8-bit pixels.
template <class T>
inline constexpr unsigned rows_ahead = sizeof(T) >= 4 ? 3 : 7;

/// How often the strips fill the device: more waves balance better, fewer have less halo. Where memory is the limit,
/// that of few multiply-adds for a pixel, balance is worth more. (8,192^2 f32 on an H200: 12 waves instead of one take
/// 165 us instead of 219 at 3 x 3; one instead of four takes 776 instead of 822 at 15 x 15.)
constexpr unsigned waves(unsigned multiply_adds) { return multiply_adds <= 30 ? 12 : multiply_adds <= 100 ? 4 : 1; }

/// Elements side by side that a lane loads and stores at once, and how many such groups it computes, which are 32 times
/// as far apart. (Two groups of f32 halve the loads of weights, and were up to 1.1 times slower for the registers they
/// take.)
template <class T>
inline constexpr unsigned width = sizeof(T) == 1 ? 8 : 16 / sizeof(T);
template <class T>
inline constexpr unsigned groups = sizeof(T) == 8 ? 2 : 1;

/// fma for float and double.
__device__ __forceinline__ float multiply_add(float weight, float value, float sum) { return fmaf(weight, value, sum); }
__device__ __forceinline__ double multiply_add(double weight, double value, double sum) {
    return fma(weight, value, sum);
}

/// A sum as a pixel: as it is, or rounded to the nearest integer (halves to even) and saturated; NaN is 0.
template <class T>
__device__ __forceinline__ T stored(weight_of<T> sum) {
    if constexpr (std::is_floating_point_v<T>) {
        return sum;
    } else {
        constexpr int most = static_cast<T>(~T{});
        return static_cast<T>(min(max(__float2int_rn(sum), 0), most));
    }
}

/// The element that stands for element `i` of a row, which lies outside of it, or -1 for the fill.
template <class T>
__device__ __forceinline__ std::int64_t halo_of(const convolution<T>& of, std::int64_t i, unsigned channels) {
    std::int64_t column = i / channels;
    if (i < 0 && column * channels != i) --column;
    const std::int64_t source = source_of(column, of.columns, of.outside);
    return source < 0 ? -1 : source * channels + (i - column * channels);
}

/// A mask in the parameters of a kernel, row by row; or a column and then a row.
template <class Weight, unsigned Count>
struct mask_parameter {
    Weight weight[Count];
};

/// What a mask makes of a strip, all in elements.
template <class T, unsigned Channels, unsigned Rows, unsigned Columns>
struct strip_shape {
    static constexpr unsigned unit = 16 / sizeof(T);  ///< of copies
    static constexpr unsigned group = 32 * width<T>;  ///< from one group of a lane to the next
    static constexpr unsigned columns = groups<T> * group;
    /// What lies to the left and right of the strip in its rows: whole units.
    static constexpr unsigned left = (Columns / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned right = ((Columns - 1) / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned row = left + columns + right;
    /// What a lane needs of a row, and the pieces that it loads for that.
    static constexpr unsigned window = width<T> + (Columns - 1) * Channels;
    static constexpr unsigned first = left - Columns / 2 * Channels;
    static constexpr unsigned first_piece = first / width<T>;
    static constexpr unsigned pieces = (first + window + width<T> - 1) / width<T> - first_piece;
};

/// The strips of an image.
struct strips {
    std::uint64_t count, across;  ///< in all, and side by side
    std::int64_t steps;           ///< that a strip is long, in rows or (rightwards) in widths of a strip
    std::int64_t first_column;    ///< at which strips begin, in elements
    std::int64_t shift;           ///< from the middle of the mask to its anchor, in elements: where sums are stored
    bool rightwards;
    bool input_pieces, output_pieces;  ///< rows begin where copies and stores want them
};

/// Blocks of a kernel that are to share a multiprocessor, from its registers: sums, the window, and the rest.
template <class T>
constexpr unsigned resident_blocks(unsigned rows, unsigned window) {
    const unsigned registers =
        groups<T> * (rows * width<T> + window) * static_cast<unsigned>(sizeof(weight_of<T>)) / 4 + 40;
    return std::clamp(65536 / (32 * warps * ((registers + 7) / 8 * 8)), 2u, 8u);
}

template <class T, unsigned Channels, unsigned Rows, unsigned Columns, bool Separable>
__global__ void __launch_bounds__(32 * warps, resident_blocks<T>(Rows, strip_shape<T, Channels, Rows, Columns>::window))
    walk_kernel(const __grid_constant__ convolution<T> of,
                const __grid_constant__ mask_parameter<weight_of<T>, Separable ? Rows + Columns : Rows * Columns> mask,
                const __grid_constant__ strips cut) {
    using Weight = weight_of<T>;
    using shape = strip_shape<T, Channels, Rows, Columns>;
    constexpr unsigned size = width<T>, sums = groups<T> * size, slots = rows_ahead<T> + 1;
    struct alignas(16) unit {
        T element[shape::unit];
    };
    __shared__ unit rings[warps][slots][shape::row / shape::unit];

    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t strip = std::uint64_t{blockIdx.x} * warps + warp;
    if (strip >= cut.count) return;
    auto& ring = rings[warp];
    const bool rightwards = Rows == 1 && cut.rightwards;
    const std::int64_t elements = of.row_elements();
    const std::int64_t first_row = rightwards ? 0 : static_cast<std::int64_t>(strip / cut.across) * cut.steps;
    const std::int64_t first_column =
        cut.first_column +
        static_cast<std::int64_t>(rightwards ? strip * cut.steps : strip % cut.across) * shape::columns;
    const std::int64_t left_over =
        rightwards ? (elements - cut.shift - first_column + shape::columns - 1) / shape::columns : of.rows - first_row;
    const int steps = static_cast<int>(left_over < cut.steps ? left_over : cut.steps) + static_cast<int>(Rows - 1);

    // What is read and written moves on with every step: a row down, or the strip's width to the right.
    const std::int64_t top = first_row - of.anchor_row;
    const std::int64_t input_step = rightwards ? shape::columns : static_cast<std::int64_t>(of.input_stride);
    const std::int64_t output_step = rightwards ? shape::columns : static_cast<std::int64_t>(of.output_stride);
    std::int64_t from_column = first_column - shape::left, to_column = first_column + lane * size + cut.shift;
    std::int64_t from = top * static_cast<std::int64_t>(of.input_stride) + from_column;
    std::int64_t to = first_row * static_cast<std::int64_t>(of.output_stride) + to_column;
    const auto reads_whole = [&] {
        return cut.input_pieces && from_column >= 0 && from_column + shape::row <= elements;
    };
    bool read_whole = reads_whole();
    // The steps whose rows lie in the image.
    const int inside = top < 0 ? static_cast<int>(-top) : 0;
    const int outside = rightwards || of.rows - top > steps ? steps : static_cast<int>(of.rows - top);

    const auto load = [&](int step) {
        auto& slot = ring[static_cast<unsigned>(step) % slots];
        if (read_whole && step >= inside && step < outside) {
#pragma unroll
            for (unsigned i = lane; i < shape::row / shape::unit; i += 32) {
                copy_async(&slot[i], reinterpret_cast<const unit*>(of.input + from) + i);
            }
        } else {
            T* const row = slot[0].element;
            const std::int64_t source = rightwards ? 0 : source_of(top + step, of.rows, of.outside);
            const T* const pixels = of.input + source * static_cast<std::int64_t>(of.input_stride);
#pragma unroll 1
            for (unsigned i = lane; i < shape::row; i += 32) {
                std::int64_t place = source < 0 ? -1 : from_column + i;
                if (source >= 0 && (place < 0 || place >= elements)) place = halo_of(of, place, Channels);
                if (place < 0) {
                    row[i] = of.fill;
                } else if constexpr (sizeof(T) >= 4) {
                    copy_async(&row[i], &pixels[place]);
                } else {
                    row[i] = pixels[place];
                }
            }
        }
        from += input_step;
        if (rightwards) {
            from_column += shape::columns;
            read_whole = reads_whole();
        }
    };
    const auto store = [&](const Weight(&done)[sums]) {
#pragma unroll
        for (unsigned g = 0; g < groups<T>; ++g) {
            const std::int64_t column = to_column + g * shape::group;
            T* const pixels = of.output + to + g * shape::group;
            if (cut.output_pieces && column + size <= elements) {
                piece<T, size> whole;
#pragma unroll
                for (unsigned v = 0; v < size; ++v) whole.element[v] = stored<T>(done[g * size + v]);
                write_piece<cache_modifier::streaming>(pixels, 0, whole);
            } else {
#pragma unroll
                for (unsigned v = 0; v < size; ++v) {
                    if (column + v >= 0 && column + v < elements) pixels[v] = stored<T>(done[g * size + v]);
                }
            }
        }
        to += output_step;
        if (rightwards) to_column += shape::columns;
    };

    // partial[k] are the sums that have taken the mask's rows 0 to k.
    Weight partial[Rows == 1 ? 1 : Rows - 1][sums] = {};
    constexpr int ahead = rows_ahead<T>;
#pragma unroll 1
    for (int step = -ahead; step < steps; ++step) {
        wait_for_copies<rows_ahead<T> - 1>();
        __syncwarp();  // this row has come, and everyone is done with the one whose place the next takes
        if (step + ahead < steps) load(step + ahead);
        commit_copies();
        if (step < 0) continue;

        Weight window[groups<T>][shape::pieces * size];
        const auto* const row =
            reinterpret_cast<const piece<T, size>*>(ring[static_cast<unsigned>(step) % slots][0].element) +
            shape::first_piece + lane;
#pragma unroll
        for (unsigned g = 0; g < groups<T>; ++g) {
#pragma unroll
            for (unsigned p = 0; p < shape::pieces; ++p) {
                const piece<T, size> loaded = row[g * 32 + p];
#pragma unroll
                for (unsigned v = 0; v < size; ++v) window[g][p * size + v] = static_cast<Weight>(loaded.element[v]);
            }
        }
        /// What the mask's column j meets for sum i.
        const auto value = [&](unsigned i, unsigned j) {
            return window[i / size][shape::first - shape::first_piece * size + i % size + j * Channels];
        };

        Weight across[sums] = {};
        if constexpr (Separable) {
#pragma unroll
            for (unsigned j = 0; j < Columns; ++j) {
#pragma unroll
                for (unsigned i = 0; i < sums; ++i) {
                    across[i] = multiply_add(mask.weight[Rows + j], value(i, j), across[i]);
                }
            }
        }
        // From the sums that are finished by this row to those that begin with it: each leaves its place to the next.
        Weight done[sums];
#pragma unroll
        for (unsigned r = 0; r < Rows; ++r) {
            const unsigned k = Rows - 1 - r;
            Weight taken[sums];
#pragma unroll
            for (unsigned i = 0; i < sums; ++i) taken[i] = k == 0 ? Weight(0) : partial[k == 0 ? 0 : k - 1][i];
            if constexpr (Separable) {
#pragma unroll
                for (unsigned i = 0; i < sums; ++i) taken[i] = multiply_add(mask.weight[k], across[i], taken[i]);
            } else {
#pragma unroll
                for (unsigned j = 0; j < Columns; ++j) {
#pragma unroll
                    for (unsigned i = 0; i < sums; ++i) {
                        taken[i] = multiply_add(mask.weight[k * Columns + j], value(i, j), taken[i]);
                    }
                }
            }
#pragma unroll
            for (unsigned i = 0; i < sums; ++i) (r == 0 ? done[i] : partial[r == 0 ? 0 : k][i]) = taken[i];
        }
        if (step >= static_cast<int>(Rows - 1)) store(done);
    }
}

/// The tiles of masks that no kernel knows. A block computes one channel of one tile.
struct tiles {
    std::uint64_t across;
    unsigned columns, rows;  ///< of a tile, in pixels
    __device__ std::int64_t first_row(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels / across) * rows;
    }
    __device__ std::int64_t first_column(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels % across) * columns;
    }
};

/// Weights as kernels of any mask take them: a whole mask, or a column and a row.
template <class Weight>
using any_mask = mask_parameter<Weight, most_weights + 1>;

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
    tile_kernel(const __grid_constant__ convolution<T> of, const __grid_constant__ any_mask<weight_of<T>> mask,
                const __grid_constant__ tiles cut) {
    using Weight = weight_of<T>;
    using shape = tile_shape<Weight, Tall>;
    constexpr unsigned size = shape::width, height = shape::height;
    const unsigned weight_pitch = shape::weight_pitch(of.mask_columns),
                   pixel_pitch = shape::pixel_pitch(of.mask_columns);
    Weight* const weights = dynamic_shared<Weight>();
    Weight* const pixels = weights + of.mask_rows * weight_pitch;
    const unsigned thread = threadIdx.x, channel = blockIdx.x % of.channels;
    const std::int64_t first_row = cut.first_row(of.channels), first_column = cut.first_column(of.channels);

    for (unsigned i = thread; i < of.mask_rows * weight_pitch; i += blockDim.x) {
        const unsigned k = i / weight_pitch, j = i % weight_pitch;
        weights[i] = j < of.mask_columns ? mask.weight[k * of.mask_columns + j] : Weight(0);
    }
    for (unsigned y = 0; y < shape::rows + of.mask_rows - 1; ++y) {
        const std::int64_t row = source_of(first_row - of.anchor_row + y, of.rows, of.outside);
        const T* const from = of.input + static_cast<std::uint64_t>(row) * of.input_stride + channel;
        for (unsigned x = thread; x < pixel_pitch; x += blockDim.x) {
            const std::int64_t column =
                row < 0 ? -1 : source_of(first_column - of.anchor_column + x, of.columns, of.outside);
            pixels[y * pixel_pitch + x] = static_cast<Weight>(column < 0 ? of.fill : from[column * of.channels]);
        }
    }
    __syncthreads();

    const unsigned x = thread % shape::across * size, y = thread / shape::across * height;
    if (first_row + y >= of.rows || first_column + x >= of.columns) return;
    using quad = piece<Weight, size>;
    Weight sums[height][size] = {};
    for (unsigned t = 0; t < of.mask_rows + height - 1; ++t) {
        const quad* const line = reinterpret_cast<const quad*>(pixels + (y + t) * pixel_pitch + x);
        quad current = line[0];
        // Four columns of the mask; those of the last ones that there are no more are left out.
        const auto add = [&]<bool Whole>(unsigned j, std::bool_constant<Whole>) {
            const quad next = line[j / size + 1];
#pragma unroll
            for (unsigned h = 0; h < height; ++h) {
                const unsigned k = t - h;
                if (k < of.mask_rows) {
                    const quad weight = *reinterpret_cast<const quad*>(weights + k * weight_pitch + j);
#pragma unroll
                    for (unsigned i = 0; i < size; ++i) {
                        if (Whole || j + i < of.mask_columns) {
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
        for (; j + size <= of.mask_columns; j += size) add(j, std::true_type{});
        if (j < of.mask_columns) add(j, std::false_type{});
    }

#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
#pragma unroll
        for (unsigned v = 0; v < size; ++v) {
            const std::int64_t column = first_column + x + v;
            if (row < of.rows && column < of.columns) {
                of.output[static_cast<std::uint64_t>(row) * of.output_stride +
                          static_cast<std::uint64_t>(column * of.channels + channel)] = stored<T>(sums[h][v]);
            }
        }
    }
}

/// The tile of separable masks, and the rows of it that a thread computes.
inline constexpr unsigned separable_columns = 64, separable_rows = 32, separable_height = 8;

/// The sums of all rows that the tile needs go to shared memory. They are added up from there, with the column of the
/// mask sliding past the sums of a thread.
template <class T>
__global__ void __launch_bounds__(separable_columns* separable_rows / separable_height)
    separable_tile_kernel(const __grid_constant__ convolution<T> of,
                          const __grid_constant__ any_mask<weight_of<T>> mask, const __grid_constant__ tiles cut) {
    using Weight = weight_of<T>;
    constexpr unsigned height = separable_height;
    Weight* const across = dynamic_shared<Weight>();
    const unsigned x = threadIdx.x % separable_columns, group = threadIdx.x / separable_columns;
    const unsigned channel = blockIdx.x % of.channels;
    const std::int64_t first_row = cut.first_row(of.channels), column = cut.first_column(of.channels) + x;

    const std::int64_t left = column - of.anchor_column;
    const bool inside = left >= 0 && left + of.mask_columns <= of.columns;
    for (unsigned y = group; y < separable_rows + of.mask_rows - 1; y += separable_rows / height) {
        const std::int64_t row = source_of(first_row - of.anchor_row + y, of.rows, of.outside);
        const T* const from = of.input + static_cast<std::uint64_t>(row) * of.input_stride + channel;
        Weight sum = 0;
        for (unsigned j = 0; j < of.mask_columns; ++j) {
            const std::int64_t source = row < 0 ? -1 : inside ? left + j : source_of(left + j, of.columns, of.outside);
            const T pixel = source < 0 ? of.fill : from[source * of.channels];
            sum = multiply_add(mask.weight[of.mask_rows + j], static_cast<Weight>(pixel), sum);
        }
        across[y * separable_columns + x] = sum;
    }
    __syncthreads();

    const unsigned y = group * height;
    if (first_row + y >= of.rows || column >= of.columns) return;
    Weight sums[height] = {};
    for (unsigned t = 0; t < of.mask_rows + height - 1; ++t) {
        const Weight value = across[(y + t) * separable_columns + x];
#pragma unroll
        for (unsigned h = 0; h < height; ++h) {
            if (t - h < of.mask_rows) sums[h] = multiply_add(mask.weight[t - h], value, sums[h]);
        }
    }
#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
        if (row < of.rows) {
            of.output[static_cast<std::uint64_t>(row) * of.output_stride +
                      static_cast<std::uint64_t>(column * of.channels + channel)] = stored<T>(sums[h]);
        }
    }
}

/// The parts of `total` of at most `part`.
inline std::uint64_t parts_of(std::uint64_t total, std::uint64_t part) { return (total + part - 1) / part; }

template <class T, unsigned Channels, unsigned Rows, unsigned Columns, bool Separable>
strips strips_of(const convolution<T>& of) {
    using shape = strip_shape<T, Channels, Rows, Columns>;
    strips cut{};
    // The mask's middle goes over these elements, from the whole unit on in which the first lies.
    cut.shift = (static_cast<std::int64_t>(of.anchor_column) - static_cast<std::int64_t>(Columns / 2)) * Channels;
    const std::int64_t first = -cut.shift, unit = shape::unit;
    cut.first_column = first >= 0 ? first / unit * unit : -((-first + unit - 1) / unit * unit);
    const std::uint64_t across =
        parts_of(static_cast<std::uint64_t>(first + of.row_elements() - cut.first_column), shape::columns);
    cut.rightwards = Rows == 1 && of.rows == 1;
    const std::uint64_t length = cut.rightwards ? across : static_cast<std::uint64_t>(of.rows);
    cut.across = cut.rightwards ? 1 : across;
    const std::uint64_t wanted = std::uint64_t{waves(Separable ? Rows + Columns : Rows * Columns)} * warps *
                                 resident_blocks<T>(Rows, shape::window) * multiprocessors();
    constexpr std::uint64_t shortest = std::max(8u, 2 * Rows), longest = 1 << 16;
    cut.steps = static_cast<std::int64_t>(
        std::clamp(parts_of(length, std::max<std::uint64_t>(wanted / cut.across, 1)), shortest, longest));
    cut.count = cut.across * parts_of(length, static_cast<std::uint64_t>(cut.steps));

    const auto begins_whole = [&](const T* data, std::uint64_t stride, std::size_t bytes) {
        return reinterpret_cast<std::uintptr_t>(data) % bytes == 0 && (of.rows == 1 || stride * sizeof(T) % bytes == 0);
    };
    cut.input_pieces = begins_whole(of.input, of.input_stride, 16);
    cut.output_pieces = cut.shift == 0 && begins_whole(of.output, of.output_stride, sizeof(piece<T, width<T>>));
    return cut;
}

template <unsigned Channels, unsigned Rows, unsigned Columns, bool Separable, class T>
void launch_walk(const device_policy& policy, const convolution<T>& of, const weight_of<T>* first,
                 const weight_of<T>* second) {
    constexpr unsigned count = Separable ? Rows + Columns : Rows * Columns;
    mask_parameter<weight_of<T>, count> mask{};
    if constexpr (Separable) {
        std::copy_n(first, Rows, mask.weight);
        std::copy_n(second, Columns, mask.weight + Rows);
    } else {
        std::copy_n(first, count, mask.weight);
    }
    const strips cut = strips_of<T, Channels, Rows, Columns, Separable>(of);
    launch(walk_kernel<T, Channels, Rows, Columns, Separable>,
           detail::launch_of(policy, parts_of(cut.count, warps), 32 * warps), of, mask, cut);
}

template <unsigned... Widths>
using widths = std::integer_sequence<unsigned, Widths...>;

/// The square masks that have kernels of their own; every one takes time to compile and room, so that types and numbers
/// of channels that are less usual have fewer.
template <class T, unsigned Channels, bool Separable>
constexpr auto known_widths() {
    constexpr bool usual = std::is_same_v<T, float> || std::is_same_v<T, std::uint8_t>;
    if constexpr (!usual) {
        if constexpr (Channels == 1)
            return widths<3, 5>{};
        else
            return widths<>{};
    } else if constexpr (Channels != 1) {
        if constexpr (Separable)
            return widths<3, 5, 7>{};
        else
            return widths<3, 5>{};
    } else if constexpr (Separable || std::is_same_v<T, float>) {
        return widths<3, 5, 7, 9, 11, 13, 15>{};
    } else {
        return widths<3, 5, 7, 9>{};
    }
}

/// Launches the kernel of these sizes where they are the mask's; false where they are not.
template <unsigned Channels, unsigned Rows, unsigned Columns, bool Separable, class T>
bool launch_if(const device_policy& policy, const convolution<T>& of, const weight_of<T>* first,
               const weight_of<T>* second) {
    if (of.channels != Channels || of.mask_rows != Rows || of.mask_columns != Columns) return false;
    launch_walk<Channels, Rows, Columns, Separable>(policy, of, first, second);
    return true;
}
template <unsigned Channels, bool Separable, class T, unsigned... Widths>
bool launch_square(const device_policy& policy, const convolution<T>& of, [[maybe_unused]] const weight_of<T>* first,
                   [[maybe_unused]] const weight_of<T>* second, widths<Widths...>) {
    return (launch_if<Channels, Widths, Widths, Separable>(policy, of, first, second) || ...);
}
template <class T, unsigned... Widths>
bool launch_row(const device_policy& policy, const convolution<T>& of, const weight_of<T>* mask, widths<Widths...>) {
    return (launch_if<1, 1, Widths, false>(policy, of, mask, nullptr) || ...);
}

/// Launches the kernel that knows this mask; false where there is none.
template <bool Separable, class T>
bool launch_known(const device_policy& policy, const convolution<T>& of, const weight_of<T>* first,
                  const weight_of<T>* second = nullptr) {
    if constexpr (!Separable) {
        if (launch_row(policy, of, first, known_widths<T, 1, true>())) return true;
    }
    return launch_square<1, Separable>(policy, of, first, second, known_widths<T, 1, Separable>()) ||
           launch_square<3, Separable>(policy, of, first, second, known_widths<T, 3, Separable>()) ||
           launch_square<4, Separable>(policy, of, first, second, known_widths<T, 4, Separable>());
}

/// Launches `kernel`, a block for each channel of each tile.
template <class T>
void launch_tiles(const device_policy& policy, const convolution<T>& of, const any_mask<weight_of<T>>& mask,
                  unsigned rows, unsigned columns, unsigned threads, std::size_t shared_bytes,
                  void (*kernel)(convolution<T>, any_mask<weight_of<T>>, tiles)) {
    allow_shared(kernel, shared_bytes);
    const tiles cut{parts_of(static_cast<std::uint64_t>(of.columns), columns), columns, rows};
    const std::uint64_t blocks = cut.across * parts_of(static_cast<std::uint64_t>(of.rows), rows) * of.channels;
    launch_configuration at = detail::launch_of(policy, blocks, threads);
    at.shared_bytes = shared_bytes;
    launch(kernel, at, of, mask, cut);
}

template <bool Tall, class T>
void launch_any(const device_policy& policy, const convolution<T>& of, const any_mask<weight_of<T>>& mask) {
    using shape = tile_shape<weight_of<T>, Tall>;
    launch_tiles(policy, of, mask, shape::rows, shape::columns, shape::across * shape::down,
                 shape::shared_bytes(of.mask_rows, of.mask_columns), tile_kernel<T, Tall>);
}

}  // namespace convolve_kernels

/// Stream-ordered: by a mask of mask_rows x mask_columns weights in host memory, row by row.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& of, const weight_of<T>* mask) {
    using namespace convolve_kernels;
    if (launch_known<false>(policy, of, mask)) return;
    any_mask<weight_of<T>> parameter{};
    std::copy_n(mask, of.mask_rows * of.mask_columns, parameter.weight);
    of.mask_rows == 1 ? launch_any<false>(policy, of, parameter) : launch_any<true>(policy, of, parameter);
}

/// Stream-ordered: by the product of a column of mask_rows weights and a row of mask_columns.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& of, const weight_of<T>* mask_column,
                    const weight_of<T>* mask_row) {
    using namespace convolve_kernels;
    if (launch_known<true>(policy, of, mask_column, mask_row)) return;
    any_mask<weight_of<T>> parameter{};
    std::copy_n(mask_column, of.mask_rows, parameter.weight);
    std::copy_n(mask_row, of.mask_columns, parameter.weight + of.mask_rows);
    launch_tiles(
        policy, of, parameter, separable_rows, separable_columns, separable_columns * separable_rows / separable_height,
        (separable_rows + of.mask_rows - 1) * separable_columns * sizeof(weight_of<T>), separable_tile_kernel<T>);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
