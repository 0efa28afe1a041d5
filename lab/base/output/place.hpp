// Names of outputs: where they lead, and whether an output is also an input.
#pragma once

#include <sys/stat.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// The name of an output or input that is standard output or input.
inline constexpr std::string_view standard_stream = "-";

/// Where what is to be forgotten goes.
inline constexpr std::string_view nowhere = "/dev/null";

/// The file, pipe or device that an output's name leads to.
struct place {
    int descriptor = -1;  ///< a stream that is open already (-, /dev/stdout, /dev/fd/3); -1 for what is to be opened
    std::string path;     ///< of what is to be opened, where symbolic links lead
    bool exists = false;
    struct stat status = {};  ///< of what exists

    bool is_file() const { return S_ISREG(status.st_mode); }
};

place place_of(const std::string& output);

/// An output as the user named it.
struct named_path {
    std::string option;  ///< empty for standard output that nobody asked for
    std::string path;
};

/// Before anything is opened: throws usage_error where the output is an input, which would be lost. Hard links of a
/// file are that file.
void require_apart(std::span<const std::string> inputs, const named_path& output);

/// The path where it ends as a source, a header or an assignment does, else nothing: a program may include any of them.
std::vector<std::string> if_source(const std::string& path);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
