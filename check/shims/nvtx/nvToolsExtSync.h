// A shim for the header of this name where a program is compiled for the emulator: no profiler sees the program's
// locks.
#pragma once

#include <nvtx3/nvToolsExt.h>

#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE (static_cast<std::uint16_t>(sizeof(nvtxSyncUserAttributes_t)))

using nvtxSyncUser_t = struct nvtxSyncUser*;
struct nvtxSyncUserAttributes_t {
    std::uint16_t version, size;
    std::int32_t messageType;
    decltype(nvtxEventAttributes_t::message) message;
};

inline nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t, const nvtxSyncUserAttributes_t*) { return nullptr; }
inline void nvtxDomainSyncUserDestroy(nvtxSyncUser_t) {}
inline void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t) {}
inline void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t) {}
inline void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t) {}
inline void nvtxDomainSyncUserReleasing(nvtxSyncUser_t) {}
// SPDX-License-Identifier: Apache-2.0
