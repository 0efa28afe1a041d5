#include <strider/simt/process.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace strider::kernel_check {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 20;

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

pid_t start(std::vector<std::string> command, std::vector<std::string> environment, int output, bool reads_input) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // A terminal is for the group in front, which the program is not in.
    if (!reads_input || isatty(STDIN_FILENO) != 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int error = posix_spawnp(&child, command[0].c_str(), &actions, &attributes, pointers(command).data(),
                                   pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw std::runtime_error("cannot run " + command[0] + ": " + std::strerror(error));
    return child;
}

/// Ends the group. Calls `hear` with what it still writes.
template <class Hear>
void end_group(pid_t group, int output, const Hear& hear) {
    using clock = std::chrono::steady_clock;
    kill(-group, SIGTERM);
    char buffer[4096];
    for (const auto deadline = clock::now() + std::chrono::seconds(2); clock::now() < deadline;) {
        pollfd readable{output, POLLIN, 0};
        if (poll(&readable, 1, 50) <= 0) continue;
        const ssize_t got = read(output, buffer, sizeof(buffer));
        if (got <= 0) break;
        hear({buffer, static_cast<std::size_t>(got)});
    }
    kill(-group, SIGKILL);
}

}  // namespace

temporary_folder::temporary_folder(const std::filesystem::path& parent) {
    std::string name = (parent / "strider-check-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot make a folder in " + parent.string() + ": " + std::strerror(errno));
    path_ = name;
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

process_result run_process(const std::vector<std::string>& command,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::chrono::milliseconds time_limit, bool reads_input,
                           const std::function<void(std::string_view)>& heard,
                           const std::function<bool()>& interrupted) {
    std::vector<std::string> variables;
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);  // the first one counts
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    const pid_t child = [&] {
        try {
            return start(command, variables, ends[1], reads_input);
        } catch (...) {
            close(ends[0]);
            close(ends[1]);
            throw;
        }
    }();
    close(ends[1]);

    process_result result;
    const auto deadline = std::chrono::steady_clock::now() + time_limit;
    const auto hear = [&](std::string_view text) {
        if (heard) heard(text);
        result.output.append(text.substr(0, most_output - result.output.size()));
    };
    char buffer[4096];
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        result.interrupted = interrupted && interrupted();
        result.timed_out = left.count() <= 0;
        if (result.interrupted || result.timed_out) {
            end_group(child, ends[0], hear);
            break;
        }
        pollfd readable{ends[0], POLLIN, 0};
        if (poll(&readable, 1, static_cast<int>(std::min<long>(left.count(), 100))) <= 0) continue;
        const ssize_t got = read(ends[0], buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        hear({buffer, static_cast<std::size_t>(got)});
    }
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status) && !result.timed_out && !result.interrupted) result.signal = WTERMSIG(status);
    return result;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
