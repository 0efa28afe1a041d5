// Defects of a checked program's calls of the runtime, which belong to no kernel.
#pragma once

#include <string>

#include <strider/emulator/session.hpp>

namespace strider::emulation::program {

/// This thread has a session from now on.
void need_session();

/// Whether the program was translated, so that this thread has a session from now on.
bool is_checked();

/// `finish` is called when the program ends, before its report.
void before_report(void (*finish)());

/// The program has called this function of a library, whose memory is checked.
void note_library_call(const std::string& name);

/// A finding at the call `at`, which launches `kernel` or not. Nothing where the program is not a checked one, but
/// merely linked with the runtime.
void report_defect(finding_kind kind, const void* at, std::string message, std::string fix,
                   const void* kernel = nullptr, weight counts = weight::finding);
/// How many calls of this thread had a defect that was reported.
unsigned& reported_defects();

/// Whether the program's sources define a kernel of the function's name: by that alone instances of templates are known
/// whose address the program takes from a variable.
bool defines_kernel(const void* function);

/// While it lives, the program runs a kernel: a SIGTERM makes it say so in its report.
class running_kernel_scope {
public:
    running_kernel_scope(const void* kernel, const void* launched_at) noexcept;
    ~running_kernel_scope();
    running_kernel_scope(const running_kernel_scope&) = delete;
    running_kernel_scope& operator=(const running_kernel_scope&) = delete;
};

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
