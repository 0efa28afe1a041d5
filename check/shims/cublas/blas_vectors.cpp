// Levels 1 and 2: what is done by vectors, and by a matrix and a vector.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "blas_call.hpp"

namespace strider::emulation::blas {

// ---- Level 1

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
    STRIDER_CUBLAS_CALL("axpy");
    const scalar a = call.take("alpha", alpha);
    return call.run({{"n", n, 0}}, [=](library_operands& o) {
        const T factor = a.value<T>(o);
        o.read("x", vector(x, n, incx));
        o.update("y", vector(y, n, incy));
        if (o.accept()) compute<T>("axpy", n, factor, x, incx, y, incy);
    });
}
template <class T>
cublasStatus_t scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
    STRIDER_CUBLAS_CALL("scal");
    const scalar a = call.take("alpha", alpha);
    return call.run({{"n", n, 0}, {"incx", incx, 1}}, [=](library_operands& o) {
        const T factor = a.value<T>(o);
        o.update("x", vector(x, n, incx));
        if (o.accept()) compute<T>("scal", n, factor, x, incx);
    });
}
/// By a real number: the second letter of its name is the number's.
template <class T>
cublasStatus_t rscal(cublasHandle_t handle, int n, const real_of<T>* alpha, T* x, int incx) {
    using real = real_of<T>;
    const std::string name = std::string(1, small_letter<real>) + "scal";
    blas_call call(handle, __builtin_return_address(0), std::string("cublas") + letter<T> + name);
    const scalar a = call.take("alpha", alpha);
    return call.run({{"n", n, 0}, {"incx", incx, 1}}, [=](library_operands& o) {
        const auto factor = a.value<real>(o);
        o.update("x", vector(x, n, incx));
        if (o.accept()) compute<T>(name, n, factor, x, incx);
    });
}
template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
    STRIDER_CUBLAS_CALL("copy");
    return call.run({{"n", n, 0}}, [=](library_operands& o) {
        o.read("x", vector(x, n, incx));
        o.write("y", vector(y, n, incy));
        if (o.accept()) compute<T>("copy", n, x, incx, y, incy);
    });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
    STRIDER_CUBLAS_CALL("swap");
    return call.run({{"n", n, 0}}, [=](library_operands& o) {
        o.update("x", vector(x, n, incx));
        o.update("y", vector(y, n, incy));
        if (o.accept()) compute<T>("swap", n, x, incx, y, incy);
    });
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
    STRIDER_CUBLAS_CALL("dot");
    return call.run_for(result, {{"n", n, 0}}, [=](library_operands& o) {
        o.read("x", vector(x, n, incx));
        o.read("y", vector(y, n, incy));
        if (o.accept()) *result = compute<T, T>("dot", n, x, incx, y, incy);
    });
}
namespace {
template <class T>
cublasStatus_t complex_dot(blas_call call, const char* name, int n, const T* x, int incx, const T* y, int incy,
                           T* result) {
    return call.run_for(result, {{"n", n, 0}}, [=](library_operands& o) {
        o.read("x", vector(x, n, incx));
        o.read("y", vector(y, n, incy));
        if (o.accept()) compute<T>(name, n, x, incx, y, incy, result);
    });
}
}  // namespace
template <class T>
cublasStatus_t dotu(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
    STRIDER_CUBLAS_CALL("dotu");
    return complex_dot(std::move(call), "dotu_sub", n, x, incx, y, incy, result);
}
template <class T>
cublasStatus_t dotc(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
    STRIDER_CUBLAS_CALL("dotc");
    return complex_dot(std::move(call), "dotc_sub", n, x, incx, y, incy, result);
}
namespace {
/// The end of a name that begins with the letter of the real type, and has that of a complex one next.
template <class T>
std::string behind_real(const char* name) {
    return is_complex(type_of<T>) ? std::string(1, small_letter<T>) + name : name;
}
template <class T>
cublasStatus_t real_sum(blas_call call, const char* name, int n, const T* x, int incx, real_of<T>* result) {
    return call.run_for(result, {{"n", n, 0}, {"incx", incx, 1}}, [=](library_operands& o) {
        o.read("x", vector(x, n, incx));
        using real = real_of<T>;
        if (o.accept()) *result = compute<real, real>(behind_real<T>(name), n, x, incx);
    });
}

template <class T>
real_of<T> magnitude(T number) {
    if constexpr (is_complex(type_of<T>))
        return std::abs(number.x) + std::abs(number.y);
    else
        return std::abs(number);
}
/// The number, from 1 on, of the first element that is better than all before, by magnitude; 0 of no elements.
template <class T, class Better>
cublasStatus_t find_best(blas_call call, int n, const T* x, int incx, int* result, Better better) {
    return call.run_for(result, {{"n", n, 0}, {"incx", incx, 1}}, [=](library_operands& o) {
        o.read("x", vector(x, n, incx));
        if (!o.accept()) return;
        int found = 0;
        for (int i = 1; i < n; ++i)
            if (better(magnitude(x[std::int64_t{i} * incx]), magnitude(x[std::int64_t{found} * incx]))) found = i;
        *result = n > 0 ? found + 1 : 0;
    });
}
}  // namespace

