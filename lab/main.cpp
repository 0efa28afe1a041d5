// The command line: turns every error into one line and an exit status.
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

}  // namespace

int main(int count, char** words) try {
    strider::lab::remove_unfinished_files_on_signals();
    return strider::lab::run_command_line({words + 1, words + count}, "strider " STRIDER_VERSION);
} catch (const strider::lab::usage_error& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const strider::ladders::refusal& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const std::exception& error) {
    return fail(strider::lab::exit_failure, error.what());
}
