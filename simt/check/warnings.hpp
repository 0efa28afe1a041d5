// What the compiler knows of a kernel without a run.
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

/// What the compiler must be asked for.
inline constexpr const char* local_warnings[] = {"-Wuninitialized", "-Wmaybe-uninitialized"};

/// Notes of locals that kernels may read before they are written, of what the compiler has printed.
std::vector<executor::finding> unwritten_locals(const std::string& compiler_output, const kernel_names& kernels,
                                                const device_lines& lines);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
