// One record for people: a line a field.
#pragma once

#include <string>
#include <vector>

#include <data/readers/notes.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/report.hpp>

namespace strider::lab {

/// A view of a command's one record, without what the title says already (schema, command, device), and warnings say
/// (left_out, header).
section upright(const record& row, const std::string& title);

/// What was decided and left out where the file was read: as fields of the record, and what of it is a warning.
void add_notes(record& row, const reading_notes& notes);
std::vector<std::string> warnings_of(const reading_notes& notes);

/// Writes the one record that a command on data gives; formats for people show it upright.
void deliver_record(const record& row, const std::string& title, const output_format& format, destination& to,
                    std::vector<std::string> warnings = {});

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
