// From the sources of a program to the file to run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "check/base/options.hpp"
#include "check/compile/compile.hpp"

namespace strider::kernel_check {

struct built_program {
    toolchain tools;
    std::filesystem::path file;
    std::vector<std::string> objects, linker_arguments;
    bool gives_sources = false;   // to NVRTC
    bool has_host_files = false;  // beside those that are instrumented
    launch_lines launches;
    std::vector<emulation::finding> notes;
    std::vector<std::vector<std::string>> uninstrumented;  ///< commands that build the kernels without checks
    std::vector<std::uintptr_t> uninstrumented_host;       ///< host functions that compute much
    std::vector<std::shared_ptr<const temporary_folder>> translations;
};

/// The tools with flags by which a program knows the alignment of what it accesses.
toolchain knowing_alignment(toolchain tools);

/// Throws unusable_file where it did not succeed.
void expect_success(const std::filesystem::path& file, const process_result& compiled);

/// Compiles and links all sources of the program.
built_program build(const options& request, const toolchain& tools, const std::filesystem::path& folder);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
