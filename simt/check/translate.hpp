// From CUDA C++ to C++: what only nvcc understands is rewritten into calls of <strider/simt/program.hpp>, on the
// same line, so that compiler errors and findings name the user's file.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace strider::kernel_check {

/// Source that cannot be translated; what() is "FILE:LINE: what it is, and what to write instead".
class translation_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where a function runs, as __host__ and __device__ say.
struct sides {
    bool host = false, device = false;
};

/// What the sources of a program declare that is needed to translate any one of them.
struct kernel_names {
    std::set<std::string, std::less<>> plain;                         ///< kernels, by their unqualified names
    std::set<std::string, std::less<>> templates;                     ///< and those that are templates, or overloaded
    std::map<std::string, sides, std::less<>> side_macros;            ///< macros that say where a function runs
    std::map<std::string, std::string, std::less<>> parameters = {};  ///< of the plain ones, to know overloads
};

/// Where the sources launch a kernel first, as "FILE:LINE".
using launch_lines = std::map<std::string, std::string, std::less<>>;

struct translation {
    std::string text;
    bool has_main = false;
    launch_lines launches;
};

/// Adds the kernels that `source` declares to `names`.
void collect_kernels(std::string_view source, kernel_names& names);

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

}  // namespace strider::kernel_check
