#include <lab/launches/answers.hpp>

#include <csignal>
#include <iostream>

#include "check/calls.hpp"

#include <lab/base/errors.hpp>
#include <lab/report/check_records.hpp>

namespace strider::lab {

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
