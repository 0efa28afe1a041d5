#include <lab/report/check_records.hpp>

#include <lab/base/errors.hpp>

namespace strider::lab {

record report_record(const std::string& line) {
    const record reported = record::parse(line);
    record one = record_of("check");
    for (const auto& [name, value] : reported.items()) one[name] = value;
    return one;
}

record verdict_record(const std::string& file, const kernel_check::result& checked) {
    record one = record_of("check");
    one["file"] = file;
    one["kernels"] = checked.kernels;
    if (!checked.not_run.empty()) one["not_run"] = checked.not_run;
    if (!checked.launched_at.empty()) one["launched_at"] = checked.launched_at;
    one["findings"] = checked.findings.size();
    for (const emulation::finding& note : checked.notes) one["notes"].push_back(emulation::text(note));
    for (const auto& [kernel, part] : checked.in_part)
        one["in_part"].push_back({{"kernel", kernel},
                                  {"blocks", part.blocks},
                                  {"checked_blocks", part.checked_blocks},
                                  {"launches", part.launches},
                                  {"checked_launches", part.checked_launches}});
    if (checked.suppressed != 0) one["suppressed"] = checked.suppressed;
    if (checked.schedules != 0) {
        one["seed"] = checked.first_seed;
        one["schedules"] = checked.schedules;
    }
    one["verified"] = checked.exit_code() == exit_success;
    if (!checked.failure.empty()) one["failure"] = checked.failure;
    if (!checked.failure.empty() && checked.schedules != 0) one["failed_seed"] = checked.failed_seed;
    if (checked.failed_at.line != 0)
        one["where"] = {{"file", checked.failed_at.file}, {"line", checked.failed_at.line}};
    if (!checked.output.empty()) one["output"] = checked.output;
    return one;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
