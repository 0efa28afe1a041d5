// From addresses of code to kernels, files and lines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::emulation {

/// Where an address is, from the outermost function to the innermost inlined one.
struct code_place {
    source_line outer;  ///< in the function itself, whatever was inlined there
    source_line line;   ///< in the user's code: frames of the emulator's own headers are left out
    std::string chain;  ///< all lines, inlined calls included; equal chains are one place of the source
};

/// Looks up many addresses at once, with one run of addr2line; what it does not know has line 0.
std::vector<code_place> look_up(std::span<const void* const> addresses);

/// A kernel with its namespaces, template arguments and parameters; where they are not known, as kernel_name says.
std::string kernel_instance(const void* kernel);

/// `pc` itself where it is in the user's code, or in what is inlined into that; for a function of a library's headers,
/// such as thrust::sort, the running lane's call of it.
const void* in_user_code(const void* pc);

/// The same for the host's code.
const void* in_host_code(const void* pc);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
