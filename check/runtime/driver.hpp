// The driver API, over the runtime's calls: handles are the same, and so are the numbers of errors. Modules hold the
// program's own kernels, and what NVRTC has compiled: a kernel is found by its name where it is extern "C".
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/check/runtime/batch.hpp>
#include <strider/check/runtime/device.hpp>
#include <strider/check/runtime/error.hpp>
#include <strider/check/runtime/kernel.hpp>
#include <strider/check/runtime/memory.hpp>
#include <strider/check/runtime/stream.hpp>

// By which programs know that the toolkit's header has been read.
#define __cuda_cuda_h__

// Each line of the tables is a name or a call, which clang-format cannot know.
// clang-format off
#define STRIDER_CU_RESULTS(X) \
    X(CUDA_SUCCESS, 0) X(CUDA_ERROR_INVALID_VALUE, 1) X(CUDA_ERROR_OUT_OF_MEMORY, 2) X(CUDA_ERROR_NOT_INITIALIZED, 3) \
    X(CUDA_ERROR_DEINITIALIZED, 4) X(CUDA_ERROR_NO_DEVICE, 100) X(CUDA_ERROR_INVALID_DEVICE, 101) \
    X(CUDA_ERROR_INVALID_IMAGE, 200) X(CUDA_ERROR_INVALID_CONTEXT, 201) X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209) \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, 215) X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217) X(CUDA_ERROR_INVALID_PTX, 218) \
    X(CUDA_ERROR_INVALID_SOURCE, 300) X(CUDA_ERROR_FILE_NOT_FOUND, 301) X(CUDA_ERROR_INVALID_HANDLE, 400) \
    X(CUDA_ERROR_ILLEGAL_STATE, 401) X(CUDA_ERROR_NOT_FOUND, 500) X(CUDA_ERROR_NOT_READY, 600) \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700) X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701) X(CUDA_ERROR_LAUNCH_TIMEOUT, 702) \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704) X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705) \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709) X(CUDA_ERROR_ASSERT, 710) \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712) X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713) \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716) X(CUDA_ERROR_LAUNCH_FAILED, 719) \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720) X(CUDA_ERROR_NOT_PERMITTED, 800) \
    X(CUDA_ERROR_NOT_SUPPORTED, 801) X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900) \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912) X(CUDA_ERROR_UNKNOWN, 999)
#define STRIDER_CU_VALUE(name, value) name = value,
enum CUresult { STRIDER_CU_RESULTS(STRIDER_CU_VALUE) };

enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9, CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14, CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106
};
enum CUfunction_attribute {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_PTX_VERSION,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
};
enum CUjit_option {
    CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_TARGET_FROM_CUCONTEXT, CU_JIT_TARGET, CU_JIT_FALLBACK_STRATEGY,
    CU_JIT_GENERATE_DEBUG_INFO, CU_JIT_LOG_VERBOSE, CU_JIT_GENERATE_LINE_INFO, CU_JIT_CACHE_MODE
};
enum CUfunc_cache {
    CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL
};
enum CUcomputemode { CU_COMPUTEMODE_DEFAULT, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS };
enum CUstream_flags { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING };
enum CUevent_flags { CU_EVENT_DEFAULT, CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING };
enum CUctx_flags {
    CU_CTX_SCHED_AUTO, CU_CTX_SCHED_SPIN, CU_CTX_SCHED_YIELD, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8
};
enum CUmemAttach_flags { CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST, CU_MEM_ATTACH_SINGLE = 4 };
constexpr unsigned CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2, CU_MEMHOSTALLOC_WRITECOMBINED = 4;

