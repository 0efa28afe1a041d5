// Shared by commands: the action, and the options of output, device and operator.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <lab/base/options/command_line.hpp>
#include <lab/base/output/place.hpp>

namespace strider::lab {

struct output_format;

/// Runs once the options are parsed; returns the exit status. Throws usage_error.
using action = std::function<int()>;

/// --format and --report, which every command takes.
struct output_options {
    std::string format;  ///< empty: as the report's ending says, else a table
    std::string report;
    bool has_findings = false;  ///< so that it takes the formats of findings, too
    bool has_grades = false;    ///< and those of grades

    /// Where the report goes: to standard output unless --report names a file.
    std::string report_path() const;
};

void declare_report(command_line& options, output_options& into);

/// --device, of `auto`, which `into` holds, and the devices that the command can run on.
void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark = {});

/// --operator, which operation_named takes.
void declare_operator(command_line& options, std::string& into);

/// The format of the report: what was given, else what its file's ending names, else a table.
const output_format& format_of(const output_options& given);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
