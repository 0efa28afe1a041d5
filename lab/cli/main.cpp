// The command line.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "check/base/supervision.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include <lab/base/errors.hpp>
#include <lab/base/output/unfinished.hpp>
#include <lab/cli/run.hpp>

namespace {

/// A caller that gives its process number, and behind a colon perhaps a folder: this process ends when the caller does,
/// and then the folder is removed. The thread of the caller that has started this process waits for it.
std::unique_ptr<strider::kernel_check::folder_guard> end_with_caller() {
    const char* const given = std::getenv("STRIDER_CALLER");
    if (given == nullptr) return nullptr;
    const std::string caller = given;
    ::unsetenv("STRIDER_CALLER");  // it is not that of the processes that this one starts
    std::unique_ptr<strider::kernel_check::folder_guard> guard;
    const std::size_t colon = caller.find(':');
    if (colon != std::string::npos && colon + 1 != caller.size())
        guard = std::make_unique<strider::kernel_check::folder_guard>(caller.substr(colon + 1));
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != std::atoi(caller.c_str())) ::raise(SIGKILL);
    return guard;
}

/// Standard streams that are closed are opened so that to use them fails: else a file of ours would take their place.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

int fail(const std::exception& error, int status) {
    std::fprintf(stderr, "strider: %s\n", strider::lab::one_line(error.what()).c_str());
    return status;
}

}  // namespace

int main(int count, char** words) try {
    hold_standard_streams();
    const auto guard = end_with_caller();
    strider::lab::remove_unfinished_files_on_signals();
    return strider::lab::run_command_line({words + 1, words + count}, "strider " STRIDER_VERSION);
} catch (const strider::lab::usage_error& error) {
    return fail(error, strider::lab::exit_usage);
} catch (const std::exception& error) {
    return fail(error, strider::lab::exit_failure);
}
// SPDX-License-Identifier: Apache-2.0
