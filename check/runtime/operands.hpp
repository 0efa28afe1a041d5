// Operands of the runtime's calls: tests whether their memory exists, and tells the checks of accesses.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <strider/emulator/operations.hpp>

namespace strider::emulation::runtime {

/// Whether the pointer is to a variable or string of the program. It may be a kernel's or the host's.
bool is_program_variable(const void* pointer);

/// Why a range cannot be a side of a call, and the fix. `what` is empty if it can.
struct side_defect {
    std::string what;
    const char* fix = "";
    bool no_memory = false;  ///< there is none where the pointer points
};

/// Looks at the device's (or the host's) side of a call, which findings call `name`. It must lie in one block of
/// memory, of a kind that fits.
side_defect defect_of(const std::string& name, const void* pointer, std::size_t bytes, bool device);

/// The host's use of the memory of a kept operation is checked from the call that gives it to the stream on.
/// The rest is done when it is carried out.
enum class operation_part { whole, given, rest };
operation_part part_of_operation();
/// While this lives, the thread performs this part of operations.
class part_scope {
public:
    explicit part_scope(operation_part part);
    ~part_scope();
    part_scope(const part_scope&) = delete;
    part_scope& operator=(const part_scope&) = delete;

private:
    operation_part outer_;
};

/// Tells the checks what a stream's operation reads and writes, of memory that kernels may use as well.
void note(std::vector<transferred_bytes> all);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
