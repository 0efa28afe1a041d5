// Exact numbers: floating-point arithmetic in your own operators and functions that no compiler contracts.
//
//     struct affine { float scale, shift; };
//     struct compose {  // Applies a, then b.
//         __host__ __device__ affine operator()(const affine& a, const affine& b) const {
//             const strider::exact<float> scale = b.scale;
//             return {scale * a.scale, scale * a.shift + b.shift};
//         }
//     };
//
// Compilers round a * b + c once where a processor can: nvcc always, gcc for processors with FMA. Then the bits of a
// GPU differ from those of a CPU (docs/order.md). A product of exact numbers is rounded before anything else sees it,
// on every backend and whatever the flags. `fused` rounds once, on every backend.
//
// Cost: two instructions in place of one fused. On processors without FMA, `fused` takes many times as long.
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

/// A float or a double. Sums and differences are those of T; it converts from T and to T.
template <class T>
    requires std::same_as<T, float> || std::same_as<T, double>
class exact {
public:
    STRIDER_HOST_DEVICE constexpr exact(T value) : value_(value) {}
    STRIDER_HOST_DEVICE constexpr operator T() const { return value_; }

    STRIDER_HOST_DEVICE friend constexpr exact operator*(exact a, exact b) {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_same_v<T, float>) {
            return __fmul_rn(a.value_, b.value_);
        } else {
            return __dmul_rn(a.value_, b.value_);
        }
#else
        T product = a.value_ * b.value_;
#if !defined(STRIDER_EMULATOR)  // which contracts nothing
        if (!std::is_constant_evaluated()) asm("" : "+m"(product));
#endif
        return product;
#endif
    }
    STRIDER_HOST_DEVICE friend constexpr exact operator*(exact a, T b) { return a * exact(b); }
    STRIDER_HOST_DEVICE friend constexpr exact operator*(T a, exact b) { return exact(a) * b; }

private:
    T value_;
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
