// CUDA's error codes as exceptions.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

#include <strider/core/target.hpp>

namespace strider {

/// A CUDA call failed: which one, with what code, and what to do about it.
class cuda_error : public std::runtime_error {
public:
    cuda_error(cudaError_t code, const char* call)
        : std::runtime_error(std::string(call) + " failed: " + cudaGetErrorName(code) + " (" +
                             cudaGetErrorString(code) + "). " + advice(code)),
          code_(code) {}

    cudaError_t code() const noexcept { return code_; }

private:
    static const char* advice(cudaError_t code) {
        switch (code) {
            case cudaErrorMemoryAllocation:
                return "Free device memory, take fewer elements a call, or give the policy a workspace of your own";
            case cudaErrorNoDevice:
            case cudaErrorInsufficientDriver:
                return "Use strider::cpu here, or install a driver for CUDA 13";
            case cudaErrorNoKernelImageForDevice:
                return "Compile for this GPU's architecture (sm_75 or newer)";
            case cudaErrorIllegalAddress:
            case cudaErrorMisalignedAddress:
                return "A range does not lie in memory that this device can read; run the program under "
                       "compute-sanitizer";
            case cudaErrorLaunchFailure:
            case cudaErrorAssert:
            case cudaErrorIllegalInstruction:
            case cudaErrorHardwareStackError:
                return "A kernel has crashed, and this process can run no more on the device: run the program under "
                       "compute-sanitizer, which finds where, and start it again";
            case cudaErrorInvalidResourceHandle:
            case cudaErrorContextIsDestroyed:
            case cudaErrorDeviceUninitialized:
                return "The stream, or the memory, is of another device, or is gone since it was destroyed or its "
                       "device reset: give the policy a stream of the current device, and memory of it";
            case cudaErrorDevicesUnavailable:
                return "Another process keeps the device to itself, or it is in trouble: see nvidia-smi, or use "
                       "strider::cpu";
            default:
                return "An earlier asynchronous call may be the cause; run the program under compute-sanitizer";
        }
    }

    cudaError_t code_;
};

namespace detail {

inline void check(cudaError_t code, const char* call) {
    if (code == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());  // else the next launch, which looks there, would report it once more
    throw cuda_error(code, call);
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