using CUdevice = int;
constexpr CUdevice CU_DEVICE_CPU = -1, CU_DEVICE_INVALID = -2;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUhostFn = cudaHostFn_t;
using CUuuid = CUuuid_st;
using cuuint32_t = std::uint32_t;
using cuuint64_t = std::uint64_t;
/// See tensor_map.hpp.
struct alignas(64) CUtensorMap_st {
    unsigned long long opaque[16];
};
using CUtensorMap = CUtensorMap_st;
struct CUctxCreateParams {
    struct CUexecAffinityParam* execAffinityParams;
    int numExecAffinityParams;
    struct CUctxCigParam* cigParams;
};
using CUoccupancyB2DSize = std::size_t (*)(int block_threads);
using CUlimit = cudaLimit;
constexpr auto CU_LIMIT_STACK_SIZE = cudaLimitStackSize, CU_LIMIT_PRINTF_FIFO_SIZE = cudaLimitPrintfFifoSize,
               CU_LIMIT_MALLOC_HEAP_SIZE = cudaLimitMallocHeapSize;
using CUmemLocation = cudaMemLocation;
using CUmemLocationType = cudaMemLocationType;
constexpr auto CU_MEM_LOCATION_TYPE_DEVICE = cudaMemLocationTypeDevice, CU_MEM_LOCATION_TYPE_HOST = cudaMemLocationTypeHost;
using CUmem_advise = cudaMemoryAdvise;
constexpr auto CU_MEM_ADVISE_SET_READ_MOSTLY = cudaMemAdviseSetReadMostly,
               CU_MEM_ADVISE_UNSET_READ_MOSTLY = cudaMemAdviseUnsetReadMostly,
               CU_MEM_ADVISE_SET_PREFERRED_LOCATION = cudaMemAdviseSetPreferredLocation,
               CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = cudaMemAdviseUnsetPreferredLocation,
               CU_MEM_ADVISE_SET_ACCESSED_BY = cudaMemAdviseSetAccessedBy,
               CU_MEM_ADVISE_UNSET_ACCESSED_BY = cudaMemAdviseUnsetAccessedBy;
using CUmemcpyFlags = cudaMemcpyFlags;
using CUmemcpySrcAccessOrder = cudaMemcpySrcAccessOrder;
using CUmemcpyAttributes = cudaMemcpyAttributes;
using CUmemcpy3DOperandType = cudaMemcpy3DOperandType;
constexpr auto CU_MEMCPY_FLAG_DEFAULT = cudaMemcpyFlagDefault,
               CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = cudaMemcpyFlagPreferOverlapWithCompute;
constexpr auto CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = cudaMemcpySrcAccessOrderStream,
               CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = cudaMemcpySrcAccessOrderDuringApiCall,
               CU_MEMCPY_SRC_ACCESS_ORDER_ANY = cudaMemcpySrcAccessOrderAny;
constexpr auto CU_MEMCPY_OPERAND_TYPE_POINTER = cudaMemcpyOperandTypePointer,
               CU_MEMCPY_OPERAND_TYPE_ARRAY = cudaMemcpyOperandTypeArray;
using CUarray = cudaArray_t;
using CUoffset3D = cudaOffset3D;
using CUextent3D = cudaExtent;
/// As the runtime's, but for the type of the pointer.
struct CUmemcpy3DOperand {
    CUmemcpy3DOperandType type;
    union {
        struct {
            CUdeviceptr ptr;
            std::size_t rowLength, layerHeight;
            CUmemLocation locHint;
        } ptr;
        struct {
            CUarray array;
            CUoffset3D offset;
        } array;
    } op;
};
struct CUDA_MEMCPY3D_BATCH_OP {
    CUmemcpy3DOperand src, dst;
    CUextent3D extent;
    CUmemcpySrcAccessOrder srcAccessOrder;
    unsigned flags;
};
static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp));
#define CU_STREAM_LEGACY cudaStreamLegacy
#define CU_STREAM_PER_THREAD cudaStreamPerThread
#define CUDAAPI

CUresult cuInit(unsigned flags);
CUresult cuGetErrorName(CUresult error, const char** name);
CUresult cuGetErrorString(CUresult error, const char** text);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device);

// ---- Contexts: a thread has a stack of them, and the topmost one's device is current.
CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device);
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device) {
    return cuCtxCreate(context, flags, device);
}
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
inline CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned) { return CUDA_SUCCESS; }

