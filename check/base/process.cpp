#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>
#include "supervision.hpp"

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

/// A group of its own; its number, or an error, negative.
pid_t start(std::vector<std::string>& command, std::vector<std::string>& environment, int output, bool reads_input,
            const sigset_t& mask) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // A terminal is for the group in front, which the program is not in.
    if (!reads_input || isatty(STDIN_FILENO) != 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &mask);
    // Reports name addresses, and are the same each time. Where that is not allowed, nothing changes.
    const int persona = personality(0xFFFF'FFFF);
    if (persona >= 0) personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE);
    pid_t child = 0;
    const int error = posix_spawnp(&child, command[0].c_str(), &actions, &attributes, pointers(command).data(),
                                   pointers(environment).data());
    if (persona >= 0) personality(static_cast<unsigned long>(persona));
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error == 0 ? child : -error;
}

bool (*asked_to_end)() = nullptr;

}  // namespace

temporary_folder::temporary_folder(const std::filesystem::path& parent)
    : path_([&] {
          std::string name = (parent / "strider-check-XXXXXX").string();
          if (mkdtemp(name.data()) == nullptr)
              throw std::runtime_error("cannot make a folder in " + parent.string() + ": " + std::strerror(errno));
          return name;
      }()),
      guard_(path_) {}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void end_processes_where(bool (*asked)()) { asked_to_end = asked; }
bool processes_end() { return asked_to_end != nullptr && asked_to_end(); }

process_result run_process(std::vector<std::string> command,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::chrono::milliseconds time_limit, bool reads_input,
                           const std::function<void(std::string_view)>& heard) {
    std::vector<std::string> variables;
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);  // the first one counts
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    supervised child([&](const sigset_t& mask) { return start(command, variables, ends[1], reads_input, mask); });
    close(ends[1]);
    if (child.id() < 0) {
        close(ends[0]);
        throw std::runtime_error("cannot run " + command[0] + ": " + std::strerror(-child.id()));
    }

    process_result result;
    using clock = std::chrono::steady_clock;
    auto deadline = clock::now() + time_limit;
    bool is_open = true, is_asked = false;
    while (is_open || !child.status()) {
        const auto time_left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now());
        if (!is_asked) {
            result.interrupted = processes_end();
            result.timed_out = time_left.count() <= 0;
            is_asked = result.interrupted || result.timed_out;
            if (is_asked) {  // to end, and to say where it stands
                kill(-child.id(), SIGTERM);
                deadline = clock::now() + std::chrono::seconds(2);
                continue;
            }
        } else if (time_left.count() <= 0) {
            break;
        }
        // Where nothing tells of the end, it is asked for.
        const long most = is_open || child.line() >= 0 ? 100 : 10;
        pollfd readable[] = {{is_open ? ends[0] : -1, POLLIN, 0}, {child.line(), POLLIN, 0}};
        if (poll(readable, 2, static_cast<int>(std::min(time_left.count(), most))) <= 0 || readable[0].revents == 0)
            continue;
        char buffer[4096];
        const ssize_t got = read(ends[0], buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR) continue;
        is_open = got > 0;
        if (!is_open) continue;
        const std::string_view text{buffer, static_cast<std::size_t>(got)};
        if (heard) heard(text);
        result.output.append(text.substr(0, most_output - result.output.size()));
    }
    close(ends[0]);
    const std::optional<int> status = child.status();
    if (is_asked) child.end();
    if (status && WIFEXITED(*status)) result.status = WEXITSTATUS(*status);
    if (status && WIFSIGNALED(*status) && !is_asked) result.signal = WTERMSIG(*status);
    return result;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
