#include <strider/check/runtime/device.hpp>
#include <strider/emulator/launch.hpp>

#include <strider/emulator/lane.hpp>

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include "devices.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using strider::emulation::runtime::expect_device;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::set_last_error;

namespace {

struct device_settings {
    std::mutex mutex;
    unsigned flags = cudaDeviceScheduleAuto;
    cudaFuncCache cache = cudaFuncCachePreferNone;
    cudaSharedMemConfig banks = cudaSharedMemBankSizeFourByte;
    std::map<cudaLimit, std::size_t> limits{{cudaLimitStackSize, 1024},
                                            {cudaLimitPrintfFifoSize, std::size_t{1} << 20},
                                            {cudaLimitMallocHeapSize, std::size_t{8} << 20},
                                            {cudaLimitDevRuntimeSyncDepth, 2},
                                            {cudaLimitDevRuntimePendingLaunchCount, 2048},
                                            {cudaLimitMaxL2FetchGranularity, 64},
                                            {cudaLimitPersistingL2CacheSize, 0}};
};
device_settings& settings() {
    static device_settings all;
    return all;
}

/// Of the first device; the number of the others stands in its place.
constexpr char pci_bus_id[] = "0000:00:00.0";

void set_texture_limits(cudaDeviceProp& p) {
    const auto set = [](auto& extents, auto... values) {
        int i = 0;
        ((extents[i++] = values), ...);
    };
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = p.maxSurface1D = 131072;
    p.maxTexture1DMipmap = p.maxTextureCubemap = p.maxSurfaceCubemap = 32768;
    p.maxTexture1DLinear = 1 << 28;
    set(p.maxTexture2D, 131072, 65536);
    set(p.maxTexture2DMipmap, 32768, 32768);
    set(p.maxTexture2DLinear, 131072, 65000, 2097120);
    set(p.maxTexture2DGather, 32768, 32768);
    set(p.maxTexture3D, 16384, 16384, 16384);
    set(p.maxTexture3DAlt, 8192, 8192, 32768);
    set(p.maxTexture1DLayered, 32768, 2048);
    set(p.maxTexture2DLayered, 32768, 32768, 2048);
    set(p.maxTextureCubemapLayered, 32768, 2046);
    set(p.maxSurface2D, 131072, 65536);
    set(p.maxSurface3D, 16384, 16384, 16384);
    set(p.maxSurface1DLayered, 32768, 2048);
    set(p.maxSurface2DLayered, 32768, 32768, 2048);
    set(p.maxSurfaceCubemapLayered, 32768, 2046);
}

}  // namespace

cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return expect_device(device); }
cudaError_t cudaSetValidDevices(int* devices, int count) {
    if (devices == nullptr && count > 0) return invalid_value("the list of devices is null");
    for (int i = 0; i < count; ++i)
        if (const cudaError_t error = expect_device(devices[i]); error != cudaSuccess) return error;
    return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (properties == nullptr) return invalid_value();
    if (const cudaError_t error = expect_device(device); error != cudaSuccess) return error;
    cudaDeviceProp& p = *properties = {};
    std::strcpy(p.name, "strider emulator");
    p.pciBusID = device;
    p.totalGlobalMem = std::size_t{8} << 30;
    p.sharedMemPerBlock = 48 << 10;
    p.sharedMemPerBlockOptin = 227 << 10;
    p.sharedMemPerMultiprocessor = 228 << 10;
    p.reservedSharedMemPerBlock = 1 << 10;
    p.totalConstMem = 64 << 10;
    p.memPitch = 2147483647;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.major = 9;
    p.multiProcessorCount = static_cast<int>(strider::emulation::multiprocessors());
    p.clusterLaunch = 1;
    p.maxThreadsPerMultiProcessor = 2048;
    p.maxBlocksPerMultiProcessor = 32;
    p.clockRate = 1'980'000;
    p.memoryClockRate = 2'619'000;
    p.memoryBusWidth = 5120;
    p.l2CacheSize = p.multiProcessorCount * (384 << 10);  // of an H100, whose programs clear it before each launch
    p.persistingL2CacheMaxSize = p.l2CacheSize / 2;
    p.accessPolicyMaxWindowSize = 128 << 20;
    p.singleToDoublePrecisionPerfRatio = 2;
    p.asyncEngineCount = 3;
    p.unifiedAddressing = p.managedMemory = p.canMapHostMemory = p.concurrentKernels = p.deviceOverlap = 1;
    p.concurrentManagedAccess = p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.memoryPoolsSupported = p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.computePreemptionSupported = p.cooperativeLaunch = p.unifiedFunctionPointers = 1;
    set_texture_limits(p);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (value == nullptr) return invalid_value();
    cudaDeviceProp p;
    if (const cudaError_t error = cudaGetDeviceProperties(&p, device); error != cudaSuccess) return error;
    constexpr int virtual_memory = 102;  // which only the driver has a name for
    if (static_cast<int>(attribute) == virtual_memory) return *value = 1, cudaSuccess;
    switch (attribute) {
#define STRIDER_EMULATOR_DEVICE_ATTRIBUTE(name, number, expression) \
    case name:                                                      \
        *value = static_cast<int>(expression);                      \
        return cudaSuccess;
        STRIDER_EMULATOR_DEVICE_ATTRIBUTES(STRIDER_EMULATOR_DEVICE_ATTRIBUTE)
#undef STRIDER_EMULATOR_DEVICE_ATTRIBUTE
    }
    return invalid_value("the attribute does not exist");
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    if (text == nullptr || length < static_cast<int>(sizeof(pci_bus_id))) return invalid_value();
    if (const cudaError_t error = expect_device(device)) return error;
    std::snprintf(text, sizeof(pci_bus_id), "0000:%02x:00.0", static_cast<unsigned>(device) & 0xFF);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    unsigned number = 0;
    if (device == nullptr || text == nullptr || std::sscanf(text, "0000:%2x:00.0", &number) != 1)
        return invalid_value();
    *device = static_cast<int>(number);
    return expect_device(*device) == cudaSuccess ? cudaSuccess : invalid_value("no device has this address");
}

cudaError_t cudaDeviceSynchronize() {
    if (strider::emulation::on_lane())
        strider::emulation::refuse(strider::emulation::site{__builtin_return_address(0)},
                                   "cudaDeviceSynchronize() in a kernel (CUDA 12 removed it: a kernel cannot wait for "
                                   "the kernels that it launches; launch kernels that need their results after them)");
    if (const cudaError_t error = strider::emulation::runtime::device_is_captured()) return error;
    strider::emulation::runtime::wait_for_device();
    return strider::emulation::runtime::kernel_error();
}
cudaError_t cudaDeviceReset() {
    strider::emulation::runtime::wait_for_all();
    strider::emulation::runtime::forget_kernel_error();
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    if (flags > 0xFF) return strider::emulation::runtime::unknown_flags();  // cudaDeviceMask
    const std::lock_guard guard(settings().mutex);
    settings().flags = flags;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    const std::lock_guard guard(settings().mutex);
    return strider::emulation::runtime::give(flags, settings().flags);
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    const std::lock_guard guard(settings().mutex);
    const auto known = settings().limits.find(limit);
    if (known == settings().limits.end()) return invalid_value("the limit does not exist");
    known->second = value;
    if (limit == cudaLimitMallocHeapSize) strider::emulation::set_heap_limit(value);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    const std::lock_guard guard(settings().mutex);
    const auto known = settings().limits.find(limit);
    if (value == nullptr) return invalid_value();
    if (known == settings().limits.end()) return invalid_value("the limit does not exist");
    *value = known->second;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache preferred) {
    settings().cache = preferred;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preferred) {
    return strider::emulation::runtime::give(preferred, settings().cache);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
    settings().banks = config;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return strider::emulation::runtime::give(config, settings().banks);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least != nullptr) *least = strider::emulation::runtime::least_priority;
    if (greatest != nullptr) *greatest = strider::emulation::runtime::greatest_priority;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    if (version == nullptr) return invalid_value();
    *version = 13000;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }
// SPDX-License-Identifier: Apache-2.0
