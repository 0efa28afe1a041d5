// Memory and copies. Device memory is uninitialised until something is written to it, and is checked as such.
#pragma once

#include <cstddef>
#include <type_traits>

#include <strider/check/runtime/stream.hpp>

enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

struct cudaPitchedPtr {
    void* ptr;
    std::size_t pitch, xsize, ysize;
};
struct cudaExtent {
    std::size_t width, height, depth;
};
struct cudaPos {
    std::size_t x, y, z;
};
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
    return {pointer, pitch, width, height};
}
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
    return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }

using cudaArray_t = struct cudaArray*;
using cudaArray_const_t = const struct cudaArray*;

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};

constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                   cudaHostAllocWriteCombined = 4;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
                   cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8;
constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4;

namespace strider::emulation::runtime {
/// Where a call stores a pointer of any type; it may be one to const.
class pointer_place {
public:
    pointer_place(std::nullptr_t) {}
    template <class T>
    pointer_place(T** place) : place_(reinterpret_cast<void**>(const_cast<std::remove_cv_t<T>**>(place))) {}
    operator void**() const { return place_; }

private:
    void** place_ = nullptr;
};
}  // namespace strider::emulation::runtime

cudaError_t cudaMalloc(strider::emulation::runtime::pointer_place pointer, std::size_t bytes);
/// Rows begin at multiples of 512 bytes.
cudaError_t cudaMallocPitch(strider::emulation::runtime::pointer_place pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);

/// Host memory that kernels may use as well, at the same address.
cudaError_t cudaMallocHost(strider::emulation::runtime::pointer_place pointer, std::size_t bytes, unsigned flags = 0);
cudaError_t cudaHostAlloc(strider::emulation::runtime::pointer_place pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(strider::emulation::runtime::pointer_place device, void* host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned* flags, void* host);
cudaError_t cudaMallocManaged(strider::emulation::runtime::pointer_place pointer, std::size_t bytes,
                              unsigned flags = cudaMemAttachGlobal);

/// Copies. What CUDA refuses is cudaErrorInvalidValue, and nothing is copied: a range that leaves an allocation, and a
/// direction that does not fit the memory on both sides.
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream = nullptr);

// ---- __device__, __constant__ and __managed__ variables, by themselves; by their names as strings they are gone since
// CUDA 5.
namespace strider::emulation::runtime {
/// Tells the copies that this is device memory; returns its address, or null where it is a text.
void* device_variable(const volatile void* symbol, std::size_t bytes);
inline cudaError_t no_symbol() {
    return set_last_error(cudaErrorInvalidSymbol, "the symbol is no __device__, __constant__ or __managed__ variable");
}
/// A __managed__ variable, which the host uses as well.
void know_managed(const char* name, const volatile void* variable, std::size_t bytes);
/// Makes it one that modules find by its name.
void name_variable(const char* module, const char* name, const volatile void* symbol, std::size_t bytes);
}  // namespace strider::emulation::runtime

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                                                  std::size_t offset, cudaMemcpyKind kind,
                                                                  cudaStream_t stream = nullptr) {
    void* const to =
        strider::emulation::runtime::device_variable(&reinterpret_cast<const volatile char&>(symbol), sizeof(T));
    if (to == nullptr) return strider::emulation::runtime::no_symbol();
    if (offset > sizeof(T) || bytes > sizeof(T) - offset)  // is refused, with all bytes from the beginning
        return cudaMemcpyAsync(to, from, offset + bytes < bytes ? ~std::size_t{0} : offset + bytes, kind, stream);
    return cudaMemcpyAsync(static_cast<char*>(to) + offset, from, bytes, kind, stream);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes,
                                                             std::size_t offset = 0,
                                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes,
                                                                    std::size_t offset, cudaMemcpyKind kind,
                                                                    cudaStream_t stream = nullptr) {
    void* const from =
        strider::emulation::runtime::device_variable(&reinterpret_cast<const volatile char&>(symbol), sizeof(T));
    if (from == nullptr) return strider::emulation::runtime::no_symbol();
    if (offset > sizeof(T) || bytes > sizeof(T) - offset)
        return cudaMemcpyAsync(to, from, offset + bytes < bytes ? ~std::size_t{0} : offset + bytes, kind, stream);
    return cudaMemcpyAsync(to, static_cast<const char*>(from) + offset, bytes, kind, stream);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes,
                                                               std::size_t offset = 0,
                                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    if (pointer == nullptr) return strider::emulation::runtime::invalid_value("the pointer to the address is null");
    *pointer = strider::emulation::runtime::device_variable(&reinterpret_cast<const volatile char&>(symbol), sizeof(T));
    return *pointer != nullptr ? cudaSuccess : strider::emulation::runtime::no_symbol();
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
    if (strider::emulation::runtime::device_variable(&reinterpret_cast<const volatile char&>(symbol), sizeof(T)) ==
        nullptr)
        return strider::emulation::runtime::no_symbol();
    return strider::emulation::runtime::give(bytes, sizeof(T));
}

// ---- What memory a pointer is of
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

// ---- Managed memory: it is where it is, so hints change nothing.
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly,
    cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation,
    cudaMemAdviseSetAccessedBy,
    cudaMemAdviseUnsetAccessedBy
};
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice,
    cudaMemLocationTypeHost,
    cudaMemLocationTypeHostNuma,
    cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};
constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, cudaMemLocation where);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation where, unsigned flags,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream = nullptr);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle);
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, std::size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, const_cast<void*>(static_cast<const volatile void*>(pointer)), bytes,
                                    flags);
}

// ---- Stream-ordered allocation. Pools keep nothing back: their statistics count what is in use.
using cudaMemPool_t = struct CUmemPoolHandle_st*;
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic,
    cudaMemPoolReuseAllowInternalDependencies,
    cudaMemPoolAttrReleaseThreshold,
    cudaMemPoolAttrReservedMemCurrent,
    cudaMemPoolAttrReservedMemHigh,
    cudaMemPoolAttrUsedMemCurrent,
    cudaMemPoolAttrUsedMemHigh
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned, cudaMemAllocationTypeManaged };
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8
};
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void* win32SecurityAttributes;
    std::size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};
struct cudaMemAccessDesc {
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};
cudaError_t cudaMallocAsync(strider::emulation::runtime::pointer_place pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(strider::emulation::runtime::pointer_place pointer, std::size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMallocAsync(strider::emulation::runtime::pointer_place pointer, std::size_t bytes, cudaMemPool_t pool,
                            cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
// SPDX-License-Identifier: Apache-2.0
