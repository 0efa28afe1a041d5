// cuFFT in its names, over FFTW, which is loaded when the program runs: transforms of one to three dimensions, many at
// once, of float and double, between complex and real numbers. None is scaled.
#pragma once

#include <cstddef>

#include <strider/check/shims/toolkit/cuComplex.h>
#include <strider/check/runtime/data_types.hpp>
#include <strider/check/runtime/stream.hpp>

#ifdef STRIDER_EMULATOR_MISSING_FFTW
#error cuFFT is computed by FFTW, which was not found; type: apt-get install libfftw3-dev
#endif

// By which programs know that the toolkit's header has been read.
#define _CUFFT_H_

#define CUFFT_VERSION 12000
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFTAPI

enum cufftResult {
    CUFFT_SUCCESS,
    CUFFT_INVALID_PLAN,
    CUFFT_ALLOC_FAILED,
    CUFFT_INVALID_TYPE,
    CUFFT_INVALID_VALUE,
    CUFFT_INTERNAL_ERROR,
    CUFFT_EXEC_FAILED,
    CUFFT_SETUP_FAILED,
    CUFFT_INVALID_SIZE,
    CUFFT_UNALIGNED_DATA,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY,
    CUFFT_NVRTC_FAILURE,
    CUFFT_NVJITLINK_FAILURE,
    CUFFT_NVSHMEM_FAILURE
};
enum cufftType {
    CUFFT_C2C = 0x29,
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_Z2Z = 0x69,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c
};
using cufftHandle = int;
using cufftReal = float;
using cufftDoubleReal = double;
using cufftComplex = cuComplex;
using cufftDoubleComplex = cuDoubleComplex;

cufftResult cufftCreate(cufftHandle* plan);
/// Rows are the last dimension. Without `input_shape` elements are packed, and strides and distances are ignored.
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* extents, int* input_shape, int input_stride,
                              int input_distance, int* output_shape, int output_stride, int output_distance,
                              cufftType type, int batch, std::size_t* work_bytes);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
inline cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
inline cufftResult cufftGetVersion(int* version) { return *version = CUFFT_VERSION, CUFFT_SUCCESS; }
inline cufftResult cufftGetSize(cufftHandle, std::size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }

inline cufftResult cufftMakePlan1d(cufftHandle plan, int x, cufftType type, int batch, std::size_t* work_bytes) {
    return cufftMakePlanMany(plan, 1, &x, nullptr, 1, 0, nullptr, 1, 0, type, batch, work_bytes);
}
inline cufftResult cufftMakePlan2d(cufftHandle plan, int x, int y, cufftType type, std::size_t* work_bytes) {
    int extents[] = {x, y};
    return cufftMakePlanMany(plan, 2, extents, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_bytes);
}
inline cufftResult cufftMakePlan3d(cufftHandle plan, int x, int y, int z, cufftType type, std::size_t* work_bytes) {
    int extents[] = {x, y, z};
    return cufftMakePlanMany(plan, 3, extents, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_bytes);
}
// The same with a new plan.
inline cufftResult cufftPlan1d(cufftHandle* plan, int x, cufftType type, int batch) {
    return cufftCreate(plan), cufftMakePlan1d(*plan, x, type, batch, nullptr);
}
inline cufftResult cufftPlan2d(cufftHandle* plan, int x, int y, cufftType type) {
    return cufftCreate(plan), cufftMakePlan2d(*plan, x, y, type, nullptr);
}
inline cufftResult cufftPlan3d(cufftHandle* plan, int x, int y, int z, cufftType type) {
    return cufftCreate(plan), cufftMakePlan3d(*plan, x, y, z, type, nullptr);
}
inline cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* extents, int* input_shape, int input_stride,
                                 int input_distance, int* output_shape, int output_stride, int output_distance,
                                 cufftType type, int batch) {
    return cufftCreate(plan), cufftMakePlanMany(*plan, rank, extents, input_shape, input_stride, input_distance,
                                                output_shape, output_stride, output_distance, type, batch, nullptr);
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* input, cufftComplex* output, int direction);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* input, cufftComplex* output);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* input, cufftReal* output);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* input, cufftDoubleComplex* output, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* input, cufftDoubleComplex* output);
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* input, cufftDoubleReal* output);
// SPDX-License-Identifier: Apache-2.0