// ---- Modules
CUresult cuModuleLoad(CUmodule* module, const char* file);
/// Any image stands for the program's kernels; one of NVRTC's for those of its source.
CUresult cuModuleLoadData(CUmodule* module, const void* image);
inline CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
    return cuModuleLoadData(module, image);
}
inline CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) { return cuModuleLoadData(module, image); }
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal(CUdeviceptr* variable, std::size_t* bytes, CUmodule module, const char* name);
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function);

// ---- Launches, memory, and fills by words
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void** arguments,
                        void** extra);
using CUlaunchAttributeID = cudaLaunchAttributeID;
using CUlaunchAttributeValue = cudaLaunchAttributeValue;
constexpr auto CU_LAUNCH_ATTRIBUTE_IGNORE = cudaLaunchAttributeIgnore;
constexpr auto CU_LAUNCH_ATTRIBUTE_COOPERATIVE = cudaLaunchAttributeCooperative;
constexpr auto CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = cudaLaunchAttributeClusterDimension;
constexpr auto CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION =
    cudaLaunchAttributeProgrammaticStreamSerialization;
constexpr auto CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = cudaLaunchAttributeProgrammaticEvent;
constexpr auto CU_LAUNCH_ATTRIBUTE_PRIORITY = cudaLaunchAttributePriority;
constexpr auto CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT = cudaLaunchAttributeLaunchCompletionEvent;
struct CUlaunchAttribute {
    CUlaunchAttributeID id;
    CUlaunchAttributeValue value;
};
struct CUlaunchConfig {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute* attrs;
    unsigned numAttrs;
};
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra);
inline CUresult cuOccupancyMaxPotentialBlockSize(int* least_blocks, int* block_threads, CUfunction function,
                                                 CUoccupancyB2DSize shared_bytes_of, std::size_t shared_bytes,
                                                 int most_threads) {
    const auto bytes = [=](int threads) { return shared_bytes_of != nullptr ? shared_bytes_of(threads) : shared_bytes; };
    return static_cast<CUresult>(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        least_blocks, block_threads, static_cast<const void*>(function), bytes, most_threads));
}
CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr memory);
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, std::size_t count);
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, std::size_t count);
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream);
#define CU_LAUNCH_PARAM_END (reinterpret_cast<void*>(0x0))
#define CU_LAUNCH_PARAM_BUFFER_POINTER (reinterpret_cast<void*>(0x1))
#define CU_LAUNCH_PARAM_BUFFER_SIZE (reinterpret_cast<void*>(0x2))

namespace strider::emulation::runtime {
CUresult operator,(const unread_status& before, CUresult status);
inline void* pointer(CUdeviceptr device) { return reinterpret_cast<void*>(device); }
inline void** pointer(CUdeviceptr* device) { return reinterpret_cast<void**>(device); }
}  // namespace strider::emulation::runtime

// ---- What the runtime does under another name. Inlined, so that the caller is the user's line.
#define STRIDER_CU(name, parameters, call) \
    [[gnu::always_inline]] inline CUresult name parameters { \
        using namespace strider::emulation::runtime; \
        return static_cast<CUresult>(call); \
    }
