// What all kernels of convolutions share: masks as parameters, sums, and pixels.
#pragma once

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

/// Weights as kernels of any mask take them: a whole mask, or a column and a row.
template <class Weight>
using any_mask = mask_parameter<Weight, most_weights + 1>;

/// fma for float and double.
__device__ __forceinline__ float multiply_add(float weight, float value, float sum) { return fmaf(weight, value, sum); }
__device__ __forceinline__ double multiply_add(double weight, double value, double sum) {
    return fma(weight, value, sum);
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

/// The parts of `total` of at most `part`.
inline std::uint64_t parts_of(std::uint64_t total, std::uint64_t part) { return (total + part - 1) / part; }

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
