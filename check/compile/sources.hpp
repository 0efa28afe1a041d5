// A CUDA source file and the headers of the user's that it includes, translated.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "check/translate/signature.hpp"
#include "check/translate/translate.hpp"
#include "warnings.hpp"

namespace strider::kernel_check {

struct translated_source {
    std::filesystem::path file;             ///< what the compiler is to read
    std::vector<std::string> name_options;  ///< by which the compiler names the user's files in what it writes
    bool has_main = false;
    kernel_names kernels;
    launch_lines launches;
    device_lines lines;
};

/// Writes the translation of `file`, and of what it includes from its own folder or the user's `include_folders`, into
/// `folder`, with `head` in front of `file`, and `more.text`, which is translated too, behind it. Throws unusable_file,
/// translation_error.
translated_source translate_file(const std::filesystem::path& file,
                                 const std::vector<std::filesystem::path>& include_folders,
                                 const std::filesystem::path& folder, std::string_view head,
                                 const added_code& more = {});

/// Whether `file`, or what it includes of the user's, includes a header of this prefix that is not the user's.
bool includes_foreign(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders,
                      std::string_view prefix);

/// "-" is standard input. Throws unusable_file.
std::string read_source(const std::filesystem::path& path);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
