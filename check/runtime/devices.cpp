#include "devices.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <strider/check/runtime/device.hpp>

#include "check/base/run_options.hpp"

namespace strider::emulation::runtime {
namespace {

constexpr int most_devices = 64;  // bits

thread_local int current = 0;

/// Of each device, the peers whose memory it may access.
std::array<std::atomic<std::uint64_t>, most_devices> peers;

}  // namespace

int device_count() {
    static const int count = std::clamp(static_cast<int>(program::asked().gpus), 1, most_devices);
    return count;
}
int current_device() { return current; }
cudaError_t expect_device(int device) {
    return device >= 0 && device < device_count()
               ? cudaSuccess
               : set_last_error(cudaErrorInvalidDevice, "no device has this number (strider check --gpus N shows N)");
}
std::uint64_t reachable_from(int device) {
    return peers[static_cast<std::size_t>(device)] | std::uint64_t{1} << device;
}

}  // namespace strider::emulation::runtime

using namespace strider::emulation::runtime;

cudaError_t cudaGetDeviceCount(int* count) {
    if (count == nullptr) return set_last_error(cudaErrorInvalidValue);
    *count = device_count();
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    if (device == nullptr) return set_last_error(cudaErrorInvalidValue);
    *device = current;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    const cudaError_t error = expect_device(device);
    if (error == cudaSuccess) current = device;
    return error;
}

// ---- Peers

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    if (can == nullptr) return set_last_error(cudaErrorInvalidValue);
    for (const int asked : {device, peer})
        if (const cudaError_t error = expect_device(asked); error != cudaSuccess) return error;
    *can = device != peer;  // a device is no peer of itself
    return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    if (flags != 0) return unknown_flags();
    if (const cudaError_t error = expect_device(peer)) return error;
    if (peer == current) return set_last_error(cudaErrorPeerAccessUnsupported, "a device is not its own peer");
    const std::uint64_t bit = std::uint64_t{1} << peer;
    const bool had = (peers[static_cast<std::size_t>(current)].fetch_or(bit) & bit) != 0;
    return had ? set_last_error(cudaErrorPeerAccessAlreadyEnabled) : cudaSuccess;
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    const std::uint64_t bit = expect_device(peer) == cudaSuccess ? std::uint64_t{1} << peer : 0;
    const bool had = (peers[static_cast<std::size_t>(current)].fetch_and(~bit) & bit) != 0;
    return had ? cudaSuccess : set_last_error(cudaErrorPeerAccessNotEnabled);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
    int can = 0;
    if (const cudaError_t error = cudaDeviceCanAccessPeer(&can, from, to); error != cudaSuccess) return error;
    if (can == 0) return set_last_error(cudaErrorInvalidDevice);
    *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
