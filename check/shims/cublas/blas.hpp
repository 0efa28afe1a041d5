// cuBLAS in its names, over a BLAS library of the system that is loaded when the program runs: levels 1 to 3 of float
// and double, many of complex numbers, and products of smaller numbers by conversion. Columns of matrices lie
// one behind the other.
#pragma once

#include <cstddef>

#include <strider/check/shims/toolkit/cuComplex.h>
#include <strider/check/runtime/data_types.hpp>
#include <strider/check/runtime/memory.hpp>
#include <strider/emulator/dialect/half.hpp>

#ifdef STRIDER_EMULATOR_MISSING_BLAS
#error cuBLAS is computed by a BLAS library, which was not found; type: apt-get install libopenblas-dev
#endif

// By which programs know that the toolkit's header has been read.
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130100
#define CUBLASWINAPI

// Each line of the table is a status, which clang-format cannot know.
// clang-format off
#define STRIDER_CUBLAS_STATUS(X) \
    X(CUBLAS_STATUS_SUCCESS, 0, "success") \
    X(CUBLAS_STATUS_NOT_INITIALIZED, 1, "the library was not initialized") \
    X(CUBLAS_STATUS_ALLOC_FAILED, 3, "the resource allocation failed") \
    X(CUBLAS_STATUS_INVALID_VALUE, 7, "an unsupported value or parameter was passed to the function") \
    X(CUBLAS_STATUS_ARCH_MISMATCH, 8, "the function requires an architectural feature absent from the device") \
    X(CUBLAS_STATUS_MAPPING_ERROR, 11, "an access to GPU memory space failed") \
    X(CUBLAS_STATUS_EXECUTION_FAILED, 13, "the function failed to launch on the GPU") \
    X(CUBLAS_STATUS_INTERNAL_ERROR, 14, "an internal operation failed") \
    X(CUBLAS_STATUS_NOT_SUPPORTED, 15, "the requested functionality is not supported") \
    X(CUBLAS_STATUS_LICENSE_ERROR, 16, "the license check failed")
// clang-format on
enum cublasStatus_t {
#define STRIDER_CUBLAS_STATUS_VALUE(name, value, text) name = value,
    STRIDER_CUBLAS_STATUS(STRIDER_CUBLAS_STATUS_VALUE)
#undef STRIDER_CUBLAS_STATUS_VALUE
};

enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_HERMITAN = CUBLAS_OP_C, CUBLAS_OP_CONJG };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0,
    CUBLAS_GEMM_ALGO1,
    CUBLAS_GEMM_ALGO2,
    CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4,
    CUBLAS_GEMM_ALGO5,
    CUBLAS_GEMM_ALGO6,
    CUBLAS_GEMM_ALGO7,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP,
    CUBLAS_GEMM_ALGO1_TENSOR_OP,
    CUBLAS_GEMM_ALGO2_TENSOR_OP,
    CUBLAS_GEMM_ALGO3_TENSOR_OP,
    CUBLAS_GEMM_ALGO4_TENSOR_OP
};
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
using cublasDataType_t = cudaDataType;
using cublasHandle_t = struct cublasContext*;

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
/// Where alpha, beta and results of a single number lie.
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
/// Kept, and changes nothing.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, std::size_t) { return CUBLAS_STATUS_SUCCESS; }
// The names that the toolkit's header gives them by macros.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode

