// What a compiler takes: a folder of its own, and a program that is run to its end, or to a time limit.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strider::kernel_check {

constexpr std::chrono::minutes compiler_limit{10};

/// A folder of its own, removed with everything in it.
class temporary_folder {
public:
    explicit temporary_folder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct process_result {
    int status = 0;            ///< exit status, where it exited
    int signal = 0;            ///< the signal that ended it, else 0
    bool timed_out = false;    ///< it was ended because its time was over
    bool interrupted = false;  ///< it was ended because the caller asked for it
    std::string output;        ///< what it wrote to standard output and error, at most 1 MiB
};

/// `command[0]` is looked up in PATH; `environment` is added to this process's own. The program runs in a process
/// group of its own. When the time is over, or `interrupted` says so, the group gets a SIGTERM, two seconds to say
/// where it stands, and a SIGKILL.
/// `reads_input` lets it read this process's standard input, where that is a file or a pipe.
/// `heard` is called with what it writes, as it comes; all of it.
/// Throws std::runtime_error if it cannot be started.
process_result run_process(const std::vector<std::string>& command,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::chrono::milliseconds time_limit, bool reads_input = false,
                           const std::function<void(std::string_view)>& heard = {},
                           const std::function<bool()>& interrupted = {});

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
