// Shared by all calls of cuBLAS: arguments, memory, and the functions of the system's BLAS.
#pragma once

#include <strider/check/shims/cublas/blas.hpp>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "check/runtime/library_call.hpp"
#include "check/runtime/shared_library.hpp"

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
};

namespace strider::emulation::blas {

using runtime::library_operands;

template <class T>
constexpr cudaDataType type_of = CUDA_R_32F;
template <>
inline constexpr cudaDataType type_of<double> = CUDA_R_64F;
template <>
inline constexpr cudaDataType type_of<cuComplex> = CUDA_C_32F;
template <>
inline constexpr cudaDataType type_of<cuDoubleComplex> = CUDA_C_64F;
constexpr bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

/// First letter of the name of a cuBLAS call for elements of type T.
template <class T>
constexpr char letter = is_complex(type_of<T>) ? (sizeof(T) == 8 ? 'C' : 'Z') : (sizeof(T) == 4 ? 'S' : 'D');

template <class T>
constexpr char small_letter = static_cast<char>(letter<T> - 'A' + 'a');

inline bool operator!=(cuComplex number, float zero) { return number.x != zero || number.y != zero; }
inline bool operator!=(cuDoubleComplex number, double zero) { return number.x != zero || number.y != zero; }

/// CBLAS takes complex numbers by their addresses.
template <class T>
auto passed(const T& argument) {
    if constexpr (std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>)
        return &argument;
    else
        return argument;
}

/// The system's function for elements of type T.
template <class T, class Result = void, class... Arguments>
Result compute(const std::string& name, Arguments... arguments) {
    static void* const library = program::blas_library.open();
    return program::function_of<Result(decltype(passed(arguments))...)>(
        library, std::string("cblas_") + small_letter<T> + name)(passed(arguments)...);
}

// The values of CBLAS's enumerations.
constexpr int by_columns = 102;
constexpr int c(cublasOperation_t how) { return how == CUBLAS_OP_N ? 111 : how == CUBLAS_OP_T ? 112 : 113; }
constexpr int c(cublasFillMode_t which) { return which == CUBLAS_FILL_MODE_UPPER ? 121 : 122; }
constexpr int c(cublasDiagType_t which) { return which == CUBLAS_DIAG_UNIT ? 132 : 131; }
constexpr int c(cublasSideMode_t which) { return which == CUBLAS_SIDE_LEFT ? 141 : 142; }

/// Elements that are `step` apart, from the last one on where it is negative.
inline byte_rows elements(const void* begin, std::size_t bytes, int n, int step) {
    return {reinterpret_cast<std::uintptr_t>(begin), bytes, static_cast<std::size_t>(std::abs(step)) * bytes,
            static_cast<std::size_t>(n)};
}
template <class T>
byte_rows vector(const T* begin, int n, int step) {
    return elements(begin, sizeof(T), n, step);
}
inline byte_rows columns(const void* begin, std::size_t bytes, int rows, int columns, int ld) {
    return {reinterpret_cast<std::uintptr_t>(begin), static_cast<std::size_t>(rows) * bytes,
            static_cast<std::size_t>(ld) * bytes, static_cast<std::size_t>(columns)};
}
template <class T>
byte_rows matrix(const T* begin, int rows, int count, int ld) {
    return columns(begin, sizeof(T), rows, count, ld);
}
/// Calls `part` for what a triangle has of each column, with or without the diagonal.
template <class T, class Part>
void each_column(cublasFillMode_t uplo, const T* begin, int n, int ld, bool with_diagonal, Part part) {
    for (int column = 0; column < n; ++column) {
        const int first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : column + !with_diagonal;
        const int last = uplo == CUBLAS_FILL_MODE_UPPER ? column + with_diagonal : n;
        part(vector(begin + std::ptrdiff_t{column} * ld + first, last - first, 1));
    }
}
template <class T>
void read_triangle(library_operands& o, cublasFillMode_t uplo, const T* A, int n, int lda,
                   cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
    each_column(uplo, A, n, lda, diag == CUBLAS_DIAG_NON_UNIT, [&](const byte_rows& part) { o.read("A", part); });
}
/// Where beta is 0, nobody reads what was there.
inline void add_output(library_operands& o, const char* name, const byte_rows& memory, bool is_read) {
    is_read ? o.update(name, memory) : o.write(name, memory);
}

/// A number that the host or the device holds. Read by the call in the one case, when its stream is there in the other.
struct scalar {
    const char* name;
    const void* on_device;  ///< null: it is `number`
    cudaDataType type;
    std::complex<double> number;