STRIDER_CU(cuProfilerStart, (), cudaProfilerStart())
STRIDER_CU(cuProfilerStop, (), cudaProfilerStop())
STRIDER_CU(cuDriverGetVersion, (int* version), cudaDriverGetVersion(version))
STRIDER_CU(cuDeviceGetCount, (int* count), cudaGetDeviceCount(count))
STRIDER_CU(cuDeviceGetAttribute, (int* value, CUdevice_attribute attribute, CUdevice device), cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device))
STRIDER_CU(cuDeviceGetPCIBusId, (char* text, int length, CUdevice device), cudaDeviceGetPCIBusId(text, length, device))
STRIDER_CU(cuDeviceCanAccessPeer, (int* can, CUdevice device, CUdevice peer), cudaDeviceCanAccessPeer(can, device, peer))
STRIDER_CU(cuCtxSynchronize, (), cudaDeviceSynchronize())
STRIDER_CU(cuCtxSetLimit, (CUlimit limit, std::size_t value), cudaDeviceSetLimit(limit, value))
STRIDER_CU(cuCtxGetLimit, (std::size_t* value, CUlimit limit), cudaDeviceGetLimit(value, limit))
STRIDER_CU(cuCtxSetCacheConfig, (CUfunc_cache preferred), cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(preferred)))
STRIDER_CU(cuMemAlloc, (CUdeviceptr* memory, std::size_t bytes), bytes == 0 ? cudaErrorInvalidValue : cudaMalloc(pointer(memory), bytes))
STRIDER_CU(cuMemAllocPitch, (CUdeviceptr* memory, std::size_t* pitch, std::size_t width, std::size_t height, unsigned), cudaMallocPitch(pointer(memory), pitch, width, height))
STRIDER_CU(cuMemAllocManaged, (CUdeviceptr* memory, std::size_t bytes, unsigned flags), bytes == 0 ? cudaErrorInvalidValue : cudaMallocManaged(pointer(memory), bytes, flags))
STRIDER_CU(cuMemAllocAsync, (CUdeviceptr* memory, std::size_t bytes, CUstream stream), cudaMallocAsync(pointer(memory), bytes, stream))
STRIDER_CU(cuMemFree, (CUdeviceptr memory), cudaFree(pointer(memory)))
STRIDER_CU(cuMemFreeAsync, (CUdeviceptr memory, CUstream stream), cudaFreeAsync(pointer(memory), stream))
STRIDER_CU(cuMemAllocHost, (void** memory, std::size_t bytes), cudaMallocHost(memory, bytes))
STRIDER_CU(cuMemHostAlloc, (void** memory, std::size_t bytes, unsigned flags), cudaHostAlloc(memory, bytes, flags))
STRIDER_CU(cuMemFreeHost, (void* memory), cudaFreeHost(memory))
STRIDER_CU(cuMemHostRegister, (void* memory, std::size_t bytes, unsigned flags), cudaHostRegister(memory, bytes, flags))
STRIDER_CU(cuMemHostUnregister, (void* memory), cudaHostUnregister(memory))
STRIDER_CU(cuMemHostGetDevicePointer, (CUdeviceptr* device, void* host, unsigned flags), cudaHostGetDevicePointer(pointer(device), host, flags))
STRIDER_CU(cuMemAdvise, (CUdeviceptr memory, std::size_t bytes, CUmem_advise advice, CUdevice device), cudaMemAdvise(pointer(memory), bytes, advice, device))
STRIDER_CU(cuMemAdvise, (CUdeviceptr memory, std::size_t bytes, CUmem_advise advice, CUmemLocation where), cudaMemAdvise(pointer(memory), bytes, advice, where))
STRIDER_CU(cuMemPrefetchAsync, (CUdeviceptr memory, std::size_t bytes, CUdevice device, CUstream stream), cudaMemPrefetchAsync(pointer(memory), bytes, device, stream))
STRIDER_CU(cuMemPrefetchAsync, (CUdeviceptr memory, std::size_t bytes, CUmemLocation where, unsigned flags, CUstream stream), cudaMemPrefetchAsync(pointer(memory), bytes, where, flags, stream))
STRIDER_CU(cuMemGetInfo, (std::size_t* free, std::size_t* total), cudaMemGetInfo(free, total))
STRIDER_CU(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes), cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDefault))
STRIDER_CU(cuMemcpyHtoD, (CUdeviceptr to, const void* from, std::size_t bytes), cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice))
STRIDER_CU(cuMemcpyDtoH, (void* to, CUdeviceptr from, std::size_t bytes), cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost))
STRIDER_CU(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes), cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice))
STRIDER_CU(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream), cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDefault, stream))
STRIDER_CU(cuMemcpyHtoDAsync, (CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream), cudaMemcpyAsync(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream))
STRIDER_CU(cuMemcpyDtoHAsync, (void* to, CUdeviceptr from, std::size_t bytes, CUstream stream), cudaMemcpyAsync(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream))
STRIDER_CU(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream), cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, stream))
STRIDER_CU(cuMemcpyBatchAsync, (CUdeviceptr* to, CUdeviceptr* from, std::size_t* sizes, std::size_t count, CUmemcpyAttributes* attributes, std::size_t* firsts, std::size_t attribute_count, CUstream stream), cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to), reinterpret_cast<const void* const*>(from), sizes, count, attributes, firsts, attribute_count, stream))
STRIDER_CU(cuMemcpyBatchAsync, (CUdeviceptr* to, CUdeviceptr* from, std::size_t* sizes, std::size_t count, CUmemcpyAttributes* attributes, std::size_t* firsts, std::size_t attribute_count, std::size_t* failed, CUstream stream), cudaMemcpyBatchAsync(reinterpret_cast<void**>(to), reinterpret_cast<void**>(from), sizes, count, attributes, firsts, attribute_count, failed, stream))
STRIDER_CU(cuMemcpy3DBatchAsync, (std::size_t count, CUDA_MEMCPY3D_BATCH_OP* copies, unsigned long long flags, CUstream stream), cudaMemcpy3DBatchAsync(count, reinterpret_cast<cudaMemcpy3DBatchOp*>(copies), flags, stream))
STRIDER_CU(cuMemcpy3DBatchAsync, (std::size_t count, CUDA_MEMCPY3D_BATCH_OP* copies, std::size_t* failed, unsigned long long flags, CUstream stream), cudaMemcpy3DBatchAsync(count, reinterpret_cast<cudaMemcpy3DBatchOp*>(copies), failed, flags, stream))
STRIDER_CU(cuMemsetD8, (CUdeviceptr to, unsigned char value, std::size_t count), cudaMemset(pointer(to), value, count))
STRIDER_CU(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream), cudaMemsetAsync(pointer(to), value, count, stream))
STRIDER_CU(cuStreamCreate, (CUstream* stream, unsigned flags), cudaStreamCreateWithFlags(stream, flags))
STRIDER_CU(cuStreamCreateWithPriority, (CUstream* stream, unsigned flags, int priority), cudaStreamCreateWithPriority(stream, flags, priority))
STRIDER_CU(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
STRIDER_CU(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
STRIDER_CU(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
STRIDER_CU(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), cudaStreamWaitEvent(stream, event, flags))
STRIDER_CU(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* data), cudaLaunchHostFunc(stream, function, data))
STRIDER_CU(cuEventCreate, (CUevent* event, unsigned flags), cudaEventCreateWithFlags(event, flags))
STRIDER_CU(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
STRIDER_CU(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
STRIDER_CU(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
STRIDER_CU(cuEventQuery, (CUevent event), cudaEventQuery(event))
STRIDER_CU(cuEventElapsedTime, (float* milliseconds, CUevent from, CUevent to), cudaEventElapsedTime(milliseconds, from, to))
STRIDER_CU(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value), cudaFuncSetAttribute(static_cast<const void*>(function), static_cast<cudaFuncAttribute>(attribute), value))
STRIDER_CU(cuFuncSetCacheConfig, (CUfunction, CUfunc_cache), cudaSuccess)
STRIDER_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int* blocks, CUfunction function, int threads, std::size_t shared_bytes), cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, static_cast<const void*>(function), threads, shared_bytes))
STRIDER_CU(cuLaunchCooperativeKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void** arguments), cudaLaunchCooperativeKernel(static_cast<const void*>(function), dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), arguments, shared_bytes, stream))
#undef STRIDER_CU
// clang-format on
using PFN_cuProfilerStart_v4000 = decltype(&cuProfilerStart);
using PFN_cuProfilerStop_v4000 = decltype(&cuProfilerStop);
// SPDX-License-Identifier: Apache-2.0
