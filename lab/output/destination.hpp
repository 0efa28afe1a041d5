// Where output goes: standard output, or a file that appears only when it is whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <lab/output/place.hpp>
#include <lab/output/report.hpp>
#include <lab/output/unfinished.hpp>
#include <lab/ranks/ranks.hpp>

namespace strider::lab {

/// Writes to a stream that is open already ("-" is standard output), to a device or a pipe, or beside a file and then
/// in its place by renaming. That file is the one that symbolic links lead to; its mode stays.
class destination {
public:
    /// Throws usage_error, which names the option that the path came from, where no file can be made there, or one is
    /// there that nobody may write to: before anything is run, not after.
    explicit destination(std::string path, std::string_view option = "--report");
    /// One file of all ranks, each of which writes its part (start_at); it appears when all have committed it. All
    /// other outputs are those of the first rank.
    destination(const std::string& path, std::string_view option, ranks& peers);
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

private:
    template <class Write>
    void write_fully(std::string_view bytes, Write write);

    void open_aside(const place& to);

    std::string path_, target_;
    std::optional<unfinished_file> aside_;  ///< the file until it is whole; none of what cannot be replaced
    int file_;
    ranks* peers_ = nullptr;  ///< where several write to it
};

/// Writes the report there; its warnings go to standard error where the format, or nowhere, has no place for them.
void deliver(const report& what, const output_format& format, destination& to);

/// The same for what took long to make: where it cannot be written there (a full disk), it goes to standard output, or
/// else to standard error, and one line says so. Whether it was written where it should go.
bool deliver_somewhere(const report& what, const output_format& format, destination& to);

/// "45%, 1.20 GB/s, 3 s left" of a file of `all` elements; without rate and time until some are done.
std::string share_text(std::uint64_t done, std::uint64_t all, std::uint64_t bytes_of_one, double seconds);

/// Says on a terminal what is being done; says nothing where standard error is no terminal.
class progress {
public:
    progress();
    ~progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;

    /// Replaces what was said before.
    void say(std::string_view text);
    /// The same, by share_text(), some times a second.
    void say_share(std::uint64_t done, std::uint64_t all, std::uint64_t bytes_of_one);
    /// Writes to standard error what a program that runs has to say, in place of what was said.
    void let_through(std::string_view text);

    /// From now on nothing is said: results go to the terminal.
    static void silence() { silenced_ = true; }

private:
    static inline bool silenced_ = false;
    void erase();

    bool terminal_;
    bool said_ = false;
    std::chrono::steady_clock::time_point started_{}, said_at_{};
};

}  // namespace strider::lab
