// cuDNN, for contenders, which include this where its header is installed. The library is loaded where it is installed.
#pragma once

#include <cudnn.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <type_traits>

#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

/// The functions of the library that ladders call.
struct cudnn_library {
    bool found = false;
    cudnnHandle_t handle = nullptr;
    decltype(&cudnnGetErrorString) error_string = nullptr;
    decltype(&cudnnSetStream) set_stream = nullptr;
    decltype(&cudnnCreateTensorDescriptor) create_tensor = nullptr;
    decltype(&cudnnSetTensor4dDescriptor) set_tensor = nullptr;
    decltype(&cudnnDestroyTensorDescriptor) destroy_tensor = nullptr;
    decltype(&cudnnSoftmaxForward) softmax = nullptr;
    decltype(&cudnnCreateFilterDescriptor) create_filter = nullptr;
    decltype(&cudnnSetFilter4dDescriptor) set_filter = nullptr;
    decltype(&cudnnDestroyFilterDescriptor) destroy_filter = nullptr;
    decltype(&cudnnCreateConvolutionDescriptor) create_convolution = nullptr;
    decltype(&cudnnSetConvolution2dDescriptor) set_convolution = nullptr;
    decltype(&cudnnSetConvolutionMathType) set_math_type = nullptr;
    decltype(&cudnnDestroyConvolutionDescriptor) destroy_convolution = nullptr;
    decltype(&cudnnGetConvolutionForwardAlgorithm_v7) get_algorithms = nullptr;
    decltype(&cudnnConvolutionForward) convolve = nullptr;

    cudnn_library() {
        void* const library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) return;
        decltype(&cudnnCreate) create = nullptr;
        const auto load = [library](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        found = load(create, "cudnnCreate") && load(error_string, "cudnnGetErrorString") &&
                load(set_stream, "cudnnSetStream") && load(create_tensor, "cudnnCreateTensorDescriptor") &&
                load(set_tensor, "cudnnSetTensor4dDescriptor") &&
                load(destroy_tensor, "cudnnDestroyTensorDescriptor") && load(softmax, "cudnnSoftmaxForward") &&
                load(create_filter, "cudnnCreateFilterDescriptor") && load(set_filter, "cudnnSetFilter4dDescriptor") &&
                load(destroy_filter, "cudnnDestroyFilterDescriptor") &&
                load(create_convolution, "cudnnCreateConvolutionDescriptor") &&
                load(set_convolution, "cudnnSetConvolution2dDescriptor") &&
                load(set_math_type, "cudnnSetConvolutionMathType") &&
                load(destroy_convolution, "cudnnDestroyConvolutionDescriptor") &&
                load(get_algorithms, "cudnnGetConvolutionForwardAlgorithm_v7") &&
                load(convolve, "cudnnConvolutionForward") && create(&handle) == CUDNN_STATUS_SUCCESS;
    }

    void check(cudnnStatus_t status, const char* call) const {
        if (status != CUDNN_STATUS_SUCCESS)
            throw std::runtime_error(std::string(call) + " failed: " + error_string(status));
    }
};

/// Loaded at the first call, and never given back: the driver may be gone before static objects are.
inline const cudnn_library& cudnn() {
    static const cudnn_library* const library = new cudnn_library;
    return *library;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
