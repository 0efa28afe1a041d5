// Thrust in checked programs: its own headers, with the backend that runs algorithms on the host.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace strider::kernel_check {

/// Whether the folder holds Thrust's headers, which are never the user's files.
bool holds_thrust(const std::filesystem::path& folder);

/// The folder of Thrust's headers: among these, in a CUDA toolkit, or in the system.
std::optional<std::filesystem::path> find_thrust(const std::vector<std::filesystem::path>& folders);

/// The compiler's arguments for a program that includes Thrust, whose headers are in `headers`; `folder` is for what
/// they need.
std::vector<std::string> thrust_arguments(const std::filesystem::path& headers, const std::filesystem::path& folder);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
