// 91: cuBLAS, geam: the sum of a transposed matrix and of nothing. For nvcc alone. The library is loaded when it is
// asked for, so that the module needs none.
#include <cublas_v2.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
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
    decltype(&cublasSgeam_64) sgeam;
    decltype(&cublasDgeam_64) dgeam;
    cublasHandle_t handle = nullptr;

    cublas() {
        const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        find(library, create, "cublasCreate_v2");
        find(library, set_stream, "cublasSetStream_v2");
        find(library, sgeam, "cublasSgeam_64");
        find(library, dgeam, "cublasDgeam_64");
    }
    bool is_here() const { return create && set_stream && sgeam && dgeam; }

    static cublas& loaded() {
        static cublas library;
        return library;
    }
};

/// output = 1 * transposed input + 0 * output. cuBLAS stores by columns: to it, the input has `columns` rows.
void transpose_with(const arguments& with) {
    if (with.elements == 0) return;
    cublas& library = cublas::loaded();
    if (library.handle == nullptr) check_cublas(library.create(&library.handle), "cublasCreate");
    check_cublas(library.set_stream(library.handle, stream_of(with)), "cublasSetStream");
    const extents size = extents_of(with);
    const auto rows = static_cast<std::int64_t>(size.rows), columns = static_cast<std::int64_t>(size.columns);
    const auto geam = [&]<class T>(T zero, auto function) {
        const T one = 1;
        T* const output = static_cast<T*>(with.output);
        check_cublas(function(library.handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, &one,
                              static_cast<const T*>(with.input), columns, &zero, output, rows, output, rows),
                     "cublasXgeam");
    };
    with.type == element_type::f32 ? geam(0.0f, library.sgeam) : geam(0.0, library.dgeam);
}

const registration cublas_rung{{
    .pattern = "transpose",
    .number = 91,
    .follows = 0,
    .name = "cuBLAS geam",
    .idea = "cublasSgeam and cublasDgeam of the CUDA toolkit: a matrix transposed, times one.",
    .hypothesis = "It is the best known for f32 and f64. It does not take other elements.",
    .expectations = {},
    .source = "NVIDIA cuBLAS",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& of) {
            const bool has_type = of.type == element_type::f32 || of.type == element_type::f64;
            return has_type && packed_elements(of) == 1 && cublas::loaded().is_here();
        },
    .run = transpose_with,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
