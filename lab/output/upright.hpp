// One record for people: a line a field.
#pragma once

#include <string>

#include <lab/output/destination.hpp>
#include <lab/output/report.hpp>

namespace strider::lab {

/// A view of a command's one record, without what the title says already (schema, command, device).
section upright(const record& one, const std::string& title);

/// Writes the one record that a command on data gives; formats for people show it upright.
void deliver_record(const record& one, const std::string& title, const output_format& format, destination& to);

}  // namespace strider::lab
