// What all kernels of convolutions share: masks as parameters, sums, and pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/convolution.hpp>
#include <strider/core/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// A mask in the parameters of a kernel, row by row; or a column and then a row.
template <class Weight, unsigned Count>
struct mask_parameter {
    Weight weight[Count];
};

/// Weights as kernels of any mask take them: a whole mask, whose rows begin so many weights apart, or a column and a
/// row.
inline constexpr unsigned weight_pitch = widest_mask + 1;
template <class Weight>
using any_mask = mask_parameter<Weight, widest_mask * weight_pitch>;

/// The same weights, for accesses whose place in the mask is known at run time only. Addresses that are the same for
/// all threads the compiler may leave to the uniform datapath, where such loads were seven times slower (21 x 21 f32 on
/// an H200: 14.4 ms instead of 1.9); with threadIdx.y, which is 0, they are not the same as far as it knows.
template <class Weight>
__device__ __forceinline__ const Weight* weights_of_lane(const Weight* weights) {
    return weights + threadIdx.y;
}

/// fma for float and double.
__device__ __forceinline__ float multiply_add(float weight, float value, float sum) { return fmaf(weight, value, sum); }
__device__ __forceinline__ double multiply_add(double weight, double value, double sum) {
    return fma(weight, value, sum);
}

/// Adds `Count` columns of a row of the mask to neighbouring sums, of which the first one meets `pixels[0]` first:
/// pixels of a channel are so many elements apart.
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

/// The element that stands for element `i` of a row, which lies outside of it, or -1 for the fill.
template <class T>
__device__ __forceinline__ std::int64_t halo_of(const convolution<T>& task, std::int64_t i, unsigned channels) {
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
