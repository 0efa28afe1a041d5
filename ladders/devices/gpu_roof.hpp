// Kernels that only move bytes: what they reach is the roof.
#pragma once

#include <cstddef>
#include <vector>

#include <ladders/harness/device.hpp>
#include <strider/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

/// `bytes` bytes of device memory to be moved, and 16 bytes that no kernel will ever write.
struct gpu_traffic {
    void* memory;
    std::size_t bytes;
    void* spare;
    unsigned multiprocessors;
    stream_handle stream;
};

/// The kernels that compete for the roof of this mix. Each touches `bytes` bytes in all, reads and writes counted.
std::vector<void (*)(const gpu_traffic&)> roof_kernels(traffic mix);

/// Reads the memory so that it stays in the caches as far as it fits.
void fill_caches(const gpu_traffic& on);

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
