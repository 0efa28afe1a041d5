// Parts that all kernels of convolutions share: masks as parameters, sums, and pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// A mask in the parameters of a kernel, row by row; or a column and then a row.
template <class Weight, unsigned Count>
struct mask_parameter {
    Weight weight[Count];
};

/// Weights as kernels of any mask take them: a whole mask, or a column and a row, which may be one more.
template <class Weight>
using any_mask = mask_parameter<Weight, most_weights + 1>;

/// fma for float and double.
__device__ __forceinline__ float multiply_add(float weight, float value, float sum) { return fmaf(weight, value, sum); }
__device__ __forceinline__ double multiply_add(double weight, double value, double sum) {
    return fma(weight, value, sum);
}

/// Loads neighbours from shared memory, in pieces, as what is multiplied.
template <class T, unsigned Size, class Weight, unsigned Count>
__device__ __forceinline__ void load_pieces(const piece<T, Size>* from, Weight (&to)[Count]) {
#pragma unroll
    for (unsigned p = 0; p < Count / Size; ++p) {
        const piece<T, Size> loaded = from[p];
#pragma unroll
        for (unsigned v = 0; v < Size; ++v) to[p * Size + v] = static_cast<Weight>(loaded.element[v]);
    }
}

/// Adds `Count` columns of a row of the mask to neighbouring sums. The first sum meets `pixels[0]` first; pixels of a
/// channel are `Apart` elements apart.
template <unsigned Count, unsigned Apart = 1, class Weight, unsigned Sums>
__device__ __forceinline__ void add_columns(const Weight* weights, const Weight* pixels, Weight (&sums)[Sums]) {
#pragma unroll
    for (unsigned j = 0; j < Count; ++j) {
#pragma unroll
        for (unsigned v = 0; v < Sums; ++v) sums[v] = multiply_add(weights[j], pixels[v + j * Apart], sums[v]);
    }
}

/// A sum as a pixel: as it is, or rounded to the nearest integer (halves to even) and saturated; NaN is 0.
template <class T>
__device__ __forceinline__ T stored(weight_of<T> sum) {
    if constexpr (!std::is_integral_v<T>) {
        return static_cast<T>(sum);
    } else {
        constexpr int most = static_cast<T>(~T{});
        return static_cast<T>(min(max(__float2int_rn(sum), 0), most));
    }
}

/// Stores neighbouring sums as pixels `first`, first + 1, ... of a row of `count`, those that it has. They stand
/// `apart` elements from each other, from `to` on, and are stored at once where `in_pieces` says that they may be.
template <class T, unsigned Sums>
__device__ __forceinline__ void store_sums(T* to, std::int64_t first, std::int64_t count, bool in_pieces,
                                           const weight_of<T> (&sums)[Sums], unsigned apart = 1) {
    if (in_pieces && first + static_cast<std::int64_t>(Sums) <= count) {
        piece<T, Sums> whole;
#pragma unroll
        for (unsigned v = 0; v < Sums; ++v) whole.element[v] = stored<T>(sums[v]);
        write_piece(to, 0, whole);
    } else {
#pragma unroll
        for (unsigned v = 0; v < Sums; ++v) {
            if (first + v >= 0 && first + v < count) to[v * apart] = stored<T>(sums[v]);
        }
    }
}

/// The element that stands for element `i` of a row of pixels, however far outside, or -1 for the fill.
template <class T>
__device__ __forceinline__ std::int64_t element_of(const convolution<T>& task, std::int64_t i, unsigned channels) {
    if (0 <= i && i < task.row_elements()) return i;
    std::int64_t column = i / channels;
    if (i < 0 && column * channels != i) --column;
    const std::int64_t source = source_of(column, task.columns, task.outside);
    return source < 0 ? -1 : source * channels + (i - column * channels);
}

/// The parts of `total` of at most `part`.
inline std::uint64_t parts_of(std::uint64_t total, std::uint64_t part) { return (total + part - 1) / part; }

/// Whether rows begin at multiples of `bytes`.
template <class T>
bool begins_whole(const T* data, std::uint64_t stride, std::int64_t rows, std::size_t bytes) {
    return reinterpret_cast<std::uintptr_t>(data) % bytes == 0 && (rows == 1 || stride * sizeof(T) % bytes == 0);
}

/// Which elements the middle of a mask goes over, for kernels whose windows have it in the middle wherever the anchor
/// is: sums are stored elsewhere then.
struct middle_of_mask {
    std::int64_t shift;         ///< from the middle to the anchor, in elements
    std::int64_t first_column;  ///< where the first whole unit begins that the middle goes over
    std::uint64_t elements;     ///< from there to the last one
    template <class T>
    middle_of_mask(const convolution<T>& task, unsigned channels, std::int64_t columns, std::int64_t unit)
        : shift((static_cast<std::int64_t>(task.anchor_column) - columns / 2) * channels) {
        const std::int64_t first = -shift;
        first_column = first >= 0 ? first / unit * unit : -((-first + unit - 1) / unit * unit);
        elements = static_cast<std::uint64_t>(first + task.row_elements() - first_column);
    }
};

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