// Copies of vectors and matrices are copies of rows: inlined, so that the caller is the user's line.
#define STRIDER_CUBLAS_COPY(name, direction)                                                                          \
    [[gnu::always_inline]] inline cublasStatus_t cublas##name##Matrix(                                                \
        int rows, int columns, int element, const void* from, int from_rows, void* to, int to_rows) {                 \
        const auto bytes = static_cast<std::size_t>(element);                                                         \
        return cudaMemcpy2D(to, to_rows * bytes, from, from_rows * bytes, rows * bytes,                               \
                            static_cast<std::size_t>(columns), direction) == cudaSuccess                              \
                   ? CUBLAS_STATUS_SUCCESS                                                                            \
                   : CUBLAS_STATUS_MAPPING_ERROR;                                                                     \
    }                                                                                                                 \
    [[gnu::always_inline]] inline cublasStatus_t cublas##name##MatrixAsync(int rows, int columns, int element,        \
                                                                           const void* from, int from_rows, void* to, \
                                                                           int to_rows, cudaStream_t stream) {        \
        const auto bytes = static_cast<std::size_t>(element);                                                         \
        return cudaMemcpy2DAsync(to, to_rows * bytes, from, from_rows * bytes, rows * bytes,                          \
                                 static_cast<std::size_t>(columns), direction, stream) == cudaSuccess                 \
                   ? CUBLAS_STATUS_SUCCESS                                                                            \
                   : CUBLAS_STATUS_MAPPING_ERROR;                                                                     \
    }                                                                                                                 \
    [[gnu::always_inline]] inline cublasStatus_t cublas##name##Vector(int n, int element, const void* from,           \
                                                                      int from_step, void* to, int to_step) {         \
        return cublas##name##Matrix(1, n, element, from, from_step, to, to_step);                                     \
    }                                                                                                                 \
    [[gnu::always_inline]] inline cublasStatus_t cublas##name##VectorAsync(                                           \
        int n, int element, const void* from, int from_step, void* to, int to_step, cudaStream_t stream) {            \
        return cublas##name##MatrixAsync(1, n, element, from, from_step, to, to_step, stream);                        \
    }
STRIDER_CUBLAS_COPY(Set, cudaMemcpyHostToDevice)
STRIDER_CUBLAS_COPY(Get, cudaMemcpyDeviceToHost)
#undef STRIDER_CUBLAS_COPY

// Each line of the tables is a call for elements of type T: its name, and what it takes behind the handle.
// clang-format off
#define STRIDER_CUBLAS_VECTOR_CALLS(X, T) \
    X(axpy, T, int n, const T* alpha, const T* x, int incx, T* y, int incy) \
    X(scal, T, int n, const T* alpha, T* x, int incx) \
    X(copy, T, int n, const T* x, int incx, T* y, int incy) \
    X(swap, T, int n, T* x, int incx, T* y, int incy) \
    X(nrm2, T, int n, const T* x, int incx, real_of<T>* result) \
    X(asum, T, int n, const T* x, int incx, real_of<T>* result) \
    X(amax, T, int n, const T* x, int incx, int* result) \
    X(amin, T, int n, const T* x, int incx, int* result) \
    X(gemv, T, cublasOperation_t trans, int m, int n, const T* alpha, const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy)
#define STRIDER_CUBLAS_REAL_VECTOR_CALLS(X, T) \
    X(dot, T, int n, const T* x, int incx, const T* y, int incy, T* result) \
    X(rot, T, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) \
    X(ger, T, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* A, int lda) \
    X(symv, T, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) \
    X(syr, T, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, T* A, int lda) \
    X(trmv, T, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx) \
    X(trsv, T, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx)
#define STRIDER_CUBLAS_COMPLEX_VECTOR_CALLS(X, T) \
    X(dotu, T, int n, const T* x, int incx, const T* y, int incy, T* result) \
    X(dotc, T, int n, const T* x, int incx, const T* y, int incy, T* result) \
    X(rscal, T, int n, const real_of<T>* alpha, T* x, int incx) \
    X(geru, T, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* A, int lda) \
    X(gerc, T, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* A, int lda)
#define STRIDER_CUBLAS_MATRIX_CALLS(X, T) \
    X(gemm, T, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) \
    X(gemmStridedBatched, T, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const T* alpha, const T* A, int lda, long long stride_a, const T* B, int ldb, long long stride_b, const T* beta, T* C, int ldc, long long stride_c, int batch) \
    X(gemmBatched, T, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const T* alpha, const T* const A[], int lda, const T* const B[], int ldb, const T* beta, T* const C[], int ldc, int batch)
