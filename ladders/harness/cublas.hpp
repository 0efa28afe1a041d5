// cuBLAS, for contenders. It is loaded when it is asked for, so that modules need none.
#pragma once

#include <cublas_v2.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

inline void check_cublas(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw std::runtime_error(std::string(call) + " failed with status " + std::to_string(static_cast<int>(status)));
}

/// The functions of cuBLAS that ladders call. It and its handle stay until the process ends.
class cublas_library {
public:
    decltype(&cublasSetWorkspace_v2) set_workspace;
    decltype(&cublasSgeam_64) sgeam;
    decltype(&cublasDgeam_64) dgeam;
    cublasStatus_t (*gemm)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                           const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                           cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);

    bool is_here() const { return create_ && set_stream_ && set_workspace && sgeam && dgeam && gemm; }

    /// The handle, whose calls go to this stream.
    cublasHandle_t handle_on(cudaStream_t stream) {
        if (handle_ == nullptr) check_cublas(create_(&handle_), "cublasCreate");
        check_cublas(set_stream_(handle_, stream), "cublasSetStream");
        return handle_;
    }

    static cublas_library& loaded() {
        static cublas_library library;
        return library;
    }

private:
    cublas_library() {
        const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        const auto find = [library]<class Function>(Function& function, const char* name) {
            function = library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
        };
        find(create_, "cublasCreate_v2");
        find(set_stream_, "cublasSetStream_v2");
        find(set_workspace, "cublasSetWorkspace_v2");
        find(sgeam, "cublasSgeam_64");
        find(dgeam, "cublasDgeam_64");
        find(gemm, "cublasGemmEx");
    }

    decltype(&cublasCreate_v2) create_;
    decltype(&cublasSetStream_v2) set_stream_;
    cublasHandle_t handle_ = nullptr;
};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
