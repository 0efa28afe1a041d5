// What calls of the runtime read and write: whether it is there, and what the checks are told of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <strider/simt/operations.hpp>

namespace strider::executor::runtime {

/// Whether the pointer is to a variable or string of the program, of which it is not known whether it is of a kernel.
bool is_program_variable(const void* pointer);

/// Why the range, which findings call `name`, cannot be the device's (or the host's) side of a call; empty where it
/// can: it lies in one block, of a kind that fits.
std::string defect(const std::string& name, const void* pointer, std::size_t bytes, bool device);

/// What to do about that defect: `otherwise`, unless the memory has been freed.
const char* fix_of(const std::string& defect, const char* otherwise);

/// Tells the checks what a stream's operation reads and writes, of memory that kernels may use as well.
void note(std::vector<transferred_bytes> all);

}  // namespace strider::executor::runtime
// SPDX-License-Identifier: Apache-2.0
