// 91: cuBLAS, gemm. For nvcc alone. The library is loaded when it is asked for, so that the module needs none.
#include <cublas_v2.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

namespace {

void check_cublas(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw std::runtime_error(std::string(call) + " failed with status " + std::to_string(static_cast<int>(status)));
}

template <class Function>
void find(void* library, Function& function, const char* name) {
    function = library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

/// What is called of cuBLAS. It and its handle stay until the process ends.
struct cublas {
    decltype(&cublasCreate_v2) create;
    decltype(&cublasSetStream_v2) set_stream;
    decltype(&cublasSetWorkspace_v2) set_workspace;
    cublasStatus_t (*gemm)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                           const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                           cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);
    cublasHandle_t handle = nullptr;

    cublas() {
        const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        find(library, create, "cublasCreate_v2");
        find(library, set_stream, "cublasSetStream_v2");
        find(library, set_workspace, "cublasSetWorkspace_v2");
        find(library, gemm, "cublasGemmEx");
    }
    bool is_here() const { return create && set_stream && set_workspace && gemm; }

    static cublas& loaded() {
        static cublas library;
        return library;
    }
};

/// What NVIDIA recommends for Hopper.
constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

/// cuBLAS stores by columns: to it, C' = B' * A'. Sums are f32, and products of f32 are not those of TF32.
void multiply_with(const arguments& with) {
    if (with.elements == 0) return;
    cublas& library = cublas::loaded();
    if (library.handle == nullptr) check_cublas(library.create(&library.handle), "cublasCreate");
    check_cublas(library.set_stream(library.handle, stream_of(with)), "cublasSetStream");
    check_cublas(library.set_workspace(library.handle, with.scratch, workspace_bytes), "cublasSetWorkspace");
    const extents size = extents_of(with);
    const auto rows = static_cast<int>(size.rows), columns = static_cast<int>(size.columns);
    const auto inner = static_cast<int>(size.inner);
    const cudaDataType input = has_half_inputs(with) ? CUDA_R_16F : CUDA_R_32F;
    const float one = 1, zero = 0;
    check_cublas(library.gemm(library.handle, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, inner, &one, with.side_input,
                              input, columns, with.input, input, inner, &zero, with.output, CUDA_R_32F, columns,
                              CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                 "cublasGemmEx");
}

const registration cublas_rung{{
    .pattern = "matrix-product",
    .number = 91,
    .follows = 0,
    .name = "cuBLAS gemm",
    .idea = "cublasGemmEx of the CUDA toolkit, with sums of f32. It takes no TF32 for f32.",
    .hypothesis = "The best known.",
    .expectations = {},
    .source = "NVIDIA cuBLAS",
    .kind = rung_kind::contender,
    .supports = [](const instance&) { return cublas::loaded().is_here(); },
    .scratch_bytes = [](const arguments&) { return workspace_bytes; },
    .run = multiply_with,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
