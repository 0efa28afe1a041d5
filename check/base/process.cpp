#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "call_request.hpp"
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

/// Where a process reads and writes.
struct standard_files {
    int output;
    bool reads_input = false;
    int socket = -1;  ///< is calls_socket there
};

/// A group of its own; its number, or an error, negative.
pid_t start(std::vector<std::string>& command, std::vector<std::string>& environment, const standard_files& files,
            const sigset_t& mask) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // A terminal is for the group in front, which the program is not in.
    if (!files.reads_input || isatty(STDIN_FILENO) != 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, files.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, files.output, STDERR_FILENO);
    if (files.socket >= 0) posix_spawn_file_actions_adddup2(&actions, files.socket, emulation::program::calls_socket);
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

namespace {

/// What the system says to a program's start: this environment first, then this process's own.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more) {
    std::vector<std::string> variables;
    for (const auto& [name, value] : more) variables.push_back(name + "=" + value);  // the first one counts
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
    return variables;
}

/// The ends of a pipe, or of a socket.
struct pipe_ends {
    int read = -1, write = -1;
    pipe_ends() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
        read = ends[0];
        write = ends[1];
    }
    ~pipe_ends() {
        close(read);
        close_write();
    }
    pipe_ends(const pipe_ends&) = delete;
    pipe_ends& operator=(const pipe_ends&) = delete;
    void close_write() {
        if (write >= 0) close(write);
        write = -1;
    }
};

/// Reads what a process writes until it has ended; its status. See run_process().
template <class Child>
process_result follow(Child& child, int output, std::chrono::milliseconds time_limit,
                      const std::function<void(std::string_view)>& heard) {
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
        pollfd readable[] = {{is_open ? output : -1, POLLIN, 0}, {child.line(), POLLIN, 0}};
        if (poll(readable, 2, static_cast<int>(std::min(time_left.count(), most))) <= 0 || readable[0].revents == 0)
            continue;
        char buffer[4096];
        const ssize_t got = read(output, buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR) continue;
        is_open = got > 0;
        if (!is_open) continue;
        const std::string_view text{buffer, static_cast<std::size_t>(got)};
        if (heard) heard(text);
        result.output.append(text.substr(0, most_output - result.output.size()));
    }
    const std::optional<int> status = child.status();
    if (is_asked) child.end();
    if (status && WIFEXITED(*status)) result.status = WEXITSTATUS(*status);
    if (status && WIFSIGNALED(*status) && !is_asked) result.signal = WTERMSIG(*status);
    return result;
}

}  // namespace

process_result run_process(std::vector<std::string> command,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::chrono::milliseconds time_limit, bool reads_input,
                           const std::function<void(std::string_view)>& heard) {
    std::vector<std::string> variables = environment_with(environment);
    pipe_ends pipe;
    supervised child([&](const sigset_t& mask) { return start(command, variables, {pipe.write, reads_input}, mask); });
    pipe.close_write();
    if (child.id() < 0) throw std::runtime_error("cannot run " + command[0] + ": " + std::strerror(-child.id()));
    return follow(child, pipe.read, time_limit, heard);
}

namespace {

/// The process of one call. The program that has made it tells of its status.
class call_process {
public:
    call_process(int socket, pid_t id) : socket_(socket), id_(id) {}
    pid_t id() const { return id_; }
    int line() const { return status_ ? -1 : socket_; }
    std::optional<int> status() {
        int told = 0;
        if (!status_ && recv(socket_, &told, sizeof(told), MSG_DONTWAIT) >= 0) status_ = told;
        return status_;
    }
    void end() {
        kill(-id_, SIGKILL);
        int told = 0;
        if (!status_) recv(socket_, &told, sizeof(told), 0);
    }

private:
    int socket_;
    pid_t id_;
    std::optional<int> status_;
};

void send_with(int socket, const std::string& text, int file) {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    iovec part{const_cast<char*>(text.data()), text.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &file, sizeof(file));
    if (sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
        throw std::runtime_error(std::string("cannot hand on a call: ") + std::strerror(errno));
}

constexpr const char* no_answer = "the program that answers calls has ended";

}  // namespace

call_program::call_program(std::vector<std::string> command,
                           const std::vector<std::pair<std::string, std::string>>& environment) {
    std::vector<std::string> variables = environment_with(environment);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error(std::string("cannot make a socket: ") + std::strerror(errno));
    socket_ = ends[0];
    pipe_ends pipe;
    program_.emplace(
        [&](const sigset_t& mask) { return start(command, variables, {pipe.write, false, ends[1]}, mask); });
    pipe.close_write();
    close(ends[1]);
    std::vector<char> text(std::size_t{1} << 20);
    const ssize_t got = recv(socket_, text.data(), text.size(), 0);
    if (got > 0) {
        description_.assign(text.data(), static_cast<std::size_t>(got));
        return;
    }
    std::string said(4096, '\0');
    said.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(pipe.read, said.data(), said.size()))));
    close(socket_);
    throw std::runtime_error(said.empty() ? no_answer : said);
}

call_program::~call_program() { close(socket_); }

process_result call_program::run(const std::string& request, std::chrono::milliseconds time_limit,
                                 const std::function<void(std::string_view)>& heard) {
    pipe_ends pipe;
    send_with(socket_, request, pipe.write);
    pipe.close_write();
    pid_t id = 0;
    if (recv(socket_, &id, sizeof(id), 0) <= 0 || id < 0) throw std::runtime_error(no_answer);
    call_process call(socket_, id);
    return follow(call, pipe.read, time_limit, heard);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
