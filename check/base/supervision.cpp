#include "supervision.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

namespace strider::kernel_check {
namespace {

/// The ends of the pipes to the guards of folders. Supervisors keep them open, so that the guards wait for them.
struct guard_lines {
    std::mutex mutex;
    std::set<int> all;
};
guard_lines& guards() {
    static auto* const lines = new guard_lines;
    return *lines;
}

template <class Call>
auto without_interruption(const Call& call) {
    for (;;)
        if (const auto result = call(); result >= 0 || errno != EINTR) return result;
}

void close_all_but(const std::set<int>& kept) {
    const auto close_from = [](int first, int last) {
        constexpr int most = 4096;  // where the system has no such call
        if (first <= last && close_range(static_cast<unsigned>(first), static_cast<unsigned>(last), 0) != 0)
            for (int one = first; one <= last && one < most; ++one) close(one);
    };
    int first = 0;
    for (const int one : kept) {
        close_from(first, one - 1);
        first = one + 1;
    }
    close_from(first, INT_MAX);
}

/// Forks a process that does this. Signals do not reach it, but for SIGKILL.
template <class Do>
pid_t fork_to(const Do& work) {
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    std::unique_lock lock(guards().mutex);  // the child sees the lines as they are
    const pid_t child = fork();
    lock.unlock();
    if (child == 0) {
        try {
            work(mask);
        } catch (...) {
        }
        _exit(0);
    }
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    return child;
}

/// Ends the children of this process; false: it has none, or the system does not tell of them.
bool kill_children() {
    bool any = false;
    std::error_code none;
    for (const auto& process : std::filesystem::directory_iterator("/proc", none)) {
        std::ifstream file(process.path() / "stat");
        std::string text;
        if (!std::getline(file, text)) continue;
        pid_t parent = 0;  // behind the name, in brackets, and the state
        if (const std::size_t name = text.rfind(')'); name + 4 < text.size()) parent = std::atoi(&text[name + 4]);
        if (parent != getpid()) continue;
        any = true;
        kill(std::atoi(process.path().filename().c_str()), SIGKILL);
    }
    return any;
}

/// The status, as waitpid() would give it, of a child that has ended, but stays until somebody waits for it.
std::optional<int> status_of(pid_t child) {
    siginfo_t how{};
    if (waitid(P_PID, static_cast<id_t>(child), &how, WEXITED | WNOHANG | WNOWAIT) != 0 || how.si_pid != child)
        return std::nullopt;
    return how.si_code == CLD_EXITED ? how.si_status << 8 : how.si_status;
}

void await_child(std::chrono::milliseconds most) {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    const timespec time{0, std::chrono::nanoseconds(most).count()};
    sigtimedwait(&children, nullptr, &time);
}

/// Compilers get the time to remove their own files.
void ask_to_end(pid_t child) {
    using namespace std::chrono;
    if (kill(-child, SIGTERM) != 0) kill(child, SIGTERM);
    for (const auto end = steady_clock::now() + milliseconds(300); !status_of(child) && steady_clock::now() < end;)
        await_child(milliseconds(50));
}

/// Orphans become children of this process, which is a subreaper.
void end_all(pid_t child) {
    kill(-child, SIGKILL);
    for (;;) {
        const bool any = kill_children();
        pid_t reaped = 0;
        while ((reaped = waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (reaped < 0 || !any) return;
        await_child(std::chrono::milliseconds(10));
    }
}

/// What the other side of the line says at the end. Nothing: it is gone.
constexpr char leave_alone = 'l', end_now = 'e';

/// What the supervisor does: it tells of the child's number, and of its end.
void supervise(int line, const std::function<pid_t(const sigset_t&)>& start, const sigset_t& mask) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t child = start(mask);
    send(line, &child, sizeof(child), MSG_NOSIGNAL);
    if (child < 0) return;
    setpgid(0, 0);  // what ends a whole group must not end this
    std::set<int> kept = guards().all;
    kept.insert(line);
    close_all_but(kept);
    struct sigaction wakes{};
    wakes.sa_handler = [](int) {};
    sigaction(SIGCHLD, &wakes, nullptr);
    sigset_t blocked;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGCHLD);
    pollfd said{line, POLLIN, 0};
    for (bool told = false; ppoll(&said, 1, nullptr, &blocked) <= 0 || (said.revents & (POLLIN | POLLHUP)) == 0;) {
        const std::optional<int> status = status_of(child);
        if (!told && status) told = send(line, &*status, sizeof(*status), MSG_NOSIGNAL) > 0;
    }
    char word = 0;
    if (recv(line, &word, sizeof(word), 0) <= 0) ask_to_end(child);
    if (word != leave_alone) return end_all(child);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
}

}  // namespace

supervised::supervised(const std::function<pid_t(const sigset_t& mask)>& start) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error(std::string("cannot make a pair of sockets: ") + std::strerror(errno));
    supervisor_ = fork_to([&](const sigset_t& mask) {
        close(ends[0]);
        supervise(ends[1], start, mask);
    });
    close(ends[1]);
    if (supervisor_ >= 0) {
        line_ = ends[0];
        const auto got = without_interruption([&] { return recv(line_, &id_, sizeof(id_), 0); });
        if (got != sizeof(id_)) id_ = -ECHILD;
        return;
    }
    close(ends[0]);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    id_ = start(mask);
}

supervised::~supervised() { leave(!status()); }

std::optional<int> supervised::status() {
    if (status_ || id_ < 0) return status_;
    int status = 0;
    if (line_ < 0) {
        if (waitpid(id_, &status, WNOHANG) != 0) status_ = status;
    } else if (const auto got = recv(line_, &status, sizeof(status), MSG_DONTWAIT); got > 0) {
        status_ = status;
    } else if (got == 0) {  // somebody has killed the supervisor
        kill(-id_, SIGKILL);
        status_ = SIGKILL;
    }
    return status_;
}

void supervised::end() { leave(true); }

void supervised::leave(bool ends) {
    if (supervisor_ < 0) {
        if (!ends || id_ < 0) return;
        kill(-id_, SIGKILL);
        if (!status_) without_interruption([&] { return waitpid(id_, nullptr, 0); });
    } else {
        send(line_, ends ? &end_now : &leave_alone, 1, MSG_NOSIGNAL);
        close(line_);
        without_interruption([&] { return waitpid(supervisor_, nullptr, 0); });
    }
    supervisor_ = id_ = line_ = -1;
}

folder_guard::folder_guard(const std::filesystem::path& folder) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    guard_ = fork_to([&](const sigset_t&) {
        setpgid(0, 0);
        close_all_but({ends[0]});
        char removed = 0;
        std::error_code ignored;
        if (read(ends[0], &removed, sizeof(removed)) == 0) std::filesystem::remove_all(folder, ignored);
    });
    close(ends[0]);
    const std::lock_guard guard(guards().mutex);
    if (guard_ < 0)
        close(ends[1]);
    else
        guards().all.insert(line_ = ends[1]);
}

folder_guard::~folder_guard() {
    if (guard_ < 0) return;
    [[maybe_unused]] const ssize_t told = write(line_, "", 1);
    {
        const std::lock_guard guard(guards().mutex);
        guards().all.erase(line_);
        close(line_);
    }
    without_interruption([&] { return waitpid(guard_, nullptr, 0); });
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
