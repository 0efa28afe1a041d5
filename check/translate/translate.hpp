// From CUDA C++ to C++: what only nvcc understands is rewritten into calls of <strider/check/runtime/program.hpp>, on
// the same line, so that compiler errors and findings name the user's file.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_names.hpp"

namespace strider::kernel_check {

/// Source that cannot be translated; what() is "FILE:LINE: what it is, and what to write instead".
class translation_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where the sources launch a kernel first, as "FILE:LINE".
using launch_lines = std::map<std::string, std::string, std::less<>>;

struct lines_of_file {
    std::set<int> device;         ///< of functions that run on the device
    std::set<int> shared_stores;  ///< of statements that assign to an element of an array in shared memory
};

struct translation {
    std::string text;
    bool has_main = false;
    launch_lines launches;
    lines_of_file lines;
};

/// The names in the #include lines of `source`, as written; those in angle brackets too.
std::vector<std::string> included_files(std::string_view source);

/// Gives the file to include in place of the one that a source names.
using include_resolver = std::function<std::string(const std::string& name)>;

/// Translates one file. Every kernel that it defines is noted by name, and that a lane has entered it. A launch of a
/// template kernel calls it through a generic lambda, which deduces template arguments; any other callee is passed on.
/// __CUDA_ARCH__ is 900 where only the device compiles; a function of both sides that asks for it is there twice.
/// Throws translation_error for a launch that it does not understand.
translation translate(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                      const include_resolver& resolve);

/// A file of the host alone: only statuses that it does not look at are marked.
std::string translate_host(std::string_view source, std::string_view file_name);

class translator;

/// A form of CUDA's language that C++ does not have.
struct form {
    std::string_view word;                        ///< by which it is met
    void (translator::*rewrite)(std::size_t at);  ///< `at`: the word's first token
    bool in_macros;                               ///< whether it is also rewritten in the replacements of macros
    std::string_view program;                     ///< tests/programs/NAME.cu has it
};

/// Every form that is rewritten.
std::span<const form> forms();

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
