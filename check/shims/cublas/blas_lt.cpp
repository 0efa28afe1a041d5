// cuBLASLt: what products are described by, and one of them with what follows it.
#include <strider/check/shims/cublas/blas_lt.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "blas_call.hpp"

namespace strider::emulation::blas {
namespace {

struct described_product {
    product shape;
    typed_matrix a, b, c, d;
    int ld_of_c;
    int batch;
    const void* bias;
    cudaDataType bias_type;
    bool relu, gelu;
};

template <class T>
T followed_by(const described_product& p, T value) {
    if (p.relu) return std::max(value, T{0});
    if (!p.gelu) return value;
    return T(0.5) * value * (1 + std::tanh(T(0.7978845608028654) * (value + T(0.044715) * value * value * value)));
}

template <class T>
void multiply_described(const described_product& p, T alpha, T beta, const std::vector<T>& bias, int batch) {
    const product& shape = p.shape;
    const int m = shape.m, n = shape.n, ldd = shape.ldc;
    const auto left = converted<T>(p.a.of(batch), shape.transa == CUBLAS_OP_N ? m : shape.k,
                                   shape.transa == CUBLAS_OP_N ? shape.k : m, shape.lda);
    const auto right = converted<T>(p.b.of(batch), shape.transb == CUBLAS_OP_N ? shape.k : n,
                                    shape.transb == CUBLAS_OP_N ? n : shape.k, shape.ldb);
    std::vector<T> result(static_cast<std::size_t>(ldd) * static_cast<std::size_t>(n));
    if (beta != 0) {
        const auto added = converted<T>(p.c.of(batch), m, n, p.ld_of_c);
        for (std::ptrdiff_t column = 0; column < n; ++column)
            std::copy_n(added.begin() + column * p.ld_of_c, m, result.begin() + column * ldd);
    }
    shape.multiply(alpha, left.data(), right.data(), beta, result.data());
    for (std::ptrdiff_t column = 0; column < n; ++column)
        for (std::ptrdiff_t row = 0; row < m; ++row) {
            T& one = result[static_cast<std::size_t>(column * ldd + row)];
            one = followed_by(p, bias.empty() ? one : one + bias[static_cast<std::size_t>(row)]);
        }
    store_converted(p.d.of(batch), m, n, ldd, result.data());
}

template <class T>
cublasStatus_t run(blas_call call, const described_product& p, const scalar& alpha, const scalar& beta) {
    return call.run(p.shape.dimensions(p.batch), [=](library_operands& o) {
        const T by_a = alpha.value<T>(o), by_b = beta.value<T>(o);
        for (int i = 0; i < p.batch; ++i) {
            const bool in_place = p.c.begin == p.d.begin;
            p.shape.note(o, p.a.of(i), p.b.of(i), p.d.of(i), by_a != 0, by_b != 0 && in_place);
            if (by_b != 0 && !in_place)
                o.read("C", columns(p.c.of(i).begin, size_of(p.c.type), p.shape.m, p.shape.n, p.ld_of_c));
        }
        if (p.bias != nullptr) o.read("bias", elements(p.bias, size_of(p.bias_type), p.shape.m, 1));
        if (!o.accept()) return;
        const std::vector<T> bias =
            p.bias == nullptr ? std::vector<T>{} : converted<T>({p.bias, p.bias_type, 0}, p.shape.m, 1, p.shape.m);
        for (int i = 0; i < p.batch; ++i) multiply_described(p, by_a, by_b, bias, i);
    });
}

template <class T>
cublasStatus_t make(T** made, const T& value) {
    if (made == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *made = new T(value);
    return CUBLAS_STATUS_SUCCESS;
}
template <class T>
cublasStatus_t unmake(T* which) {
    delete which;
    return CUBLAS_STATUS_SUCCESS;
}

/// Copies the attribute's value into its member.
template <class T>
cublasStatus_t set(T& member, const void* value, std::size_t bytes) {
    if (value == nullptr || bytes != sizeof(T)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&member, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t refuse(const void* at, const char* what) {
    runtime::refuse_call(at, "cublasLtMatmul", what);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

typed_matrix matrix_of(const void* begin, const cublasLtMatrixLayoutOpaque_t& layout) {
    return {begin, layout.type, layout.stride};
}

}  // namespace
}  // namespace strider::emulation::blas

using namespace strider::emulation::blas;

struct cublasLtContext {};

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) { return make(handle, {}); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return unmake(handle); }
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* made, cublasComputeType_t compute, cudaDataType scale) {
    return make(made, {.compute = compute, .scale = scale});
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t which) { return unmake(which); }
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* made, cudaDataType type, std::uint64_t rows,
                                          std::uint64_t columns, std::int64_t ld) {
    return make(made, {.type = type, .rows = rows, .columns = columns, .ld = ld});
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t which) { return unmake(which); }
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made) { return make(made, {}); }
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t which) { return unmake(which); }

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t which, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t bytes) {
    switch (attribute) {
        case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
            return set(which->compute, value, bytes);
        case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
            return set(which->scale, value, bytes);
        case CUBLASLT_MATMUL_DESC_POINTER_MODE:
            return set(which->pointers, value, bytes);
        case CUBLASLT_MATMUL_DESC_TRANSA:
            return set(which->transa, value, bytes);
        case CUBLASLT_MATMUL_DESC_TRANSB:
            return set(which->transb, value, bytes);
        case CUBLASLT_MATMUL_DESC_EPILOGUE:
            return set(which->epilogue, value, bytes);
        case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
            return set(which->bias, value, bytes);
        case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
            return set(which->bias_type, value, bytes);
        default:
            return CUBLAS_STATUS_SUCCESS;  // an epilogue that is refused needs it
    }
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t which, cublasLtMatrixLayoutAttribute_t attribute,
                                                const void* value, std::size_t bytes) {
    switch (attribute) {
        case CUBLASLT_MATRIX_LAYOUT_TYPE:
            return set(which->type, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_ORDER:
            return set(which->order, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_ROWS:
            return set(which->rows, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_COLS:
            return set(which->columns, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_LD:
            return set(which->ld, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
            return set(which->batch, value, bytes);
        case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
            return set(which->stride, value, bytes);
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t* results, int* found) {
    if (results == nullptr || found == nullptr || wanted < 1) return CUBLAS_STATUS_INVALID_VALUE;
    results[0] = {};
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t layout_a, const void* B,
                              cublasLtMatrixLayout_t layout_b, const void* beta, const void* C,
                              cublasLtMatrixLayout_t layout_c, void* D, cublasLtMatrixLayout_t layout_d,
                              const cublasLtMatmulAlgo_t*, void*, std::size_t, cudaStream_t stream) {
    const void* const caller = __builtin_return_address(0);
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (description == nullptr || layout_a == nullptr || layout_b == nullptr || layout_c == nullptr ||
        layout_d == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    constexpr unsigned known = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_BIAS | CUBLASLT_EPILOGUE_GELU;
    if ((description->epilogue & ~known) != 0) return refuse(caller, "an epilogue that is no bias, relu or gelu");
    for (const cublasLtMatrixLayout_t one : {layout_a, layout_b, layout_c, layout_d}) {
        if (one->order != CUBLASLT_ORDER_COL) return refuse(caller, "matrices that do not lie column by column");
        if (size_of(one->type) == 0 || is_complex(one->type)) return refuse(caller, "elements of this type");
    }
    const auto whole = [](auto number) { return static_cast<int>(number); };
    const auto transa = static_cast<cublasOperation_t>(description->transa);
    const bool with_bias = (description->epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
    const described_product p{
        {transa, static_cast<cublasOperation_t>(description->transb), whole(layout_d->rows), whole(layout_d->columns),
         whole(transa == CUBLAS_OP_N ? layout_a->columns : layout_a->rows), whole(layout_a->ld), whole(layout_b->ld),
         whole(layout_d->ld)},
        matrix_of(A, *layout_a),
        matrix_of(B, *layout_b),
        matrix_of(C, *layout_c),
        matrix_of(D, *layout_d),
        whole(layout_c->ld),
        layout_d->batch,
        with_bias ? description->bias : nullptr,
        description->bias_type < 0 ? layout_d->type : static_cast<cudaDataType>(description->bias_type),
        (description->epilogue & CUBLASLT_EPILOGUE_RELU) != 0,
        (description->epilogue & CUBLASLT_EPILOGUE_GELU) != 0};
    cublasContext context{.stream = stream, .pointers = static_cast<cublasPointerMode_t>(description->pointers)};
    blas_call call(&context, caller, "cublasLtMatmul");
    const scalar by_a = call.take("alpha", alpha, description->scale),
                 by_b = call.take("beta", beta, description->scale);
    const bool wide = description->scale == CUDA_R_64F || description->scale == CUDA_R_32I;
    return wide ? run<double>(std::move(call), p, by_a, by_b) : run<float>(std::move(call), p, by_a, by_b);
}
// SPDX-License-Identifier: Apache-2.0
