// The uninstrumented build of the program's kernels: compiled from the same translated sources, optimised and without
// callbacks, when a large launch asks for it first. It shares the program's variables: its image is linked to addresses
// beside the program, and the names of all variables refer to the program's.
#pragma once

#include <string>
#include <vector>

#include "uninstrumented_assembly.hpp"

namespace strider::emulation {

/// The uninstrumented build of a kernel or another function. Null if it does not exist; then all blocks are checked.
/// `compile`: commands that each write assembly to the file named by their last word.
const void* uninstrumented_build(const void* kernel, const std::vector<std::vector<std::string>>& compile);

/// From now on these host functions run uninstrumented where that is safe, if they do not call the emulator. Call this
/// before the function above.
void run_uninstrumented(const uninstrumented_host& host, const std::vector<std::vector<std::string>>& compile);

/// After a null result of the function above: the reason.
const char* why_no_uninstrumented_build();

/// Makes virtual calls go to the uninstrumented build, or to the program's own functions again.
void call_uninstrumented_virtuals(bool uninstrumented);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
