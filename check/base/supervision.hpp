// Ends the children of a process and removes its folders when the process ends, even by SIGKILL.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>

namespace strider::kernel_check {

/// A process whose parent is a supervisor: where this process ends, the supervisor ends the other, and all that it has
/// started. A process that may not fork is the parent itself, and leaves that to its own supervisor.
class supervised {
public:
    /// `start` starts the process with this mask of signals, and returns its number; an error is negative.
    explicit supervised(const std::function<pid_t(const sigset_t& mask)>& start);
    /// Calls end() where the process runs.
    ~supervised();
    supervised(const supervised&) = delete;
    supervised& operator=(const supervised&) = delete;

    pid_t id() const { return id_; }
    /// A file that can be read when the process has ended; -1: there is none.
    int line() const { return line_; }
    /// As waitpid() gives it; nothing while the process runs.
    std::optional<int> status();
    /// Ends the process, and all that it has started.
    void end();

private:
    void leave(bool ends);

    pid_t supervisor_ = -1, id_ = -1;
    int line_ = -1;
    std::optional<int> status_;
};

/// Removes a folder when this process has ended, and all that is supervised for it.
class folder_guard {
public:
    explicit folder_guard(const std::filesystem::path& folder);
    ~folder_guard();
    folder_guard(const folder_guard&) = delete;
    folder_guard& operator=(const folder_guard&) = delete;

private:
    pid_t guard_ = -1;
    int line_ = -1;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
