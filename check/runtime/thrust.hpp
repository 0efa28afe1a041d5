// The memory that Thrust's device system has in checked programs: its algorithms run on the host, and kernels use the
// same memory. Programs rely on standard headers that Thrust's bring.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/check/runtime/stream.hpp>

namespace strider::emulation::runtime {

enum class thrust_memory { device, managed };

/// Device memory that the host fills as well; findings name the user's line that made Thrust ask for it. In a kernel
/// it comes from the device's heap. Throws std::bad_alloc.
void* allocate_for_thrust(std::size_t bytes, thrust_memory kind);
void release_for_thrust(void* pointer);

/// Operations of streams are done at once from now on, as algorithms are, which run on the host.
bool keep_operations_in_order();

/// Waits for the stream of an algorithm. Refuses one on a stream that is being captured: it would run at once, and not
/// be in the graph.
void expect_no_capture(cudaStream_t stream);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
