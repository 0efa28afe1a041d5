// What commands have in common: what runs, and the options of their output, their device and their operator.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <lab/base/options/command_line.hpp>
#include <lab/base/output/place.hpp>

namespace strider::lab {

class ranks;
struct output_format;

/// What runs once the options are parsed; returns the exit status. Throws usage_error.
using action = std::function<int()>;

/// The same of a command whose work several processes may share.
using shared_action = std::function<int(ranks& peers)>;

/// --format and --report, which every command takes, and -o of those that make results.
struct output_options {
    std::string format;  ///< empty: as the report's ending says, else a table
    std::string report;
    wanted_results results;
    bool has_findings = false;  ///< so that it takes the formats of findings, too
    bool has_grades = false;    ///< and those of grades
    bool is_given = true;       ///< not by ranks after the first one, which alone prints

    /// Where the report goes: where results go to standard output, nowhere but to the file that --report names.
    std::string report_path() const;
};

/// Of a command that makes nothing but its report: -o is that.
void declare_report(command_line& options, output_options& into);

/// Of a command that makes results, whose formats `what` says.
void declare_results(command_line& options, output_options& into, const std::string& what, bool required = true);

/// --device, of `auto`, which `into` holds, and the devices that the command can run on.
void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark = {});

/// --operator, which operation_named takes.
void declare_operator(command_line& options, std::string& into);

/// The format of the report: what was given, else what its file's ending names, else a table. Throws usage_error where
/// one is given for a report that is left out.
const output_format& format_of(const output_options& given);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
