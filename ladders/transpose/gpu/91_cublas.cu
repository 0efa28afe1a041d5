// 91: cuBLAS, geam: the sum of a transposed matrix and of nothing. For nvcc alone.
#include <ladders/harness/cublas.hpp>
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

namespace {

/// output = 1 * transposed input + 0 * output. cuBLAS stores by columns: to it, the input has `columns` rows.
void transpose_with(const arguments& with) {
    if (with.elements == 0) return;
    cublas_library& library = cublas_library::loaded();
    const cublasHandle_t handle = library.handle_on(stream_of(with));
    const extents size = extents_of(with);
    const auto rows = static_cast<std::int64_t>(size.rows), columns = static_cast<std::int64_t>(size.columns);
    const auto geam = [&]<class T>(T zero, auto function) {
        const T one = 1;
        T* const output = static_cast<T*>(with.output);
        check_cublas(function(handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, &one, static_cast<const T*>(with.input),
                              columns, &zero, output, rows, output, rows),
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
            return has_type && packed_elements(of) == 1 && cublas_library::loaded().is_here();
        },
    .run = transpose_with,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
