// The toolkit's headers by their names, what they define for others to test, and the host headers that nvcc includes.
// Feature: headers: the toolkit's, their macros; host headers that nvcc includes first
// Kernel: area
// Prints: 3.14159 inf, cleared
#include <builtin_types.h>
#include <crt/host_defines.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cassert>
#include <cstdio>
#include <nvtx3/nvtx3.hpp>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "the toolkit's headers define these"
#endif
#if !defined(CUDART_VERSION) || CUDA_VERSION < 11000 || __CUDACC_VER_MAJOR__ < 11
#error "an old toolkit"
#endif

__global__ void area(float* results, float radius) {
    __shared__ float squares[32];
#ifdef WRONG
    if (threadIdx.x > 0)
#endif
        squares[threadIdx.x] = radius * radius;
    if (threadIdx.x == 0) {
        results[0] = CUDART_PI_F * squares[0];  // expect: uninitialised-read
        results[1] = CUDART_INF_F;
    }
}

int main() {
    NVTX3_FUNC_RANGE();
    nvtxNameCudaStreamA(nullptr, "default");
    float *results, host[2];
    memset(host, 255, sizeof(host));
    if (cudaMalloc(&results, sizeof(host)) != cudaSuccess) exit(1);
    const nvtx3::scoped_range range{"area", nvtx3::rgb{0, 255, 0}, nvtx3::payload{32}};
    nvtx3::mark("launch");
    area<<<1, 32>>>(results, 1.f);
    cudaMemcpy(host, results, sizeof(host), cudaMemcpyDeviceToHost);
    int cleared[4];
    memset(cleared, 0, sizeof(cleared));
    assert(sqrt(16.0) == 4.0);
    printf("%.5f %f, %s\n", host[0], host[1], cleared[3] == 0 ? "cleared" : "dirty");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
