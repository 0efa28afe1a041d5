// The kernels of the program once more, as plain code: compiled from the same translated sources, optimised and without
// callbacks, when a large launch asks for them first. The plain code has the program's own variables: its image is
// linked for addresses beside the program's, where the names of all variables stand for what the program has.
#pragma once

#include <string>
#include <vector>

#include "plain_assembly.hpp"

namespace strider::emulation {

/// The plain form of a kernel, or of another function; null: there is none, so that all its blocks are checked.
/// `compile`: commands, each of which writes assembly into the file that its last word names.
const void* plain_form(const void* kernel, const std::vector<std::vector<std::string>>& compile);

/// From now on these host functions run as plain code where they may: as many of them as call nothing of the
/// emulator's. Before the first call of the above.
void run_as_plain(const plain_host& host, const std::vector<std::vector<std::string>>& compile);

/// Why there was none, after such a call.
const char* why_no_plain_form();

/// Virtual functions are those of the plain form, or the program's own again.
void call_plain_virtuals(bool plain);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
