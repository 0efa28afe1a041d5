// The command line: turns every error into one line and an exit status.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include <lab/command_line.hpp>
#include <lab/errors.hpp>
#include <lab/output/unfinished.hpp>
#include <ladders/library.hpp>

namespace {

int fail(int status, const char* message) {
    std::fprintf(stderr, "strider: %s\n", strider::lab::one_line(message).c_str());
    return status;
}

/// Standard streams that are closed are opened so that to use them fails: else a file of ours would take their place.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

int main(int count, char** words) try {
    hold_standard_streams();
    strider::lab::remove_unfinished_files_on_signals();
    return strider::lab::run_command_line({words + 1, words + count}, "strider " STRIDER_VERSION);
} catch (const strider::lab::usage_error& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const strider::ladders::refusal& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const std::exception& error) {
    return fail(strider::lab::exit_failure, error.what());
}
