// A temporary folder, and a program that runs to its end or to a time limit.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "supervision.hpp"

namespace strider::kernel_check {

constexpr std::chrono::minutes compiler_limit{10};

/// A folder of its own, removed with everything in it, also where this process is killed.
class temporary_folder {
public:
    explicit temporary_folder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    folder_guard guard_;
};

struct process_result {
    int status = 0;            ///< exit status, where it exited
    int signal = 0;            ///< the signal that ended it, else 0
    bool timed_out = false;    ///< it was ended because its time was over
    bool interrupted = false;  ///< it was ended because processes are to end
    std::string output;        ///< what it wrote to standard output and error, at most 1 MiB

    bool succeeded() const { return status == 0 && signal == 0 && !timed_out && !interrupted; }
};

/// From now on `asked` is asked while processes run: true ends them.
void end_processes_where(bool (*asked)());
bool processes_end();

/// `command[0]` is looked up in PATH; `environment` is added to this process's own. The program runs in a process
/// group of its own. When the time is over, or processes are to end, the group gets a SIGTERM, two seconds to say
/// where it stands, and a SIGKILL; so does every process that the program has started. Where this process is killed, so
/// is the program.
/// `reads_input` lets it read this process's standard input, where that is a file or a pipe.
/// `heard` is called with what it writes, as it comes; all of it.
/// Throws std::runtime_error if it cannot be started.
process_result run_process(std::vector<std::string> command,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::chrono::milliseconds time_limit, bool reads_input = false,
                           const std::function<void(std::string_view)>& heard = {});

/// A program that makes a process for each request: see emulation::program::answer_calls(). It ends with this object.
class call_program {
public:
    /// Throws std::runtime_error where it does not start, with what it says.
    call_program(std::vector<std::string> command, const std::vector<std::pair<std::string, std::string>>& environment);
    ~call_program();
    call_program(const call_program&) = delete;
    call_program& operator=(const call_program&) = delete;

    /// Callables and variables, in JSON.
    const std::string& description() const { return description_; }
    /// As run_process(), for the process of one request.
    process_result run(const std::string& request, std::chrono::milliseconds time_limit,
                       const std::function<void(std::string_view)>& heard = {});

private:
    int socket_ = -1;
    std::string description_;
    std::optional<supervised> program_;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
