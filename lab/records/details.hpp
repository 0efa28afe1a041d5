// Where the cost of a rung comes from: its launches, the lines of its source, and the requests of one warp.
#pragma once

#include <strider/emulator/session.hpp>

#include <string>

#include <lab/base/record.hpp>

namespace strider::lab {

/// "ladders/reduce/gpu/01_interleaved_modulo.cu", wherever the source tree lies.
std::string in_source_tree(const std::string& file);

/// Adds "launches" with their counters, "lines" with their counters that are not zero, and "requests" with the
/// addresses of their lanes. An address is the distance from the least one, rounded down to 128 bytes; -1 for a lane
/// that takes no part. A line has "inlined_at" where it stands in a function that was inlined. Files are named by their
/// places in the source tree.
void add_details(record& to, const emulation::details& seen);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
