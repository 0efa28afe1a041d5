// 91: cuBLAS, gemm. For nvcc alone.
#include <ladders/harness/cublas.hpp>
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

namespace {

/// NVIDIA recommends this for Hopper.
constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

/// cuBLAS stores by columns: to it, C' = B' * A'. Sums are f32, and products of f32 are not those of TF32.
void multiply_with(const arguments& with) {
    if (with.elements == 0) return;
    cublas_library& library = cublas_library::loaded();
    const cublasHandle_t handle = library.handle_on(stream_of(with));
    check_cublas(library.set_workspace(handle, with.scratch, workspace_bytes), "cublasSetWorkspace");
    const extents size = extents_of(with);
    const auto rows = static_cast<int>(size.rows), columns = static_cast<int>(size.columns);
    const auto inner = static_cast<int>(size.inner);
    const cudaDataType input = takes_f32(with) ? CUDA_R_32F : takes_f16(with) ? CUDA_R_16F : CUDA_R_16BF;
    const float one = 1, zero = 0;
    check_cublas(library.gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, inner, &one, with.side_input, input,
                              columns, with.input, input, inner, &zero, with.output, CUDA_R_32F, columns,
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
    .supports = [](const instance&) { return cublas_library::loaded().is_here(); },
    .scratch_bytes = [](const arguments&) { return workspace_bytes; },
    .run = multiply_with,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
