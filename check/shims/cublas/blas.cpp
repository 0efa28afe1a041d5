// Handles of cuBLAS, how its calls take their arguments, and products of smaller numbers.
#include <algorithm>

#include "blas_call.hpp"
#include "check/runtime/defects.hpp"
#include "check/runtime/known_memory.hpp"

namespace strider::emulation::blas {
namespace {

/// Calls `function` with a pointer to elements of this type; false where there is none.
template <class Function>
bool with_type(cudaDataType type, const void* elements, Function function) {
    const auto call = [&]<class T>(T) { function(static_cast<T*>(const_cast<void*>(elements))); };
    switch (type) {
        case CUDA_R_16F:
            return call(__half{}), true;
        case CUDA_R_16BF:
            return call(__nv_bfloat16{}), true;
        case CUDA_R_32F:
            return call(float{}), true;
        case CUDA_R_64F:
            return call(double{}), true;
        case CUDA_R_8I:
            return call(std::int8_t{}), true;
        case CUDA_R_32I:
            return call(std::int32_t{}), true;
        default:
            return false;
    }
}
std::complex<double> number_at(cudaDataType type, const void* at) {
    if (type == CUDA_C_32F) return *static_cast<const std::complex<float>*>(at);
    if (type == CUDA_C_64F) return *static_cast<const std::complex<double>*>(at);
    double value = 0;
    with_type(type, at, [&](auto* number) { value = static_cast<double>(*number); });
    return value;
}

}  // namespace

std::size_t size_of(cudaDataType type) {
    std::size_t bytes = type == CUDA_C_32F ? sizeof(cuComplex) : type == CUDA_C_64F ? sizeof(cuDoubleComplex) : 0;
    with_type(type, nullptr, [&]<class T>(T*) { bytes = sizeof(T); });
    return bytes;
}

template <class T>
T scalar::value(library_operands& o) const {
    std::complex<double> value = number;
    if (on_device != nullptr) {
        o.read(name, elements(on_device, size_of(type), 1, 1));
        value = o.good() ? number_at(type, on_device) : 0;
    }
    if constexpr (is_complex(type_of<T>))
        return {static_cast<decltype(T::x)>(value.real()), static_cast<decltype(T::y)>(value.imag())};
    else
        return static_cast<T>(value.real());
}
template float scalar::value<float>(library_operands&) const;
template double scalar::value<double>(library_operands&) const;
template cuComplex scalar::value<cuComplex>(library_operands&) const;
template cuDoubleComplex scalar::value<cuDoubleComplex>(library_operands&) const;

std::vector<dimension> product::dimensions(int batch) const {
    return {{"m", m, 0},
            {"n", n, 0},
            {"k", k, 0},
            {"batchCount", batch, 0},
            {"lda", lda, std::max(1, transa == CUBLAS_OP_N ? m : k)},
            {"ldb", ldb, std::max(1, transb == CUBLAS_OP_N ? k : n)},
            {"ldc", ldc, std::max(1, m)}};
}

void product::note(library_operands& o, const typed_matrix& a, const typed_matrix& b, const typed_matrix& out,
                   bool reads_factors, bool reads_output) const {
    if (m == 0 || n == 0) return;
    const auto rows_of = [](const typed_matrix& one, int rows, int count, int ld) {
        return columns(one.begin, size_of(one.type), rows, count, ld);
    };
    if (reads_factors) {
        o.read("A", transa == CUBLAS_OP_N ? rows_of(a, m, k, lda) : rows_of(a, k, m, lda));
        o.read("B", transb == CUBLAS_OP_N ? rows_of(b, k, n, ldb) : rows_of(b, n, k, ldb));
    }
    add_output(o, "C", rows_of(out, m, n, ldc), reads_output);
}

bool blas_call::host_may_use(const char* name, const void* number) {
    const auto in = runtime::memory().find(number);
    if (!in || !runtime::of_device(in->kind)) return true;
    program::report_defect(finding_kind::host_access, at_,
                           name_ + ": the host uses " + name + ", which lies in device memory",
                           "call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before this call");
    status_ = CUBLAS_STATUS_EXECUTION_FAILED;
    return false;
}

scalar blas_call::take(const char* name, const void* number, cudaDataType type) {
    if (handle_ == nullptr || number == nullptr) {
        status_ = CUBLAS_STATUS_INVALID_VALUE;
    } else if (handle_->pointers == CUBLAS_POINTER_MODE_DEVICE) {
        return {name, number, type, 0};
    } else if (host_may_use(name, number)) {
        return {name, nullptr, type, number_at(type, number)};
    }
    return {name, nullptr, type, 0};
}

cublasStatus_t blas_call::run(const std::vector<dimension>& dimensions, std::function<void(library_operands&)> work,
                              bool host_waits) {
    if (handle_ == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    for (const dimension& one : dimensions) {
        if (one.value >= one.least) continue;
        runtime::report_refused(
            at_, name_,
            "its " + std::string(one.name) + " is " + std::to_string(one.value) + ", and must be at least " +
                std::to_string(one.least),
            "matrices lie column by column: the leading dimension is the number of rows of the whole array");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    if (status_ != CUBLAS_STATUS_SUCCESS) return status_;
    const cudaError_t error = runtime::submit({at_, name_, handle_->stream, host_waits}, std::move(work));
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t blas_call::run_for(void* result, std::size_t bytes, const std::vector<dimension>& dimensions,
                                  std::function<void(library_operands&)> work) {
    if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (handle_ != nullptr && handle_->pointers == CUBLAS_POINTER_MODE_DEVICE)
        return run(dimensions, [=, work = std::move(work)](library_operands& o) {
            o.write("result", elements(result, bytes, 1, 1));
            work(o);
        });
    return host_may_use("result", result) ? run(dimensions, std::move(work), true) : status_;
}

template <class T>
std::vector<T> converted(const typed_matrix& from, int rows, int columns, int ld) {
    std::vector<T> all(columns == 0 ? 0
                                    : static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(ld) +
                                          static_cast<std::size_t>(rows));
    with_type(from.type, from.begin, [&](auto* elements) {
        std::transform(elements, elements + all.size(), all.begin(), [](auto one) { return static_cast<T>(one); });
    });
    return all;
}

template <class T>
void store_converted(const typed_matrix& to, int rows, int columns, int ld, const T* from) {
    with_type(to.type, to.begin, [&]<class Element>(Element* elements) {
        for (std::ptrdiff_t first = 0; first < std::ptrdiff_t{columns} * ld; first += ld)
            std::transform(from + first, from + first + rows, elements + first,
                           [](T one) { return static_cast<Element>(one); });
    });
}
template std::vector<float> converted(const typed_matrix& from, int rows, int columns, int ld);
template std::vector<double> converted(const typed_matrix& from, int rows, int columns, int ld);
template void store_converted(const typed_matrix& to, int rows, int columns, int ld, const float* from);
template void store_converted(const typed_matrix& to, int rows, int columns, int ld, const double* from);

namespace {

/// The product of one batch, with elements converted to T.
template <class T>
void multiply_converted(const product& p, T alpha, const typed_matrix& a, const typed_matrix& b, T beta,
                        const typed_matrix& out) {
    const bool plain_a = p.transa == CUBLAS_OP_N, plain_b = p.transb == CUBLAS_OP_N;
    const auto left = converted<T>(a, plain_a ? p.m : p.k, plain_a ? p.k : p.m, p.lda);
    const auto right = converted<T>(b, plain_b ? p.k : p.n, plain_b ? p.n : p.k, p.ldb);
    auto result = converted<T>(out, p.m, p.n, p.ldc);
    p.multiply(alpha, left.data(), right.data(), beta, result.data());
    store_converted(out, p.m, p.n, p.ldc, result.data());
}

struct mixed_product {
    product shape;
    const void* alpha;
    typed_matrix a, b;
    const void* beta;
    typed_matrix out;
    int batch;
    cublasComputeType_t compute;
};

template <class T>
cublasStatus_t multiply_batches(blas_call call, const mixed_product& p, const scalar& alpha, const scalar& beta) {
    return call.run(p.shape.dimensions(p.batch), [=](library_operands& o) {
        const T by_a = alpha.value<T>(o), by_b = beta.value<T>(o);
        for (int i = 0; i < p.batch; ++i) p.shape.note(o, p.a.of(i), p.b.of(i), p.out.of(i), by_a != 0, by_b != 0);
        const bool accepted = o.accept();
        for (int i = 0; accepted && i < p.batch; ++i) {
            const typed_matrix a = p.a.of(i), b = p.b.of(i), out = p.out.of(i);
            if constexpr (is_complex(type_of<T>))
                p.shape.multiply(by_a, static_cast<const T*>(a.begin), static_cast<const T*>(b.begin), by_b,
                                 static_cast<T*>(const_cast<void*>(out.begin)));
            else
                multiply_converted<T>(p.shape, by_a, a, b, by_b, out);
        }
    });
}

cudaDataType type_of_scalars(cublasComputeType_t compute) {
    switch (compute) {
        case CUBLAS_COMPUTE_16F:
        case CUBLAS_COMPUTE_16F_PEDANTIC:
            return CUDA_R_16F;
        case CUBLAS_COMPUTE_64F:
        case CUBLAS_COMPUTE_64F_PEDANTIC:
            return CUDA_R_64F;
        case CUBLAS_COMPUTE_32I:
        case CUBLAS_COMPUTE_32I_PEDANTIC:
            return CUDA_R_32I;
        default:
            return CUDA_R_32F;
    }
}

cublasStatus_t multiply_mixed(blas_call call, const mixed_product& p) {
    const bool complex = is_complex(p.a.type);
    const cudaDataType real = type_of_scalars(p.compute), type = complex ? p.a.type : real;
    for (const typed_matrix& one : {p.a, p.b, p.out})
        if (size_of(one.type) == 0 || (complex ? one.type != type : is_complex(one.type)))
            return CUBLAS_STATUS_NOT_SUPPORTED;
    if (complex && size_of(type) != 2 * size_of(real)) return CUBLAS_STATUS_NOT_SUPPORTED;
    const scalar alpha = call.take("alpha", p.alpha, type), beta = call.take("beta", p.beta, type);
    const auto multiply = type == CUDA_C_32F                         ? multiply_batches<cuComplex>
                          : type == CUDA_C_64F                       ? multiply_batches<cuDoubleComplex>
                          : type == CUDA_R_64F || type == CUDA_R_32I ? multiply_batches<double>
                                                                     : multiply_batches<float>;
    return multiply(std::move(call), p, alpha, beta);
}

}  // namespace
}  // namespace strider::emulation::blas

using namespace strider::emulation::blas;

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                          int m, int n, int k, const void* alpha, const void* A, cudaDataType type_a,
                                          int lda, long long stride_a, const void* B, cudaDataType type_b, int ldb,
                                          long long stride_b, const void* beta, void* C, cudaDataType type_c, int ldc,
                                          long long stride_c, int batch, cublasComputeType_t compute,
                                          cublasGemmAlgo_t) {
    return multiply_mixed({handle, __builtin_return_address(0), "cublasGemmStridedBatchedEx"},
                          {{transa, transb, m, n, k, lda, ldb, ldc},
                           alpha,
                           {A, type_a, stride_a},
                           {B, type_b, stride_b},
                           beta,
                           {C, type_c, stride_c},
                           batch,
                           compute});
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                            int k, const void* alpha, const void* A, cudaDataType type_a, int lda, const void* B,
                            cudaDataType type_b, int ldb, const void* beta, void* C, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t) {
    return multiply_mixed({handle, __builtin_return_address(0), "cublasGemmEx"},
                          {{transa, transb, m, n, k, lda, ldb, ldc},
                           alpha,
                           {A, type_a, 0},
                           {B, type_b, 0},
                           beta,
                           {C, type_c, 0},
                           1,
                           compute});
}

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
    if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
    if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

#define STRIDER_CUBLAS_SETTING(name, type, member)                       \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, type value) {  \
        if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;     \
        handle->member = value;                                          \
        return CUBLAS_STATUS_SUCCESS;                                    \
    }                                                                    \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, type* value) { \
        if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;     \
        if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;        \
        *value = handle->member;                                         \
        return CUBLAS_STATUS_SUCCESS;                                    \
    }
STRIDER_CUBLAS_SETTING(Stream, cudaStream_t, stream)
STRIDER_CUBLAS_SETTING(PointerMode, cublasPointerMode_t, pointers)
STRIDER_CUBLAS_SETTING(MathMode, cublasMath_t, math)
STRIDER_CUBLAS_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)

const char* cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define STRIDER_CUBLAS_STATUS_NAME(name, value, text) \
    case name:                                        \
        return #name;
        STRIDER_CUBLAS_STATUS(STRIDER_CUBLAS_STATUS_NAME)
    }
    return "unrecognized status";
}
const char* cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
#define STRIDER_CUBLAS_STATUS_TEXT(name, value, text) \
    case name:                                        \
        return text;
        STRIDER_CUBLAS_STATUS(STRIDER_CUBLAS_STATUS_TEXT)
    }
    return "unrecognized status";
}
// SPDX-License-Identifier: Apache-2.0
