// Device memory for calls of the runtime that need it.
#pragma once

#include <cstddef>
#include <string>

#include <strider/check/runtime/error.hpp>

namespace strider::emulation::runtime {

/// How findings name memory that no call in the program allocates.
struct array_name {
    std::string name;
    std::size_t element_bytes = 0;  ///< 0: no element is known
};

/// cudaMalloc() for the call `at`, which findings name, or by a name of its own.
cudaError_t allocate_device(void** pointer, std::size_t bytes, const void* at, const array_name& known = {});

/// cudaFree() for the call `at`, without a wait for what runs.
cudaError_t free_device(void* pointer, const void* at);

/// Device memory that a node of a graph allocates. Its address is known before the graph runs, and the same in every
/// launch.
cudaError_t allocate_for_graph(void** pointer, std::size_t bytes);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
