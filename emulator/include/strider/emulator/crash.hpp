// The last words of a program that a signal ends.
#pragma once

#include <csignal>

namespace strider::emulation {

/// From now on, a signal that ends the program first appends a line of JSON to the file: {"died_of": the signal,
/// "thrown": the mangled type of the uncaught exception, or "", "frames": the call stack, innermost first, as
/// hexadecimal offsets in the program's file}. Signals that the program handles itself do not write a line.
void tell_crashes(const char* file);

/// Whether this handler is the one that tell_crashes() installs.
bool tells_crashes(const struct sigaction& handler);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
