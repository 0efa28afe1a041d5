// 91: cuDNN, softmax over the channels of one pixel. For nvcc alone. The library is loaded where it is installed; where
// its header is missing too, this file is empty.
#if __has_include(<cudnn.h>)
#include <cudnn.h>
#include <dlfcn.h>

#include <ladders/softmax/gpu/rows.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

namespace {

/// The functions of the library that are called here.
struct cudnn_library {
    bool found = false;
    cudnnHandle_t handle = nullptr;
    decltype(&cudnnGetErrorString) error_string = nullptr;
    decltype(&cudnnSetStream) set_stream = nullptr;
    decltype(&cudnnCreateTensorDescriptor) create_tensor = nullptr;
    decltype(&cudnnSetTensor4dDescriptor) set_tensor = nullptr;
    decltype(&cudnnDestroyTensorDescriptor) destroy_tensor = nullptr;
    decltype(&cudnnSoftmaxForward) forward = nullptr;

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
                load(destroy_tensor, "cudnnDestroyTensorDescriptor") && load(forward, "cudnnSoftmaxForward") &&
                create(&handle) == CUDNN_STATUS_SUCCESS;
    }

    void check(cudnnStatus_t status, const char* call) const {
        if (status != CUDNN_STATUS_SUCCESS)
            throw std::runtime_error(std::string(call) + " failed: " + error_string(status));
    }
};

/// Loaded at the first call, and never given back: the driver may be gone before static objects are.
const cudnn_library& cudnn() {
    static const cudnn_library* const library = new cudnn_library;
    return *library;
}

void run(const arguments& with) {
    if (with.elements == 0) return;
    const cudnn_library& lib = cudnn();
    cudnnTensorDescriptor_t rows = nullptr;
    lib.check(lib.create_tensor(&rows), "cudnnCreateTensorDescriptor");
    const std::shared_ptr<void> given_back(rows, [&](void*) { lib.destroy_tensor(rows); });
    lib.check(lib.set_tensor(rows, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, static_cast<int>(rows_of(with)),
                             static_cast<int>(columns_of(with)), 1, 1),
              "cudnnSetTensor4dDescriptor");
    const float multiply = 1, keep = 0;
    lib.check(lib.set_stream(lib.handle, stream_of(with)), "cudnnSetStream");
    lib.check(lib.forward(lib.handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_INSTANCE, &multiply, rows, with.input,
                          &keep, rows, with.output),
              "cudnnSoftmaxForward");
}

const registration cudnn_rung{{
    .pattern = "softmax",
    .number = 91,
    .follows = 0,
    .name = "cuDNN",
    .idea = "A row is an image of one pixel, whose channels are its elements.",
    .hypothesis = "Loads each row more than once, unless it keeps rows in registers or shared memory.",
    .expectations = {},
    .source = "NVIDIA cuDNN 9, cudnnSoftmaxForward, accurate",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return of.elements < std::uint64_t{1} << 31 && cudnn().found; },
    .run = run,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
#endif
// SPDX-License-Identifier: Apache-2.0
