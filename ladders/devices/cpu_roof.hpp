// The highest rate at which all cores together read, write or copy memory, measured.
#pragma once

#include <cstddef>

#include <ladders/harness/device.hpp>

namespace strider::ladders {

/// The best rate in GB/s, of several ways and repetitions, of this traffic over `bytes` bytes at `memory` (reads and
/// writes both counted; a copy reads one half and writes the other). `memory` is 64-byte aligned, and is overwritten
/// unless `mix` is `read`. Takes about a second.
double measure_cpu_roof(traffic mix, void* memory, std::size_t bytes);

/// The name of the instruction set that is used, as Highway has it: "AVX3", "AVX2", "NEON", ...
const char* instruction_set_name();

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
