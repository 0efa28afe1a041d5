// Kernels from text: NVRTC compiles them while the program runs, and the driver API launches them.
// Feature: NVRTC: sources with macros, headers and name expressions, logs of errors, modules with kernels and variables
// Kernel: scale
// Prints: does not compile: NVRTC_ERROR_COMPILATION, and the log says why
// Prints: by 3: 3 6 9 12
// Prints: by 5 and an offset: 115 130 145 160
// Prints: a template: 230 260 290 320
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

// Lines are counted as in this file, so that a finding names them.
const char* const scale_source = R"(
#line 18 "nvrtc.cu"
#include "numbers.h"
__constant__ int offset;
extern "C" __global__ void scale(int* values, int n) {
    const int i = threadIdx.x;
#ifdef CHECKED
    if (i < n)
#endif
        values[i] = values[i] * BY * one() + offset;  // expect: out-of-bounds
}
)";
const char* const template_source = R"(
template <class T, int Factor>
__global__ void multiply(T* values, int n) {
    const int i = threadIdx.x;
    if (i < n) values[i] *= Factor;
}
)";
const char* const numbers = "inline __device__ int one() { return 1; }\n";
const char* const numbers_name = "numbers.h";

CUmodule module_of(nvrtcProgram program) {
    size_t bytes;
    nvrtcGetPTXSize(program, &bytes);
    std::vector<char> ptx(bytes);
    nvrtcGetPTX(program, ptx.data());
    CUmodule module;
    cuModuleLoadData(&module, ptx.data());
    return module;
}

CUmodule scale_by(int factor) {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, scale_source, "nvrtc.cu", 1, &numbers, &numbers_name);
    const std::string by = "-DBY=" + std::to_string(factor);
#ifdef WRONG
    const char* options[] = {by.c_str(), "--std=c++17"};
#else
    const char* options[] = {by.c_str(), "--std=c++17", "-DCHECKED"};
#endif
    if (nvrtcCompileProgram(program, sizeof(options) / sizeof(*options), options) != NVRTC_SUCCESS) return nullptr;
    const CUmodule module = module_of(program);
    nvrtcDestroyProgram(&program);
    return module;
}

void run(CUfunction function, CUdeviceptr values, const char* what) {
    int n = 4, host[4];
    void* arguments[] = {&values, &n};
    cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
    cuMemcpyDtoH(host, values, sizeof(host));
    printf("%s: %d %d %d %d\n", what, host[0], host[1], host[2], host[3]);
}

int main() {
    CUdevice device;
    CUcontext context;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);

    nvrtcProgram broken;
    nvrtcCreateProgram(&broken, "__global__ void k() { undeclared = 1; }", "broken.cu", 0, nullptr, nullptr);
    const nvrtcResult result = nvrtcCompileProgram(broken, 0, nullptr);
    size_t bytes;
    nvrtcGetProgramLogSize(broken, &bytes);
    std::vector<char> log(bytes);
    nvrtcGetProgramLog(broken, log.data());
    const bool says_why = std::string(log.data()).find("undeclared") != std::string::npos;
    printf("does not compile: %s, and the log %s\n", nvrtcGetErrorString(result), says_why ? "says why" : "is silent");
    nvrtcDestroyProgram(&broken);

    const int host[] = {1, 2, 3, 4};
    CUdeviceptr values;
    cuMemAlloc(&values, sizeof(host));
    cuMemcpyHtoD(values, host, sizeof(host));
    CUfunction function;
    const CUmodule by_3 = scale_by(3), by_5 = scale_by(5);  // of one name
    if (by_3 == nullptr || by_5 == nullptr) return 1;
    cuModuleGetFunction(&function, by_3, "scale");
    run(function, values, "by 3");
    CUdeviceptr offset;
    cuModuleGetGlobal(&offset, &bytes, by_5, "offset");
    cuMemsetD32(offset, 100, 1);
    cuModuleGetFunction(&function, by_5, "scale");
    run(function, values, "by 5 and an offset");

    nvrtcProgram templates;
    nvrtcCreateProgram(&templates, template_source, "template.cu", 0, nullptr, nullptr);
    nvrtcAddNameExpression(templates, "multiply<int, 2>");
    if (nvrtcCompileProgram(templates, 0, nullptr) != NVRTC_SUCCESS) return 1;
    const char* name;
    nvrtcGetLoweredName(templates, "multiply<int, 2>", &name);
    cuModuleGetFunction(&function, module_of(templates), name);
    run(function, values, "a template");
    nvrtcDestroyProgram(&templates);
    cuModuleUnload(by_3);
    cuModuleUnload(by_5);
    cuMemFree(values);
}
// SPDX-License-Identifier: Apache-2.0
