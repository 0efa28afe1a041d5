#include <strider/check/runtime/calls.hpp>
#include <strider/check/runtime/driver.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <strider/emulator/host_watch.hpp>

#include "defects.hpp"
#include "kernels.hpp"
#include "known_memory.hpp"
#include "library_call.hpp"
#include "operands.hpp"
#include "runtime_source.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using namespace strider::emulation::runtime;

struct CUctx_st {
    CUdevice device;
};
struct CUmod_st {
    std::string name;  // of the source that it was made of; empty: the program itself
};

namespace {

CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }

thread_local std::vector<CUcontext> contexts;  // the current one is the last

CUresult make_current() {
    return contexts.empty() || contexts.back() == nullptr ? CUDA_SUCCESS
                                                          : result(cudaSetDevice(contexts.back()->device));
}

struct variable {
    void* memory;
    std::size_t bytes;
};
std::map<std::pair<std::string, std::string>, variable>& variables() {
    static auto* const all = new std::map<std::pair<std::string, std::string>, variable>;  // filled before main()
    return *all;
}

/// A name that no module has is a finding of the program.
CUresult not_found(const void* at, const std::string& call, const char* name, const char* what) {
    strider::emulation::program::report_defect(
        strider::emulation::finding_kind::unsupported, at, call + " finds no " + what + " of the name " + name,
        "give the file that defines it to strider check too, and declare it extern \"C\": the emulator reads no PTX");
    return CUDA_ERROR_NOT_FOUND;
}

}  // namespace

CUresult cuInit(unsigned flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

CUresult cuGetErrorName(CUresult error, const char** name) {
    if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
#define STRIDER_CU_NAME(code, value) \
    case code:                       \
        return *name = #code, CUDA_SUCCESS;
        STRIDER_CU_RESULTS(STRIDER_CU_NAME)
    }
    return *name = nullptr, CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
    const char* name = nullptr;
    if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (cuGetErrorName(error, &name) != CUDA_SUCCESS) return *text = nullptr, CUDA_ERROR_INVALID_VALUE;
    *text = cudaGetErrorString(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}

CUresult strider::emulation::runtime::operator,(const unread_status& before, CUresult status) {
    const char* name = nullptr;
    if (status != CUDA_SUCCESS && cuGetErrorName(status, &name) == CUDA_SUCCESS)
        before.report(__builtin_return_address(0), static_cast<cudaError_t>(status), name);
    return status;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    int count = 0;
    cudaGetDeviceCount(&count);
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (ordinal < 0 || ordinal >= count) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) return result(error);
    if (name == nullptr || length <= 0) return CUDA_ERROR_INVALID_VALUE;
    std::strncpy(name, properties.name, static_cast<std::size_t>(length));
    name[length - 1] = '\0';
    return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) return result(error);
    return result(give(bytes, properties.totalGlobalMem));
}

// ---- Contexts

CUresult cuCtxCreate(CUcontext* context, unsigned, CUdevice device) {
    CUdevice known;
    if (const CUresult error = cuDeviceGet(&known, device); error != CUDA_SUCCESS) return error;
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *context = new CUctx_st{device};
    return cuCtxPushCurrent(*context);
}
CUresult cuCtxDestroy(CUcontext context) {
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    wait_for_all();
    std::erase(contexts, context);
    delete context;
    return make_current();
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    static std::mutex mutex;
    static auto* const all = new std::map<CUdevice, CUctx_st>;
    CUdevice known;
    if (const CUresult error = cuDeviceGet(&known, device); error != CUDA_SUCCESS) return error;
    const std::lock_guard guard(mutex);
    return result(give(context, &all->try_emplace(device, CUctx_st{device}).first->second));
}
CUresult cuCtxSetCurrent(CUcontext context) {
    if (!contexts.empty()) contexts.pop_back();
    return context == nullptr ? make_current() : cuCtxPushCurrent(context);
}
CUresult cuCtxGetCurrent(CUcontext* context) {
    return result(give(context, contexts.empty() ? nullptr : contexts.back()));
}
CUresult cuCtxPushCurrent(CUcontext context) {
    contexts.push_back(context);
    return make_current();
}
CUresult cuCtxPopCurrent(CUcontext* context) {
    if (contexts.empty()) return CUDA_ERROR_INVALID_CONTEXT;
    if (context != nullptr) *context = contexts.back();
    contexts.pop_back();
    return make_current();
}
CUresult cuCtxGetDevice(CUdevice* device) { return result(cudaGetDevice(device)); }

// ---- Modules

