// <cuda/functional>: the larger and the smaller of two values, and what host code says of functions that it passes.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include <strider/check/shims/libcudacxx/std.hpp>

namespace cuda {

template <class T = void>
struct maximum {
    constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void>
struct minimum {
    constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct maximum<void> {
    template <class A, class B>
    constexpr ::std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        return a < b ? b : a;
    }
};
template <>
struct minimum<void> {
    template <class A, class B>
    constexpr ::std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        return b < a ? b : a;
    }
};

/// A function that says by itself what it returns, or that its arguments may be copied. Here it is as it was.
template <class Result, class Function>
constexpr ::std::decay_t<Function> proclaim_return_type(Function&& function) {
    return ::std::forward<Function>(function);
}
template <class Function>
constexpr ::std::decay_t<Function> proclaim_copyable_arguments(Function&& function) {
    return ::std::forward<Function>(function);
}

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
