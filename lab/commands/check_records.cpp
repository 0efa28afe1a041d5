#include <lab/commands/check_records.hpp>

#include <csignal>
#include <iostream>

#include "check/calls.hpp"

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

namespace {
volatile std::sig_atomic_t call_is_to_end = 0;
}  // namespace

int answer_calls(const kernel_check::options& request, const std::vector<std::string>& names) {
    kernel_check::called_file file(request, names);
    struct sigaction ends_call{};
    ends_call.sa_handler = [](int) { call_is_to_end = 1; };
    ends_call.sa_flags = SA_RESTART;
    sigaction(SIGINT, &ends_call, nullptr);
    kernel_check::end_processes_where([] { return call_is_to_end != 0; });
    std::cout << file.description() << std::endl;
    for (std::string call; std::getline(std::cin, call);) {
        call_is_to_end = 0;
        const kernel_check::result checked = file.call(call);
        record answer = record::array();
        for (const std::string& line : checked.records) answer.push_back(report_record(line));
        answer.push_back(verdict_record(request.file.string(), checked));
        std::cout << answer.dump(-1, ' ', false, record::error_handler_t::replace) << std::endl;
    }
    return exit_success;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