CUresult cuModuleLoad(CUmodule* module, const char*) { return cuModuleLoadData(module, nullptr); }
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::string& mark = strider::emulation::program::module_mark;
    const char* const text = static_cast<const char*>(image);
    const bool is_named = text != nullptr && std::strncmp(text, mark.c_str(), mark.size()) == 0;
    *module = new CUmod_st{is_named ? text + mark.size() : ""};
    return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    wait_for_all();
    delete module;
    return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    if (function == nullptr || module == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *function = static_cast<CUfunction>(const_cast<void*>(find_function(module->name, name)));
    return *function != nullptr ? CUDA_SUCCESS
                                : not_found(__builtin_return_address(0), "cuModuleGetFunction", name, "kernel");
}
CUresult cuModuleGetGlobal(CUdeviceptr* variable, std::size_t* bytes, CUmodule module, const char* name) {
    if (module == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto at = variables().find({module->name, name});
    if (at == variables().end()) return not_found(__builtin_return_address(0), "cuModuleGetGlobal", name, "variable");
    const auto [memory, size] = at->second;
    if (variable != nullptr) *variable = reinterpret_cast<CUdeviceptr>(device_variable(memory, size));
    if (bytes != nullptr) *bytes = size;
    return CUDA_SUCCESS;
}
std::vector<strider::emulation::runtime::named_variable> strider::emulation::runtime::named_variables() {
    std::vector<named_variable> all;
    for (const auto& [name, variable] : variables())
        all.push_back({name.second, device_variable(variable.memory, variable.bytes), variable.bytes});
    return all;
}
void strider::emulation::runtime::name_variable(const char* module, const char* name, const volatile void* symbol,
                                                std::size_t bytes) {
    variables()[{module, name}] = {const_cast<void*>(symbol), bytes};
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
    cudaFuncAttributes all;
    if (const cudaError_t error = cudaFuncGetAttributes(&all, static_cast<const void*>(function))) return result(error);
    const int values[] = {all.maxThreadsPerBlock,
                          static_cast<int>(all.sharedSizeBytes),
                          static_cast<int>(all.constSizeBytes),
                          static_cast<int>(all.localSizeBytes),
                          all.numRegs,
                          all.ptxVersion,
                          all.binaryVersion,
                          all.cacheModeCA,
                          all.maxDynamicSharedSizeBytes,
                          all.preferredShmemCarveout};
    if (value == nullptr || attribute < 0 || attribute >= static_cast<int>(std::size(values)))
        return CUDA_ERROR_INVALID_VALUE;
    *value = values[attribute];
    return CUDA_SUCCESS;
}

// ---- Launches, memory, and fills by words

namespace {
CUresult launch_by_driver(CUfunction function, const launch_shape& shape, CUstream stream, void** arguments,
                          void** extra) {
    if (arguments != nullptr && extra != nullptr) return CUDA_ERROR_INVALID_VALUE;
    char* buffer = nullptr;
    for (; extra != nullptr && *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<char*>(extra[1]);
    return result(launch(static_cast<const void*>(function), shape, arguments, stream, buffer));
}
}  // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void** arguments,
                        void** extra) {
    const launch_shape shape{
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, false, __builtin_return_address(0)};
    return launch_by_driver(function, shape, stream, arguments, extra);
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
    if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
    launch_shape shape{{config->gridDimX, config->gridDimY, config->gridDimZ},
                       {config->blockDimX, config->blockDimY, config->blockDimZ},
                       config->sharedMemBytes,
                       false,
                       __builtin_return_address(0)};
    for (unsigned i = 0; i < config->numAttrs; ++i)
        if (const cudaError_t error = apply({config->attrs[i].id, config->attrs[i].value}, shape)) return result(error);
    return launch_by_driver(function, shape, config->hStream, arguments, extra);
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr memory) {
    const char* const byte = static_cast<const char*>(pointer(memory));
    const auto in = strider::emulation::runtime::memory().find(byte);
    const bool is_text = !in && is_program_variable(byte);  // a kernel's string
    const char* const first = in ? static_cast<const char*>(in->begin) : is_text ? byte : nullptr;
    if (begin != nullptr) *begin = reinterpret_cast<CUdeviceptr>(first);
    if (bytes != nullptr) *bytes = in ? in->bytes : is_text ? std::strlen(byte) + 1 : 0;
    return first != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

namespace {
template <class T>
CUresult fill_words(const void* at, const char* name, CUdeviceptr to, T value, std::size_t count, CUstream stream) {
    if (to % sizeof(T) != 0) return CUDA_ERROR_INVALID_VALUE;
    return result(submit({.at = at, .name = name, .stream = stream, .of_library = false}, [=](library_operands& o) {
        o.write("destination", {static_cast<std::uintptr_t>(to), count * sizeof(T), 0, 1});
        if (o.accept()) std::fill_n(static_cast<T*>(pointer(to)), count, value);
    }));
}
}  // namespace

#define STRIDER_CU_FILL(name, T)                                                                 \
    CUresult name(CUdeviceptr to, T value, std::size_t count) {                                  \
        return fill_words(__builtin_return_address(0), #name, to, value, count, nullptr);        \
    }                                                                                            \
    CUresult name##Async(CUdeviceptr to, T value, std::size_t count, CUstream stream) {          \
        return fill_words(__builtin_return_address(0), #name "Async", to, value, count, stream); \
    }
STRIDER_CU_FILL(cuMemsetD16, unsigned short)
STRIDER_CU_FILL(cuMemsetD32, unsigned)
// SPDX-License-Identifier: Apache-2.0
