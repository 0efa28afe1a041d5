// Launches of kernels, for the runtime's own calls.
#pragma once

#include "graphs.hpp"

namespace strider::emulation::runtime {

/// A launch whose error its caller has. Without arguments they lie in the buffer.
cudaError_t launch(const void* kernel, const launch_shape& shape, void** arguments, cudaStream_t stream,
                   char* buffer = nullptr);

/// Changes the launch as the attribute says; the status of a bad attribute.
cudaError_t apply(const cudaLaunchAttribute& attribute, launch_shape& shape);

/// The kernel that a module has by this name; null: none.
const void* find_function(const std::string& module, const std::string& name);

/// The launch of a kernel with these arguments, which are copied now, by a node; nothing where the kernel is not known.
/// `before`: what the node launches now, if it has been made.
kernel_node launch_later(const void* kernel, const launch_shape& shape, void** arguments, const kernel_node& before);
std::function<cudaError_t()> launch_of(const kernel_node& node);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