template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, int n, const T* x, int incx, real_of<T>* result) {
    blas_call call(handle, __builtin_return_address(0),
                   std::string("cublas") + letter<real_of<T>> + behind_real<T>("nrm2"));
    return real_sum(std::move(call), "nrm2", n, x, incx, result);
}
template <class T>
cublasStatus_t asum(cublasHandle_t handle, int n, const T* x, int incx, real_of<T>* result) {
    blas_call call(handle, __builtin_return_address(0),
                   std::string("cublas") + letter<real_of<T>> + behind_real<T>("asum"));
    return real_sum(std::move(call), "asum", n, x, incx, result);
}
template <class T>
cublasStatus_t amax(cublasHandle_t handle, int n, const T* x, int incx, int* result) {
    blas_call call(handle, __builtin_return_address(0), std::string("cublasI") + small_letter<T> + "amax");
    return find_best(std::move(call), n, x, incx, result, [](auto a, auto b) { return a > b; });
}
template <class T>
cublasStatus_t amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {
    blas_call call(handle, __builtin_return_address(0), std::string("cublasI") + small_letter<T> + "amin");
    return find_best(std::move(call), n, x, incx, result, [](auto a, auto b) { return a < b; });
}
template <class T>
cublasStatus_t rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) {
    STRIDER_CUBLAS_CALL("rot");
    const scalar cosine = call.take("c", c), sine = call.take("s", s);
    return call.run({{"n", n, 0}}, [=](library_operands& o) {
        const T by_c = cosine.value<T>(o), by_s = sine.value<T>(o);
        o.update("x", vector(x, n, incx));
        o.update("y", vector(y, n, incy));
        if (o.accept()) compute<T>("rot", n, x, incx, y, incy, by_c, by_s);
    });
}

// ---- Level 2

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* A, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
    STRIDER_CUBLAS_CALL("gemv");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    const bool plain = trans == CUBLAS_OP_N;
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, m}}, [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        if (by_a != 0) o.read("A", matrix(A, m, n, lda));
        if (by_a != 0) o.read("x", vector(x, plain ? n : m, incx));
        add_output(o, "y", vector(y, plain ? m : n, incy), by_b != 0);
        if (o.accept()) compute<T>("gemv", by_columns, c(trans), m, n, by_a, A, lda, x, incx, by_b, y, incy);
    });
}
namespace {
template <class T>
cublasStatus_t add_product(blas_call call, const char* name, int m, int n, const T* alpha, const T* x, int incx,
                           const T* y, int incy, T* A, int lda) {
    const scalar a = call.take("alpha", alpha);
    return call.run({{"m", m, 0}, {"n", n, 0}, {"lda", lda, m}}, [=](library_operands& o) {
        const T factor = a.value<T>(o);
        o.read("x", vector(x, m, incx));
        o.read("y", vector(y, n, incy));
        o.update("A", matrix(A, m, n, lda));
        if (o.accept()) compute<T>(name, by_columns, m, n, factor, x, incx, y, incy, A, lda);
    });
}
}  // namespace
#define STRIDER_CUBLAS_GER(name)                                                                               \
    template <class T>                                                                                         \
    cublasStatus_t name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, \
                        int incy, T* A, int lda) {                                                             \
        STRIDER_CUBLAS_CALL(#name);                                                                            \
        return add_product(std::move(call), #name, m, n, alpha, x, incx, y, incy, A, lda);                     \
    }
STRIDER_CUBLAS_GER(ger)
STRIDER_CUBLAS_GER(geru)
STRIDER_CUBLAS_GER(gerc)

template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
    STRIDER_CUBLAS_CALL("symv");
    const scalar a = call.take("alpha", alpha), b = call.take("beta", beta);
    return call.run({{"n", n, 0}, {"lda", lda, n}}, [=](library_operands& o) {
        const T by_a = a.value<T>(o), by_b = b.value<T>(o);
        read_triangle(o, uplo, A, n, lda);
        o.read("x", vector(x, n, incx));
        add_output(o, "y", vector(y, n, incy), by_b != 0);
        if (o.accept()) compute<T>("symv", by_columns, c(uplo), n, by_a, A, lda, x, incx, by_b, y, incy);
    });
}
template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, T* A,
                   int lda) {
    STRIDER_CUBLAS_CALL("syr");
    const scalar a = call.take("alpha", alpha);
    return call.run({{"n", n, 0}, {"lda", lda, n}}, [=](library_operands& o) {
        const T factor = a.value<T>(o);
        o.read("x", vector(x, n, incx));
        each_column(uplo, A, n, lda, true, [&](const byte_rows& part) { o.update("A", part); });
        if (o.accept()) compute<T>("syr", by_columns, c(uplo), n, factor, x, incx, A, lda);
    });
}
template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                    const T* A, int lda, T* x, int incx) {
    STRIDER_CUBLAS_CALL("trmv");
    return call.run({{"n", n, 0}, {"lda", lda, n}}, [=](library_operands& o) {
        read_triangle(o, uplo, A, n, lda, diag);
        o.update("x", vector(x, n, incx));
        if (o.accept()) compute<T>("trmv", by_columns, c(uplo), c(trans), c(diag), n, A, lda, x, incx);
    });
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                    const T* A, int lda, T* x, int incx) {
    STRIDER_CUBLAS_CALL("trsv");
    return call.run({{"n", n, 0}, {"lda", lda, n}}, [=](library_operands& o) {
        read_triangle(o, uplo, A, n, lda, diag);
        o.update("x", vector(x, n, incx));
        if (o.accept()) compute<T>("trsv", by_columns, c(uplo), c(trans), c(diag), n, A, lda, x, incx);
    });
}

STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, float)
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, double)
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, cuComplex)
STRIDER_CUBLAS_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, cuDoubleComplex)
STRIDER_CUBLAS_REAL_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, float)
STRIDER_CUBLAS_REAL_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, double)
STRIDER_CUBLAS_COMPLEX_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, cuComplex)
STRIDER_CUBLAS_COMPLEX_VECTOR_CALLS(STRIDER_CUBLAS_INSTANCE, cuDoubleComplex)
}  // namespace strider::emulation::blas
// SPDX-License-Identifier: Apache-2.0
