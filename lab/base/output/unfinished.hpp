// Files that are not whole yet, which no signal may leave behind.
#pragma once

#include <cstddef>
#include <string>

namespace strider::lab {

/// Once, at the start of the program: the signals that end a command, but for those that it was told to ignore, remove
/// its unfinished files first. A file that becomes larger than is allowed (ulimit -f) is an error of write().
void remove_unfinished_files_on_signals();

/// A file that is removed with the object, and by a signal.
class unfinished_file {
public:
    /// Nothing is there yet.
    explicit unfinished_file(std::string path);
    ~unfinished_file();
    unfinished_file(const unfinished_file&) = delete;
    unfinished_file& operator=(const unfinished_file&) = delete;

    const std::string& path() const { return path_; }

    /// It has another name now, and stays.
    void keep();

private:
    std::string path_;
    std::size_t slot_;
    bool kept_ = false;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