#define STRIDER_CUBLAS_REAL_MATRIX_CALLS(X, T) \
    X(symm, T, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) \
    X(syrk, T, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const T* alpha, const T* A, int lda, const T* beta, T* C, int ldc) \
    X(trmm, T, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, const T* B, int ldb, T* C, int ldc) \
    X(trsm, T, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, T* B, int ldb) \
    X(geam, T, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc) \
    X(dgmm, T, cublasSideMode_t side, int m, int n, const T* A, int lda, const T* x, int incx, T* C, int ldc)
// clang-format on

namespace strider::emulation::blas {
template <class T>
struct real_type {
    using type = T;
};
template <>
struct real_type<cuComplex> {
    using type = float;
};
template <>
struct real_type<cuDoubleComplex> {
    using type = double;
};
template <class T>
using real_of = typename real_type<T>::type;

#define STRIDER_CUBLAS_DECLARATION(name, T, ...) \
    template <class T>                           \
    cublasStatus_t name(cublasHandle_t handle, __VA_ARGS__);
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_DECLARATION, T)
STRIDER_CUBLAS_REAL_VECTOR_CALLS(STRIDER_CUBLAS_DECLARATION, T)
STRIDER_CUBLAS_COMPLEX_VECTOR_CALLS(STRIDER_CUBLAS_DECLARATION, T)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_DECLARATION, T)
STRIDER_CUBLAS_REAL_MATRIX_CALLS(STRIDER_CUBLAS_DECLARATION, T)
#undef STRIDER_CUBLAS_DECLARATION
}  // namespace strider::emulation::blas

// The calls by their names. References, so that the caller is the user's line.
#define STRIDER_CUBLAS_REFERENCE(name, call, T)                              \
    inline constexpr auto& cublas##name = strider::emulation::blas::call<T>; \
    inline constexpr auto& cublas##name##_v2 = strider::emulation::blas::call<T>;
#define STRIDER_CUBLAS_REAL_NAMES(name, ...)       \
    STRIDER_CUBLAS_REFERENCE(S##name, name, float) \
    STRIDER_CUBLAS_REFERENCE(D##name, name, double)
#define STRIDER_CUBLAS_COMPLEX_NAMES(name, ...)        \
    STRIDER_CUBLAS_REFERENCE(C##name, name, cuComplex) \
    STRIDER_CUBLAS_REFERENCE(Z##name, name, cuDoubleComplex)
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_REAL_NAMES, T)
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_COMPLEX_NAMES, T)
STRIDER_CUBLAS_REAL_VECTOR_CALLS(STRIDER_CUBLAS_REAL_NAMES, T)
STRIDER_CUBLAS_COMPLEX_VECTOR_CALLS(STRIDER_CUBLAS_COMPLEX_NAMES, T)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_REAL_NAMES, T)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_COMPLEX_NAMES, T)
STRIDER_CUBLAS_REAL_MATRIX_CALLS(STRIDER_CUBLAS_REAL_NAMES, T)
// Names that say two types, or none first.
STRIDER_CUBLAS_REFERENCE(Scnrm2, nrm2, cuComplex)
STRIDER_CUBLAS_REFERENCE(Dznrm2, nrm2, cuDoubleComplex)
STRIDER_CUBLAS_REFERENCE(Scasum, asum, cuComplex)
STRIDER_CUBLAS_REFERENCE(Dzasum, asum, cuDoubleComplex)
STRIDER_CUBLAS_REFERENCE(Csscal, rscal, cuComplex)
STRIDER_CUBLAS_REFERENCE(Zdscal, rscal, cuDoubleComplex)
STRIDER_CUBLAS_REFERENCE(Isamax, amax, float)
STRIDER_CUBLAS_REFERENCE(Idamax, amax, double)
STRIDER_CUBLAS_REFERENCE(Icamax, amax, cuComplex)
STRIDER_CUBLAS_REFERENCE(Izamax, amax, cuDoubleComplex)
STRIDER_CUBLAS_REFERENCE(Isamin, amin, float)
STRIDER_CUBLAS_REFERENCE(Idamin, amin, double)
STRIDER_CUBLAS_REFERENCE(Icamin, amin, cuComplex)
STRIDER_CUBLAS_REFERENCE(Izamin, amin, cuDoubleComplex)
#undef STRIDER_CUBLAS_REAL_NAMES
#undef STRIDER_CUBLAS_COMPLEX_NAMES
#undef STRIDER_CUBLAS_REFERENCE

