// The driver API beside the runtime's: contexts, modules, memory, streams, and kernels by their names.
// Feature: driver API: contexts, modules (kernels and variables by name), memory, fills by words, streams, events
// Feature: driver API: cuLaunchKernel with arguments or a buffer, cudaGetFuncBySymbol, error texts
// Kernel: scale
// Prints: one device of 32 lanes
// Prints: scaled 2 4 6 8
// Prints: by a buffer 20 40 60 80
// Prints: shifted 21 41 61 81
// Prints: filled 7 7 9 9
// Prints: CUDA_ERROR_INVALID_VALUE, invalid argument
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

extern "C" {
__constant__ int offset;
__global__ void shift(int* values, int n) {
    const int i = threadIdx.x;
    if (i < n) values[i] += offset;
}
}
extern "C" __global__ void __launch_bounds__(256) scale(int* values, int by, int n) {
    const int i = threadIdx.x;
#ifndef WRONG
    if (i < n)
#endif
        values[i] *= by;  // expect: out-of-bounds
}

void print(const char* what, CUdeviceptr memory) {
    int values[4];
    cuMemcpyDtoH(values, memory, sizeof(values));
    printf("%s %d %d %d %d\n", what, values[0], values[1], values[2], values[3]);
}

int main() {
    if (cuInit(0) != CUDA_SUCCESS) return 1;
    CUdevice device;
    CUcontext context, current;
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuCtxGetCurrent(&current);
    int lanes;
    cuDeviceGetAttribute(&lanes, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
    if (current == context) printf("one device of %d lanes\n", lanes);

    CUfunction scale_function, shift_function;
    cudaGetFuncBySymbol(&scale_function, (const void*)scale);
    cudaGetFuncBySymbol(&shift_function, (const void*)shift);
#ifdef STRIDER_EMULATOR
    // A GPU's module has what was compiled into it; here it is the program.
    CUmodule module;
    if (cuModuleLoad(&module, "driver_api.ptx") != CUDA_SUCCESS) return 1;
    CUfunction by_name;
    if (cuModuleGetFunction(&by_name, module, "scale") != CUDA_SUCCESS || by_name != scale_function) return 1;
    CUdeviceptr variable;
    size_t bytes;
    if (cuModuleGetGlobal(&variable, &bytes, module, "offset") != CUDA_SUCCESS || bytes != sizeof(int)) return 1;
#else
    void* symbol;
    cudaGetSymbolAddress(&symbol, offset);
    const CUdeviceptr variable = reinterpret_cast<CUdeviceptr>(symbol);
#endif

    CUstream stream;
    CUevent done;
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&done, CU_EVENT_DISABLE_TIMING);
    CUdeviceptr values;
    const int host[] = {1, 2, 3, 4};
    cuMemAlloc(&values, sizeof(host));
    cuMemcpyHtoD(values, host, sizeof(host));
    CUdeviceptr begin;
    size_t range;
    if (cuMemGetAddressRange(&begin, &range, values + 4) != CUDA_SUCCESS || begin != values || range != sizeof(host))
        return 1;
    if (cuMemGetAddressRange(&begin, &range, CUdeviceptr{16}) != CUDA_ERROR_NOT_FOUND || begin != 0 || range != 0)
        return 1;
    int by = 2, n = 4;
    void* arguments[] = {&values, &by, &n};
    cuLaunchKernel(scale_function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr);
    cuEventRecord(done, stream);
    cuEventSynchronize(done);
    print("scaled", values);

    struct {
        CUdeviceptr values;
        int by, n;
    } buffer{values, 10, 4};
    size_t size = sizeof(buffer);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    cuLaunchKernel(scale_function, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, extra);
    cuStreamSynchronize(stream);
    print("by a buffer", values);

    const int one = 1;
    cuMemcpyHtoD(variable, &one, sizeof(one));
    void* of_shift[] = {&values, &n};
    cuLaunchKernel(shift_function, 1, 1, 1, 32, 1, 1, 0, nullptr, of_shift, nullptr);
    print("shifted", values);

    cuMemsetD32(values, 7, 4);
    cuMemsetD32Async(values + 2 * sizeof(int), 9, 2, nullptr);
    print("filled", values);
    const char *name, *text;
    cuGetErrorName(cuMemAlloc(&values, 0), &name);
    cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text);
    printf("%s, %s\n", name, text);
    cuMemFree(values);
    cuEventDestroy(done);
    cuStreamDestroy(stream);
    cuDevicePrimaryCtxRelease(device);
}
// SPDX-License-Identifier: Apache-2.0
