// Findings by the compiler's warnings, without a run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <strider/emulator/session.hpp>

#include "check/translate/kernel_names.hpp"
#include "check/translate/translate.hpp"

namespace strider::kernel_check {

/// By file.
using device_lines = std::map<std::string, lines_of_file>;

/// Warnings to ask the compiler for. It always warns of functions without `return`.
inline constexpr const char* local_warnings[] = {"-Wuninitialized", "-Wmaybe-uninitialized", "-Wfloat-conversion"};

/// Notes of what the compiler has printed: locals that kernels may read before they are written, fractions that are
/// lost in arrays of integers in shared memory, and functions in these files that end without `return`.
std::vector<emulation::finding> notes_of_compiler(const std::string& compiler_output, const kernel_names& kernels,
                                                  const device_lines& lines);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
