// Confines a process that runs the code of others, by Landlock, seccomp and limits. It does not need root.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace strider::kernel_check {

struct confinement {
    std::vector<std::filesystem::path> executed;  ///< files and folders that may be read and executed
    std::vector<std::filesystem::path> read;
    std::vector<std::filesystem::path> written;  ///< read, written and executed
    std::uint64_t memory_bytes = 0;  ///< of the data of a process, and of a file that it writes; 0: as it is
    std::uint64_t cpu_seconds = 60;  ///< of a process, set with the memory
    bool changes_modes = false;      ///< may change modes, owners and times of files, as linkers do
    /// False: files are left as they are, for a container that holds nothing else.
    bool by_landlock = true;
};

/// From now on this process and its children open no other file, no socket, and have no child that outlives a call of
/// exec. A forbidden call ends its process by SIGSYS. May be called again, for less.
/// Throws std::runtime_error, which says in one line what this kernel cannot enforce.
void confine(const confinement& what);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
