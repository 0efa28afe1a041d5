// From source files to a program for the emulator.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "check/base/options.hpp"
#include "check/base/process.hpp"

#include "sources.hpp"

namespace strider::kernel_check {

struct compiled_source {
    process_result how;  ///< what the compiler said
    bool has_main = false;
    kernel_names kernels;
    launch_lines launches;
    std::vector<emulation::finding> notes;    ///< of what the compiler warns of
    std::vector<std::string> uninstrumented;  ///< the command for its uninstrumented build, but for the output file
    std::shared_ptr<const temporary_folder> folder;  ///< of the translation, which that command reads
};

/// Whether the file is CUDA: *.cu, and what is not known as C or C++.
bool is_cuda(const std::filesystem::path& file);

/// Compiles one source with the user's arguments. CUDA is translated and instrumented; C and C++ are compiled as they
/// are, for the host. `action` is -c or what takes its place. Throws unusable_file, translation_error.
compiled_source compile_source(const toolchain& tools, const std::filesystem::path& source,
                               const std::vector<std::string>& arguments, const std::filesystem::path& output,
                               bool cuda, const std::string& action = "-c", const added_code& more = {});

/// Links objects, and what `arguments` says of libraries, with the emulator.
process_result link_program(const toolchain& tools, const std::vector<std::string>& objects,
                            const std::vector<std::string>& arguments, const std::filesystem::path& program);

/// The first error of the compiler in one line. For a missing header of the toolkit, the line says that the emulator
/// does not have it.
std::string first_error(const std::string& compiler_output);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
