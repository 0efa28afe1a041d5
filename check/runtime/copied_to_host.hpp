// How many bytes calls of the runtime have copied from the device to memory of the host.
#pragma once

#include <cstdint>

namespace strider::emulation::runtime {

std::uint64_t copied_to_host();

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
