// Where the command line finds what it needs: modules and data, in the build tree, installed, or where the user says.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace strider::lab {

/// The folder of the running executable.
std::filesystem::path executable_folder();

/// The folders in which modules are looked for, in order: $STRIDER_MODULES alone where it is set (folders, separated by
/// colons), else the executable's folder and, for an installed one, lib/strider below its prefix.
std::vector<std::filesystem::path> module_folders();

/// Data such as "results", by its place in the source tree: below $STRIDER_DATA alone where it is set, else below
/// share/strider in the executable's prefix, or in the source tree that it was built from.
/// Empty where it is in neither.
std::filesystem::path data_path(std::string_view relative);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
