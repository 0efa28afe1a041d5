// Calls of a file's kernels and functions from outside: what the main() does that a file without one is given.
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/check/runtime/kernel.hpp>

namespace strider::emulation {
struct binary16;
template <class Format>
struct small_float;
}  // namespace strider::emulation

namespace strider::emulation::runtime {

/// The device variables of the sources.
struct named_variable {
    std::string name;
    void* memory;
    std::size_t bytes;
};
std::vector<named_variable> named_variables();

}  // namespace strider::emulation::runtime

namespace strider::emulation::program {

/// A type, as far as callers must know it: its kind as NumPy writes it ('b', 'i', 'u', 'f', 'c'; 'V': bytes without a
/// type of NumPy's; 'O': no call can pass it), and its size.
struct value_type {
    char kind;
    std::size_t bytes;
};

template <class T>
constexpr value_type type_of() {
    using plain = std::remove_cv_t<T>;
    if constexpr (std::is_void_v<plain>)
        return {'V', 0};
    else if constexpr (std::is_same_v<plain, bool>)
        return {'b', 1};
    else if constexpr (std::is_same_v<plain, char>)
        return {'V', 1};  // NumPy has signed and unsigned ones
    else if constexpr (std::is_enum_v<plain>)
        return {std::is_signed_v<std::underlying_type_t<plain>> ? 'i' : 'u', sizeof(T)};
    else if constexpr (std::is_integral_v<plain>)
        return {std::is_signed_v<plain> ? 'i' : 'u', sizeof(T)};
    else if constexpr (std::is_floating_point_v<plain> || std::is_same_v<plain, small_float<binary16>>)
        return {'f', sizeof(T)};
    else if constexpr (std::is_same_v<plain, std::complex<float>> || std::is_same_v<plain, std::complex<double>>)
        return {'c', sizeof(T)};
    else if constexpr (std::is_trivially_copyable_v<plain> && !std::is_pointer_v<plain>)
        return {'V', sizeof(T)};
    else
        return {'O', sizeof(T)};
}

struct parameter_type {
    bool is_pointer, is_constant;  ///< a pointer, to what is not written
    value_type value;              ///< what a pointer points to
};

template <class T>
constexpr parameter_type parameter_of() {
    using plain = std::remove_reference_t<T>;
    using pointee = std::remove_pointer_t<plain>;
    if constexpr (std::is_pointer_v<plain> && !std::is_function_v<pointee>)
        return {true, std::is_const_v<pointee>, type_of<pointee>()};
    else
        return {false, false, type_of<plain>()};
}

/// The launch that a call asks for; a function of the host ignores it.
struct call_shape {
    dim3 grid, block;
    std::size_t shared_bytes = 0, most_shared_bytes = 0;
    bool cooperative = false;
};

struct callable {
    std::string name;
    bool is_kernel;
    std::vector<parameter_type> parameters;
    std::function<void(const call_shape&, void** arguments)> run;
};

template <class... Parameters>
callable kernel_called(const char* name, void (*kernel)(Parameters...)) {
    const void* const known = runtime::handle(kernel);
    return {name, true, {parameter_of<Parameters>()...}, [known](const call_shape& shape, void** arguments) {
                if (shape.most_shared_bytes != 0)
                    cudaFuncSetAttribute(known, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(shape.most_shared_bytes));
                // No line of the source launches it.
                runtime::submit(
                    nullptr, known, {shape.grid, shape.block, shape.shared_bytes, shape.cooperative},
                    runtime::bind<Parameters...>(known, arguments, nullptr, std::index_sequence_for<Parameters...>()));
            }};
}

template <class Result, class... Parameters>
callable function_called(const char* name, Result (*function)(Parameters...)) {
    return {name, false, {parameter_of<Parameters>()...}, [function](const call_shape&, void** arguments) {
                [&]<std::size_t... Places>(std::index_sequence<Places...>) {
                    static_cast<void>(arguments);
                    function(*static_cast<std::remove_reference_t<Parameters>*>(arguments[Places])...);
                }(std::index_sequence_for<Parameters...>());
            }};
}

/// Answers calls until the caller is gone. First it tells of all callables, in JSON. A call is a message in JSON with a
/// file for what the call prints; it runs in a process of its own, whose number and whose status, as of waitpid(), are
/// the answers. Arrays lie in a file that both sides map, and so do the file's device variables, which keep their
/// values.
int answer_calls(const std::vector<callable>& callables);

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