/// Elements are converted to float, or to double for CUBLAS_COMPUTE_64F and 32I, multiplied, and converted back.
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                            int k, const void* alpha, const void* A, cudaDataType type_a, int lda, const void* B,
                            cudaDataType type_b, int ldb, const void* beta, void* C, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                          int m, int n, int k, const void* alpha, const void* A, cudaDataType type_a,
                                          int lda, long long stride_a, const void* B, cudaDataType type_b, int ldb,
                                          long long stride_b, const void* beta, void* C, cudaDataType type_c, int ldc,
                                          long long stride_c, int batch, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);

/// Programs older than CUDA 11 name the type that is computed in.
inline cublasComputeType_t strider_emulator_compute_type(cudaDataType type) {
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
                                                      : CUBLAS_COMPUTE_32F;
}
[[gnu::always_inline]] inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                                          cublasOperation_t transb, int m, int n, int k,
                                                          const void* alpha, const void* A, cudaDataType type_a,
                                                          int lda, const void* B, cudaDataType type_b, int ldb,
                                                          const void* beta, void* C, cudaDataType type_c, int ldc,
                                                          cudaDataType compute, cublasGemmAlgo_t algorithm) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, type_a, lda, B, type_b, ldb, beta, C, type_c, ldc,
                        strider_emulator_compute_type(compute), algorithm);
}
[[gnu::always_inline]] inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha,
    const void* A, cudaDataType type_a, int lda, long long stride_a, const void* B, cudaDataType type_b, int ldb,
    long long stride_b, const void* beta, void* C, cudaDataType type_c, int ldc, long long stride_c, int batch,
    cudaDataType compute, cublasGemmAlgo_t algorithm) {
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, type_a, lda, stride_a, B, type_b, ldb,
                                      stride_b, beta, C, type_c, ldc, stride_c, batch,
                                      strider_emulator_compute_type(compute), algorithm);
}
[[gnu::always_inline]] inline cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                                                         cublasOperation_t transb, int m, int n, int k,
                                                         const __half* alpha, const __half* A, int lda, const __half* B,
                                                         int ldb, const __half* beta, __half* C, int ldc) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, beta, C,
                        CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
[[gnu::always_inline]] inline cublasStatus_t cublasHgemmStridedBatched(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const __half* alpha,
    const __half* A, int lda, long long stride_a, const __half* B, int ldb, long long stride_b, const __half* beta,
    __half* C, int ldc, long long stride_c, int batch) {
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, stride_a, B,
                                      CUDA_R_16F, ldb, stride_b, beta, C, CUDA_R_16F, ldc, stride_c, batch,
                                      CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
[[gnu::always_inline]] inline cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                                           cublasOperation_t transb, int m, int n, int k,
                                                           const float* alpha, const void* A, cudaDataType type_a,
                                                           int lda, const void* B, cudaDataType type_b, int ldb,
                                                           const float* beta, void* C, cudaDataType type_c, int ldc) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, type_a, lda, B, type_b, ldb, beta, C, type_c, ldc,
                        CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
// SPDX-License-Identifier: Apache-2.0
