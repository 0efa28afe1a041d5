// What the compiler knows of a program without a run.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <strider/simt/session.hpp>

#include "kernel_names.hpp"

namespace strider::kernel_check {

/// The lines of each file that functions of the device have.
using device_lines = std::map<std::string, std::set<int>>;

/// What the compiler must be asked for. It warns of functions without `return` in any case.
inline constexpr const char* local_warnings[] = {"-Wuninitialized", "-Wmaybe-uninitialized"};

/// Notes of what the compiler has printed: locals that kernels may read before they are written, and functions in
/// these files that end without `return`.
std::vector<executor::finding> notes_of_compiler(const std::string& compiler_output, const kernel_names& kernels,
                                                 const device_lines& lines);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
