// Where output goes: standard output, or a file that appears only when it is whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <lab/base/output/place.hpp>
#include <lab/base/output/report.hpp>
#include <lab/base/output/unfinished.hpp>

namespace strider::lab {

/// Writes to a stream that is open already ("-" is standard output), to a device or a pipe, or beside a file and then
/// in its place by renaming. That file is the one that symbolic links lead to; its mode stays.
class destination {
public:
    /// Throws usage_error, which names the option that the path came from, where no file can be made there, or one is
    /// there that nobody may write to: before anything is run, not after.
    explicit destination(std::string path, std::string_view option = "--report");
    ~destination();
    destination(const destination&) = delete;
    destination& operator=(const destination&) = delete;

    /// How tables are to be drawn there.
    style table_style() const;

    /// Writes all of `text`; once. Throws std::runtime_error where it cannot be written whole.
    void write(std::string_view text);

    const std::string& path() const { return path_; }

private:
    void open_aside(const place& to);

    std::string path_, target_;
    std::optional<unfinished_file> aside_;  ///< the file until it is whole; none of what cannot be replaced
    int file_;
};

/// Writes the report there; its warnings go to standard error where the format, or nowhere, has no place for them.
void deliver(const report& what, const output_format& format, destination& to);

/// The same for what took long to make: where it cannot be written there (a full disk), it goes to standard output, or
/// else to standard error, and one line says so. Whether it was written where it should go.
bool deliver_somewhere(const report& what, const output_format& format, destination& to);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
