// Device memory for calls of the runtime that need it.
#pragma once

#include <cstddef>

#include <strider/simt/runtime/error.hpp>

namespace strider::executor::runtime {

/// cudaMalloc() for the call `at`, which findings name.
cudaError_t allocate_device(void** pointer, std::size_t bytes, const void* at);

/// cudaFree() for the call `at`, without a wait for what runs.
cudaError_t free_device(void* pointer, const void* at);

}  // namespace strider::executor::runtime
// SPDX-License-Identifier: Apache-2.0
