// The driver's virtual memory: address ranges are reserved, and physical memory is mapped to them. Accesses to what is
// mapped but not accessible are out of bounds, as to any other address; what was mapped counts as written.
#pragma once

#include <cstddef>

#include <strider/check/runtime/driver.hpp>

enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_INVALID, CU_MEM_ALLOCATION_TYPE_PINNED };
enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR };
enum CUmemAllocationGranularity_flags { CU_MEM_ALLOC_GRANULARITY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED };
enum CUmemAccess_flags {
    CU_MEM_ACCESS_FLAGS_PROT_NONE,
    CU_MEM_ACCESS_FLAGS_PROT_READ,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
};
struct CUmemAllocationProp {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void* win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
};
struct CUmemAccessDesc {
    CUmemLocation location;
    CUmemAccess_flags flags;
};
using CUmemGenericAllocationHandle = unsigned long long;

/// Sizes and addresses are multiples of this: 2 MiB, as on GPUs.
CUresult cuMemGetAllocationGranularity(std::size_t* bytes, const CUmemAllocationProp* how,
                                       CUmemAllocationGranularity_flags which);
/// At `wanted` where that is free, as the driver does.
CUresult cuMemAddressReserve(CUdeviceptr* begin, std::size_t bytes, std::size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags);
/// Takes a whole reservation without mappings.
CUresult cuMemAddressFree(CUdeviceptr begin, std::size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle* memory, std::size_t bytes, const CUmemAllocationProp* how,
                     unsigned long long flags);
/// The memory lives until nothing maps it.
CUresult cuMemRelease(CUmemGenericAllocationHandle memory);
CUresult cuMemMap(CUdeviceptr begin, std::size_t bytes, std::size_t offset, CUmemGenericAllocationHandle memory,
                  unsigned long long flags);
/// Takes whole mappings.
CUresult cuMemUnmap(CUdeviceptr begin, std::size_t bytes);
/// Takes whole mappings. One device's access is every device's.
CUresult cuMemSetAccess(CUdeviceptr begin, std::size_t bytes, const CUmemAccessDesc* all, std::size_t count);
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* where, CUdeviceptr at);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* memory, void* at);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* how, CUmemGenericAllocationHandle memory);
// SPDX-License-Identifier: Apache-2.0
