// Device memory for calls of the runtime that need it.
#pragma once

#include <cstddef>

#include <strider/check/runtime/error.hpp>

namespace strider::emulation::runtime {

/// cudaMalloc() for the call `at`, which findings name.
cudaError_t allocate_device(void** pointer, std::size_t bytes, const void* at);

/// cudaFree() for the call `at`, without a wait for what runs.
cudaError_t free_device(void* pointer, const void* at);

/// cudaFree() takes the memory back that is a pool's, if it is: the host must have waited for whoever uses it.
void note_free_of_pool(void* pointer, const void* at);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
