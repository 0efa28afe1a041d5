// Device memory for calls of the runtime that need it.
#pragma once

#include <cstddef>

#include <strider/check/runtime/error.hpp>

namespace strider::emulation::runtime {

/// cudaMalloc() for the call `at`, which findings name.
cudaError_t allocate_device(void** pointer, std::size_t bytes, const void* at);

/// cudaFree() for the call `at`, without a wait for what runs.
cudaError_t free_device(void* pointer, const void* at);

/// Device memory that a node of a graph allocates. Its address is known before the graph runs, and the same in every
/// launch.
cudaError_t allocate_for_graph(void** pointer, std::size_t bytes);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
