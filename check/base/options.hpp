// Options of `strider check`, and the tools that it compiles with.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check/base/run_options.hpp"

namespace strider::kernel_check {

/// How to compile for the emulator. The defaults are found beside the running program, or in the build tree.
struct toolchain {
    std::string compiler;                      ///< g++ or clang++ with C++20
    std::vector<std::string> compile_flags;    ///< instrumentation
    std::vector<std::string> alignment_flags;  ///< further ones, by which the program tells vectors from structures
    std::string returns;                       ///< one of them: functions that end without `return` return
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::string> link_inputs;  ///< libraries, in the linker's order
    std::filesystem::path cache;           ///< of headers, precompiled; empty: none
};
toolchain default_toolchain();

/// strider in $XDG_CACHE_HOME, or in ~/.cache. Empty where neither variable is set.
std::filesystem::path cache_folder();

/// Findings that are known and accepted: of this kind, at a place in this file, in this kernel. `*`, `?` and [a-z]
/// stand for other characters, as in a shell.
struct suppression {
    std::string kind;
    std::string file;
    std::string kernel;  ///< empty: of every kernel

    bool covers(const emulation::finding& found) const;
};

/// One a line: KIND FILE [KERNEL]; what follows # is a comment. Throws unusable_file.
std::vector<suppression> read_suppressions(const std::filesystem::path& file);

/// CUDA code that stands behind a file of the user's; compilers and findings call it by its name.
struct added_code {
    std::string text = {}, name = {};
};

struct options {
    std::filesystem::path file;
    added_code main = {};                                ///< of a file without one
    std::vector<std::filesystem::path> more_files = {};  ///< of the same program: CUDA, C++ or C
    /// As nvcc takes them: -DNAME, -Xcompiler -fopenmp, more sources, libraries, ...; else handed to the compiler.
    std::vector<std::string> compiler_arguments = {};
    std::vector<std::string> program_arguments = {};
    std::vector<suppression> suppressions = {};
    /// The process's own: how its kernels run. If `session` is detailed, records of kernels have "launch_counts".
    emulation::program::run_options run = {};
    bool require_all = false;  ///< kernels that the program never launches make it fail
    unsigned schedules = 1;    ///< runs, of the session's seed and those that follow; findings of all are merged
    std::optional<std::uint64_t> blocks = {};          ///< checked of a launch; 0: all; none: the budget decides
    unsigned budget = emulation::default_budget;       ///< work to check of a kernel, half of it where it is counted
    std::chrono::seconds time_limit{60};               ///< for the program's run
    std::function<void(std::string_view)> heard = {};  ///< called with what the first run prints, as it comes
    std::optional<toolchain> tools = {};               ///< none: default_toolchain()
};

/// The file cannot be checked: it cannot be read, translated or compiled, or has no main(). what() is one line that
/// says so and what to do, for a compiler error with the compiler's first error. Exit status 2.
class unusable_file : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// No main() stands in any of the files.
class no_main : public unusable_file {
    using unusable_file::unusable_file;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
