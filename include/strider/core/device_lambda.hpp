// `[] __device__` lambdas (nvcc --extended-lambda): the host's side of the compilation can neither call them nor ask
// what they give. So there they count as right, the GPU's side looks at them, and no call of them is made on the host.
#pragma once

#include <strider/core/target.hpp>

namespace strider {

namespace detail {
template <class Type>
inline constexpr bool made_of_device_lambda = false;
}

/// Whether a function is a `[] __device__` lambda, or something made of one: with_index, cuda::proclaim_return_type, or
/// a source of what it gives.
template <class Function>
inline constexpr bool only_on_device =
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    __nv_is_extended_device_lambda_closure_type(Function) ||
#endif
    detail::made_of_device_lambda<Function>;

namespace detail {

template <template <class...> class Wrapper, class... Types>
inline constexpr bool made_of_device_lambda<Wrapper<Types...>> = (only_on_device<Types> || ...);

// A device lambda that says, on the host's side too, that it gives a T. Only the GPU calls it.
template <class T, class Function>
struct giving {
    Function function;
    template <class... Arguments>
    STRIDER_HOST_DEVICE constexpr T operator()([[maybe_unused]] const Arguments&... arguments) const {
#if defined(__CUDA_ARCH__)
        return function(arguments...);
#else
        __builtin_trap();
#endif
    }
};

// Called where strider::serial is about to call functions.
template <class... Functions>
constexpr void require_host_functions() {
    static_assert(!(only_on_device<Functions> || ...),
                  "strider::serial cannot call a [] __device__ lambda: write [] __host__ __device__");
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
