// The headers that every program begins with, compiled once: most of a small program's compilation would go to them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace strider::kernel_check {

/// A folder that g++ finds `header` precompiled in, if it stands before the other -I: made by `command`, which has all
/// options of g++ but for the files. `include` is the name that programs include it by. It is kept in the cache, and
/// made again when a file that it includes has changed; each process sees a whole one. The first call makes only the
/// folder, so who checks one program does not wait for it. Empty then, and where there is no such cache.
std::optional<std::filesystem::path> precompiled_header(const std::filesystem::path& cache,
                                                        const std::vector<std::string>& command,
                                                        const std::filesystem::path& header,
                                                        const std::filesystem::path& include);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