    template <class T>
    T value(library_operands& o) const;
};

struct dimension {
    const char* name;
    int value, least;
};

std::size_t size_of(cudaDataType type);

/// Matrices of elements whose type the program chooses, `stride` elements apart.
struct typed_matrix {
    const void* begin;
    cudaDataType type;
    long long stride;

    typed_matrix of(int batch) const {
        return {static_cast<const char*>(begin) + batch * stride * static_cast<long long>(size_of(type)), type, stride};
    }
};

/// The elements of a matrix as T, with its leading dimension; and back.
template <class T>
std::vector<T> converted(const typed_matrix& from, int rows, int columns, int ld);
template <class T>
void store_converted(const typed_matrix& to, int rows, int columns, int ld, const T* from);

/// The shape of C = op(A) op(B): m rows, n columns, sums of k products.
struct product {
    cublasOperation_t transa, transb;
    int m, n, k, lda, ldb, ldc;

    std::vector<dimension> dimensions(int batch = 0) const;
    void note(library_operands& o, const typed_matrix& a, const typed_matrix& b, const typed_matrix& out,
              bool reads_factors, bool reads_output) const;
    template <class T>
    void note(library_operands& o, const T* a, const T* b, T* out, bool reads_factors, bool reads_output) const {
        constexpr cudaDataType type = type_of<T>;
        note(o, {a, type, 0}, {b, type, 0}, {out, type, 0}, reads_factors, reads_output);
    }
    template <class T>
    void multiply(T alpha, const T* a, const T* b, T beta, T* out) const {
        compute<T>("gemm", by_columns, c(transa), c(transb), m, n, k, alpha, a, lda, b, ldb, beta, out, ldc);
    }
};

class blas_call {
public:
    blas_call(cublasHandle_t handle, const void* at, std::string name)
        : handle_(handle), at_(at), name_(std::move(name)) {}

    template <class T>
    scalar take(const char* name, const T* number) {
        return take(name, static_cast<const void*>(number), type_of<T>);
    }
    scalar take(const char* name, const void* number, cudaDataType type);

    /// Gives it to the handle's stream, unless a dimension is less than it may be.
    cublasStatus_t run(const std::vector<dimension>& dimensions, std::function<void(library_operands&)> work) {
        return run(dimensions, std::move(work), false);
    }
    /// The same for a call that makes one number.
    template <class T>
    cublasStatus_t run_for(T* result, const std::vector<dimension>& dimensions,
                           std::function<void(library_operands&)> work) {
        return run_for(result, sizeof(T), dimensions, std::move(work));
    }

private:
    cublasStatus_t run(const std::vector<dimension>& dimensions, std::function<void(library_operands&)> work,
                       bool host_waits);
    cublasStatus_t run_for(void* result, std::size_t bytes, const std::vector<dimension>& dimensions,
                           std::function<void(library_operands&)> work);
    /// Whether the host may use the number itself; else there is a finding.
    bool host_may_use(const char* name, const void* number);

    cublasHandle_t handle_;
    const void* at_;
    std::string name_;
    cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
};

/// A call for elements of type T, at the line of who calls the function that this stands in.
#define STRIDER_CUBLAS_CALL(name) \
    blas_call call(handle, __builtin_return_address(0), std::string("cublas") + letter<T> + name)

#define STRIDER_CUBLAS_INSTANCE(name, T, ...) template cublasStatus_t name<T>(cublasHandle_t handle, __VA_ARGS__);

}  // namespace strider::emulation::blas
// SPDX-License-Identifier: Apache-2.0
