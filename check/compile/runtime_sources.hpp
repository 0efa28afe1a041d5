// Sources that a program under check gives NVRTC.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "check/base/options.hpp"

namespace strider::kernel_check {

/// In place of the object of a source that does not compile: the program is told, and runs on.
inline const std::string failed_source = "";

/// Compiles what has come into the folder, see check/runtime/runtime_source.hpp. An object each, whose names are its
/// own.
std::vector<std::string> compile_runtime_sources(const toolchain& tools, const std::filesystem::path& folder);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
