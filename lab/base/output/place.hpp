// What the names of outputs say: where they lead, in which format, and whether they are apart from each other and from
// what is read.
#pragma once

#include <sys/stat.h>

#include <span>
#include <string>
#include <string_view>

namespace strider::lab {

/// The name of an output or input that is standard output or input.
inline constexpr std::string_view standard_stream = "-";

/// Where what is to be forgotten goes.
inline constexpr std::string_view nowhere = "/dev/null";

/// What the name of an output leads to.
struct place {
    int descriptor = -1;  ///< a stream that is open already (-, /dev/stdout, /dev/fd/3); -1 for what is to be opened
    std::string path;     ///< of what is to be opened, where symbolic links lead
    bool exists = false;
    struct stat found = {};  ///< of what exists

    bool is_file() const { return S_ISREG(found.st_mode); }
};

place place_of(const std::string& output);

/// Whether the name is one of standard output.
bool is_standard_output(const std::string& output);

/// Results as the user asked for them.
struct wanted_results {
    std::string path;
    std::string format;  ///< as which ending the name is to be taken; empty where it says so itself

    /// npy, txt, ...: the format that was given, or the name's ending, in lower case; `usual` for streams, devices and
    /// pipes, whose names have none. May be no known one.
    std::string ending(std::string_view usual) const;
};

/// An output as the user named it.
struct named_path {
    std::string option;  ///< empty for standard output that nobody asked for
    std::string path;    ///< empty where there is none
};

/// Before anything is opened: throws usage_error where two outputs are the same file, or where one is an input, which
/// would be lost, and that is not `forced`. Hard links of a file are that file.
void require_apart(std::span<const std::string> inputs, std::span<const named_path> outputs, bool forced);

/// The path where it ends as a source, a header or an assignment does, else nothing: a program may include any of them.
std::vector<std::string> if_source(const std::string& path);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
