// Level 3: what is done by matrices.
#include <algorithm>
#include <cstddef>

#include "blas_call.hpp"

namespace strider::emulation::blas {

template <class T>
cublasStatus_t gemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                  int n, int k, const T* alpha, const T* A, int lda, long long stride_a, const T* B,
                                  int ldb, long long stride_b, const T* beta, T* C, int ldc, long long stride_c,
                                  int batch) {
    STRIDER_CUBLAS_CALL("gemmStridedBatched");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const product p{transa, transb, m, n, k, lda, ldb, ldc};
    return call.run(p.dimensions(batch), [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        for (int i = 0; i < batch; ++i)
            p.note(o, A + i * stride_a, B + i * stride_b, C + i * stride_c, by_a != 0, by_b != 0);
        const bool accepted = o.accept();
        for (int i = 0; accepted && i < batch; ++i)
            p.multiply(by_a, A + i * stride_a, B + i * stride_b, by_b, C + i * stride_c);
    });
}
template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                    const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {
    STRIDER_CUBLAS_CALL("gemm");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const product p{transa, transb, m, n, k, lda, ldb, ldc};
    return call.run(p.dimensions(), [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        p.note(o, A, B, C, by_a != 0, by_b != 0);
        if (o.accept()) p.multiply(by_a, A, B, by_b, C);
    });
}
template <class T>
cublasStatus_t gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           int k, const T* alpha, const T* const A[], int lda, const T* const B[], int ldb,
                           const T* beta, T* const C[], int ldc, int batch) {
    STRIDER_CUBLAS_CALL("gemmBatched");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const product p{transa, transb, m, n, k, lda, ldb, ldc};
    return call.run(p.dimensions(batch), [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        o.read("Aarray", vector(A, batch, 1));
        o.read("Barray", vector(B, batch, 1));
        o.read("Carray", vector(C, batch, 1));
        for (int i = 0; o.good() && i < batch; ++i) p.note(o, A[i], B[i], C[i], by_a != 0, by_b != 0);
        const bool accepted = o.accept();
        for (int i = 0; accepted && i < batch; ++i) p.multiply(by_a, A[i], B[i], by_b, C[i]);
    });
}
template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T* alpha,
                    const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {
    STRIDER_CUBLAS_CALL("symm");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, order}, {"ldb", ldb, m}, {"ldc", ldc, m}},
                    [=](library_operands& o) {
                        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
                        read_triangle(o, uplo, A, order, lda);
                        o.read("B", matrix(B, m, n, ldb));
                        add_output(o, "C", matrix(C, m, n, ldc), by_b != 0);
                        if (o.accept())
                            compute<T>("symm", by_columns, c(side), c(uplo), m, n, by_a, A, lda, B, ldb, by_b, C, ldc);
                    });
}
template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const T* alpha,
                    const T* A, int lda, const T* beta, T* C, int ldc) {
    STRIDER_CUBLAS_CALL("syrk");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const int rows = trans == CUBLAS_OP_N ? n : k, columns = trans == CUBLAS_OP_N ? k : n;
    return call.run({{"n", n, 0}, {"k", k, 0}, {"lda", lda, rows}, {"ldc", ldc, n}}, [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        o.read("A", matrix(A, rows, columns, lda));
        each_column(uplo, C, n, ldc, true, [&](const byte_rows& part) { add_output(o, "C", part, by_b != 0); });
        if (o.accept()) compute<T>("syrk", by_columns, c(uplo), c(trans), n, k, by_a, A, lda, by_b, C, ldc);
    });
}
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, const T* B, int ldb, T* C,
                    int ldc) {
    STRIDER_CUBLAS_CALL("trmm");
    const scalar a = call.take("alpha", alpha);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, order}, {"ldb", ldb, m}, {"ldc", ldc, m}},
                    [=](library_operands& o) {
                        const T by_a = a.value<T>(o);
                        read_triangle(o, uplo, A, order, lda, diag);
                        o.read("B", matrix(B, m, n, ldb));
                        o.write("C", matrix(C, m, n, ldc));
                        if (!o.accept()) return;
                        for (std::ptrdiff_t i = 0; B != C && i < n; ++i) std::copy_n(B + i * ldb, m, C + i * ldc);
                        compute<T>("trmm", by_columns, c(side), c(uplo), c(trans), c(diag), m, n, by_a, A, lda, C, ldc);
                    });
}
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, T* B, int ldb) {
    STRIDER_CUBLAS_CALL("trsm");
    const scalar a = call.take("alpha", alpha);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, order}, {"ldb", ldb, m}}, [=](library_operands& o) {
        const T by_a = a.value<T>(o);
        read_triangle(o, uplo, A, order, lda, diag);
        o.update("B", matrix(B, m, n, ldb));
        if (o.accept()) compute<T>("trsm", by_columns, c(side), c(uplo), c(trans), c(diag), m, n, by_a, A, lda, B, ldb);
    });
}
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                    const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc) {
    STRIDER_CUBLAS_CALL("geam");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
    return call.run(
        {{"m", m, 0}, {"n", n, 0}, {"lda", lda, plain_a ? m : n}, {"ldb", ldb, plain_b ? m : n}, {"ldc", ldc, m}},
        [=](library_operands& o) {
            const T by_a = a.value<T>(o), by_b = b.value<T>(o);
            if (by_a != 0) o.read("A", plain_a ? matrix(A, m, n, lda) : matrix(A, n, m, lda));
            if (by_b != 0) o.read("B", plain_b ? matrix(B, m, n, ldb) : matrix(B, n, m, ldb));
            o.write("C", matrix(C, m, n, ldc));
            if (!o.accept()) return;
            const auto element = [](const T* of, bool plain, int ld, std::ptrdiff_t row, std::ptrdiff_t column) {
                return plain ? of[column * ld + row] : of[row * ld + column];
            };
            for (std::ptrdiff_t column = 0; column < n; ++column)
                for (std::ptrdiff_t row = 0; row < m; ++row)
                    C[column * ldc + row] = (by_a == 0 ? 0 : by_a * element(A, plain_a, lda, row, column)) +
                                            (by_b == 0 ? 0 : by_b * element(B, plain_b, ldb, row, column));
        });
}
template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* A, int lda, const T* x,
                    int incx, T* C, int ldc) {
    STRIDER_CUBLAS_CALL("dgmm");
    const bool left = side == CUBLAS_SIDE_LEFT;
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, m}, {"ldc", ldc, m}}, [=](library_operands& o) {
        o.read("A", matrix(A, m, n, lda));
        o.read("x", vector(x, left ? m : n, incx));
        o.write("C", matrix(C, m, n, ldc));
        if (!o.accept()) return;
        const T* const first = incx < 0 ? x - std::ptrdiff_t{(left ? m : n) - 1} * incx : x;
        for (std::ptrdiff_t column = 0; column < n; ++column)
            for (std::ptrdiff_t row = 0; row < m; ++row)
                C[column * ldc + row] = A[column * lda + row] * first[(left ? row : column) * incx];
    });
}

STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, float)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, double)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, cuComplex)
STRIDER_CUBLAS_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, cuDoubleComplex)
STRIDER_CUBLAS_REAL_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, float)
STRIDER_CUBLAS_REAL_MATRIX_CALLS(STRIDER_CUBLAS_INSTANCE, double)
}  // namespace strider::emulation::blas
// SPDX-License-Identifier: Apache-2.0
