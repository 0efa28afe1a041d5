// Headers of the toolkit that programs include by themselves: barriers in C, types of driver functions, NVTX's locks.
// Feature: headers: cuda_awbarrier_primitives.h, cudaTypedefs.h, nvtx3/nvToolsExtSync.h, surface_types.h, crt/mma.h
// Kernel: summed
// Prints: sums 496 1, phases 4, version 1, channel 32, profiler 0 0, made 3
#include <channel_descriptor.h>
#include <crt/mma.h>
#include <cuda.h>
#include <cudaProfiler.h>
#include <cudaProfilerTypedefs.h>
#include <cudaTypedefs.h>
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_stdint.h>
#include <device_double_functions.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtSync.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_functions.hpp>

#include "../wrong/program.cuh"

__global__ void summed(int* sums) {
    using nvcuda::experimental::awbarrier;
    __shared__ __mbarrier_t ready;
    __shared__ awbarrier again;
    __shared__ int values[32];
    if (threadIdx.x == 0) {
        __mbarrier_init(&ready, 32);
        init(&again, 32);
        sums[2] = 0;
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    const __mbarrier_token_t token = __mbarrier_arrive(&ready);
#ifndef WRONG
    while (!__mbarrier_test_wait(&ready, token)) {
    }
#endif
    if (threadIdx.x == 0)
        for (const int value : values) sums[0] += value;  // expect: race-shared
    again.wait(again.arrive());
    if (threadIdx.x == 1) sums[1] = values[0] + 1;
    again.arrive_and_wait();
    while (!__mbarrier_try_wait_parity(&ready, false, 100)) {
    }
    if (again.try_wait_parity(true, 100)) atomicAdd(&sums[2], 1);
}

int main() {
    int* const sums = to_device(std::vector<int>(3));
    summed<<<1, 32>>>(sums);
    const std::vector<int> got = to_host(sums, 3);

    PFN_cuTensorMapEncodeTiled_v12000 encode = cuTensorMapEncodeTiled;
    PFN_cuProfilerStart_v4000 start = cuProfilerStart;
    int number = 0;
    cuDriverGetVersion(&number);
    const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    const cudaSurfaceObject_t surface = 0;
    const cudaTextureAddressMode clamp = cudaAddressModeClamp;
    nvtxSyncUserAttributes_t attributes{};
    attributes.size = NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE;
    const nvtxSyncUser_t lock = nvtxDomainSyncUserCreate(nullptr, &attributes);
    nvtxDomainSyncUserReleasing(lock);
    nvtxNameCuDeviceA(0, "first");
    const uint8_t made = make_uchar4(1, 2, 3, 4).z;
    std::printf("sums %d %d, phases %d, version %d, channel %d, profiler %d %d, made %d\n", got[0], got[1], got[2] / 8,
                number >= 12000 && encode != nullptr && surface == 0 && clamp == 1, channel.x,
                static_cast<int>(start()), static_cast<int>(cuProfilerStop()), made);
}
// SPDX-License-Identifier: Apache-2.0
