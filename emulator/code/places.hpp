// Looks up the kernel, file and line of code addresses.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::emulation {

/// The place of an address, from the outermost function to the innermost inlined one.
struct code_place {
    source_line outer;  ///< the line in the function itself, outside of inlined calls
    source_line line;   ///< the line in the user's code: frames of the emulator's headers are skipped
    std::string chain;  ///< all lines, with inlined calls; equal chains are one place of the source
};

/// Looks up many addresses with one run of addr2line. An unknown address has line 0.
std::vector<code_place> look_up(std::span<const void* const> addresses);

/// A kernel with its namespaces, template arguments and parameters; if these are not known, kernel_name()'s result.
std::string kernel_instance(const void* kernel);

/// `pc` itself if it is in the user's code or inlined into it. In a function of a library's headers, such as
/// thrust::sort, the running lane's call of that function.
const void* in_user_code(const void* pc);

/// The same for host code.
const void* in_host_code(const void* pc);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
