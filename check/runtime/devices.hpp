// The devices of a program, each with memory of its own.
#pragma once

#include <cstdint>

#include <strider/check/runtime/error.hpp>

namespace strider::emulation::runtime {

/// Priorities of streams: the greatest is the least number.
inline constexpr int least_priority = 0, greatest_priority = -5;

int device_count();
/// That of this thread.
int current_device();
/// cudaErrorInvalidDevice where there is none of this number.
cudaError_t expect_device(int device);
/// The devices whose memory kernels of this device may access, as bits: itself, and peers with access.
std::uint64_t reachable_from(int device);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
