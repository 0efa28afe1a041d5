// Where output goes: standard output, or a file that appears only when it is whole.
#pragma once

#include <cstdint>
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

    /// The same in pieces: the file appears when it is committed, and not at all where it never is.
    void append(std::string_view bytes);
    void commit();

    /// Whether it can be written at any place: it is a file, and no pipe or device.
    bool is_file() const { return aside_.has_value(); }

    /// What is appended from now on is written from this offset on; to a file alone.
    void start_at(std::uint64_t offset);

    /// Writes at this offset; to a file alone.
    void write_at(std::uint64_t offset, std::string_view bytes);

    const std::string& path() const { return path_; }

protected:
    // For a file that several processes write: one opens it, the others join it, and one of them puts it in its place.

    /// The file until it is whole; empty where there is none.
    std::string unfinished_path() const;
    /// Writes to the unfinished file of another process, which becomes `path`. Where it cannot be opened, errno says
    /// why, and require_open() throws.
    void join(const std::string& path, const std::string& unfinished);
    void require_open(std::string_view option) const;
    void sync();
    /// It is whole. It gets its name here, or in another process.
    void keep(bool renames);

private:
    template <class Write>
    void write_fully(std::string_view bytes, Write write);

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
