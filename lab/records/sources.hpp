// The source of a rung: what the step before it did not have, and the lines that cost most.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lab/base/record.hpp>

namespace strider::lab {

/// A rung's file, as "ladders/reduce/gpu/03_strided_index.cu", and its lines; empty where it did not come with this
/// executable. The emulator's rungs are the GPU's.
struct rung_source {
    std::string file;
    std::vector<std::string> lines;
};
rung_source source_of(std::string_view pattern, int number, std::string_view device = "gpu");

/// That of a user's own rung.
rung_source source_in(const std::string& file);

/// The lines that differ, marked by "-" and "+", with two lines round them, marked by a space, and "@@" with the number
/// of the line in `after` where lines are left out. The heads of the files and the registrations are not
/// compared.
std::vector<std::string> differences(const rung_source& before, const rung_source& after);

/// The line of the file that a line or request of a record's details belongs to, by itself or by what is inlined there;
/// 0 where none does.
int own_line(const record& place, const std::string& file);

/// The lines of the rung's own file that waste most, the worst first, at most `most`: "line", "text", and, where they
/// are not 0, "excess_wavefronts" (of bank conflicts), "excess_sectors" (beyond the bytes that the threads ask for) and
/// "idle_steps" (lanes without work, 32 to a step of a warp). What is inlined counts for the line that it is inlined
/// at. `counted` is a record with the details of the rung.
record worst_lines(const record& counted, const rung_source& source, std::size_t most);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
