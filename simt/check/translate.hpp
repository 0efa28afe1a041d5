// From CUDA C++ to C++: what only nvcc understands is rewritten into calls of <strider/simt/program.hpp>, on the
// same line, so that compiler errors and findings name the user's file.
#pragma once

#include <functional>
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

/// The kernels that a source declares, by their unqualified names.
struct kernel_names {
    std::set<std::string, std::less<>> plain;
    std::set<std::string, std::less<>> templates;
};

struct translation {
    std::string text;
    bool has_main = false;
};

/// Adds the kernels that `source` declares to `names`.
void collect_kernels(std::string_view source, kernel_names& names);

/// The names in the #include "..." lines of `source`, as written.
std::vector<std::string> local_includes(std::string_view source);

/// Gives the file to include in place of the one that a source names.
using include_resolver = std::function<std::string(const std::string& name)>;

/// Translates one file. Every kernel that it defines is noted by name, and that a lane has entered it. A launch of a
/// kernel in `kernels.plain` converts its arguments as a call would; any other callee is called through a generic
/// lambda, which deduces template arguments. Throws translation_error for inline PTX, for `extern __shared__` outside
/// of a function, for launches in macros.
translation translate(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                      const include_resolver& resolve);

}  // namespace strider::kernel_check
