// What a program says of itself when a signal ends it.
#pragma once

#include <csignal>

namespace strider::emulation {

/// From now on a signal that ends the program first appends a line of JSON to the file: {"died_of": the signal,
/// "thrown": the mangled type of an exception that nobody caught, or "", "frames": where the program stood, as offsets
/// in its file, in hexadecimal, the innermost first}. Signals that the program handles itself stay its own.
void tell_crashes(const char* file);

/// Whether this handler would tell.
bool tells_crashes(const struct sigaction& handler);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
