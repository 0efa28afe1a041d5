#include <lab/output/destination.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <lab/errors.hpp>
#include <lab/output/numbers.hpp>

namespace strider::lab {
namespace {

/// Tables fit this many columns, and no fewer.
constexpr unsigned narrowest = 80;

bool is_stream(const std::string& path) { return path == standard_stream; }

std::runtime_error failure(const std::string& path) {
    return std::runtime_error(
        fmt::format("writing {}: {}", is_stream(path) ? "standard output" : path, std::strerror(errno)));
}

/// It cannot move its cursor.
bool dumb_terminal() {
    const char* terminal = std::getenv("TERM");
    return !terminal || std::strcmp(terminal, "dumb") == 0;
}

bool wants_no_colour() {
    const char* no_color = std::getenv("NO_COLOR");
    return no_color && *no_color;
}

usage_error unwritable(std::string_view option, const std::string& path) {
    return usage_error(
        fmt::format("{} {}: cannot be written ({}); name a file that may be written in a folder that exists", option,
                    path, std::strerror(errno)));
}

}  // namespace

destination::destination(std::string path, std::string_view option) : path_(std::move(path)), file_(-1) {
    const place to = place_of(path_);
    if (to.descriptor >= 0) {
        file_ = ::fcntl(to.descriptor, F_DUPFD_CLOEXEC, 3);
    } else if (to.exists && !to.is_file()) {  // a device or a pipe cannot be replaced: it is written to
        file_ = ::open(to.path.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        open_aside(to);
    }
    if (file_ < 0) throw unwritable(option, path_);
}

destination::destination(const std::string& path, std::string_view option, ranks& peers)
    : destination(peers.is_first() ? path : std::string(nowhere), option) {
    if (peers.is_alone()) return;
    peers_ = &peers;
    path_ = path;
    if (peers.is_first() && !aside_) {
        throw usage_error(fmt::format("{} {}: is not a file, and several processes write one; name one", option, path));
    }
    const std::string aside =
        peers.gather(aside_ ? std::filesystem::absolute(aside_->path()).string() : std::string())[0];
    if (!peers.is_first()) {
        aside_.emplace(aside);
        ::close(file_);
        file_ = ::open(aside.c_str(), O_WRONLY | O_CLOEXEC);
    }
    const int error = errno;
    peers.gather({});  // all have opened it: a rank that fails from here on ends the first one, which removes the file
    errno = error;
    if (file_ < 0) throw unwritable(option, path_);
}

destination::~destination() { ::close(file_); }

/// Opens the file beside the one to be replaced; file_ stays -1, and errno says why, where that cannot be.
void destination::open_aside(const place& to) {
    if (to.exists) {
        const bool is_protected = (to.found.st_mode & 0222) == 0;  // which stops root as well
        if (is_protected) errno = EACCES;
        if (is_protected || ::faccessat(AT_FDCWD, to.path.c_str(), W_OK, AT_EACCESS) != 0) return;
    }
    struct stat link{};
    if (!to.exists && ::lstat(to.path.c_str(), &link) == 0) {  // links that lead to links without an end
        errno = ELOOP;
        return;
    }
    target_ = to.path;
    aside_.emplace(fmt::format("{}.{}.part", target_, ::getpid()));
    file_ = ::open(aside_->path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, to.exists ? 0600 : 0666);
    if (file_ < 0 || !to.exists) return;
    [[maybe_unused]] const int owned = ::fchown(file_, to.found.st_uid, to.found.st_gid);  // where that is allowed
    ::fchmod(file_, to.found.st_mode & 0777);
}

style destination::table_style() const {
    style how;
    if (!is_stream(path_) || !::isatty(STDOUT_FILENO)) return how;
    how.terminal = !dumb_terminal() && !wants_no_colour();
    winsize size{};
    const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    how.width = is_known ? std::max<unsigned>(narrowest, size.ws_col) : narrowest;
    return how;
}

template <class Write>
void destination::write_fully(std::string_view bytes, Write write) {
    while (!bytes.empty()) {
        const ssize_t written = write(bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw failure(path_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void destination::append(std::string_view bytes) {
    write_fully(bytes, [this](std::string_view rest) { return ::write(file_, rest.data(), rest.size()); });
}

void destination::start_at(std::uint64_t offset) {
    if (::lseek(file_, static_cast<off_t>(offset), SEEK_SET) < 0) throw failure(path_);
}

void destination::write_at(std::uint64_t offset, std::string_view bytes) {
    auto at = static_cast<off_t>(offset);
    write_fully(bytes, [&](std::string_view rest) {
        const ssize_t written = ::pwrite(file_, rest.data(), rest.size(), at);
        at += std::max<ssize_t>(written, 0);
        return written;
    });
}

void destination::commit() {
    if (!aside_) return;
    if (::fsync(file_) != 0) throw failure(path_);
    if (peers_) peers_->gather({});  // all have written their parts
    const bool renames = !peers_ || peers_->is_first();
    if (renames && ::rename(aside_->path().c_str(), target_.c_str()) != 0) throw failure(path_);
    aside_->keep();
    aside_.reset();
}

void destination::write(std::string_view text) {
    append(text);
    commit();
}

void deliver(const report& what, const output_format& format, destination& to) {
    to.write(format.write(what, to.table_style()));
    if (format.for_people && to.path() != nowhere) return;
    for (const section& part : what) {
        for (const std::string& warning : part.warnings) fmt::print(stderr, "strider: {}\n", warning);
    }
}

bool deliver_somewhere(const report& what, const output_format& format, destination& to) try {
    deliver(what, format, to);
    return true;
} catch (const std::runtime_error& failed) {
    for (const auto& [stream, name] :
         {std::pair(STDOUT_FILENO, "standard output"), std::pair(STDERR_FILENO, "standard error")}) {
        if (is_stream(to.path()) && stream == STDOUT_FILENO) continue;
        try {
            destination other(fmt::format("/dev/fd/{}", stream));
            deliver(what, format, other);
            fmt::print(stderr, "strider: {}; the report went to {} instead\n", failed.what(), name);
            return false;
        } catch (const std::runtime_error&) {  // nor there
        }
    }
    throw;
}

progress::progress() : terminal_(!silenced_ && ::isatty(STDERR_FILENO) && !dumb_terminal()) {}

progress::~progress() { erase(); }

void progress::say(std::string_view text) {
    if (!terminal_) return;
    winsize size{};
    const std::size_t width = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
    text = text.substr(0, std::min(text.size(), width));
    std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
    std::fflush(stderr);
    said_ = true;
}

void progress::erase() {
    if (said_) std::fputs("\r\033[K", stderr);
    said_ = false;
}

void progress::let_through(std::string_view text) {
    erase();
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void progress::say_share(std::uint64_t done, std::uint64_t all, std::uint64_t bytes_of_one) {
    constexpr auto pause = std::chrono::milliseconds(100);
    const auto now = std::chrono::steady_clock::now();
    if (started_ == decltype(started_){}) started_ = now;
    if (said_ && now - said_at_ < pause) return;
    said_at_ = now;
    say(share_text(done, all, bytes_of_one, std::chrono::duration<double>(now - started_).count()));
}

std::string share_text(std::uint64_t done, std::uint64_t all, std::uint64_t bytes_of_one, double seconds) {
    const auto finished = static_cast<double>(done), whole = static_cast<double>(std::max<std::uint64_t>(all, 1));
    std::string text = fmt::format("{:.0f}%", 100 * finished / whole);
    if (done == 0 || !(seconds > 0)) return text;
    const double left = seconds * (whole - finished) / finished;
    text += fmt::format(", {} GB/s, ", measured(finished * static_cast<double>(bytes_of_one) / seconds / 1e9));
    return text + (left < 90 ? fmt::format("{:.0f} s left", left) : fmt::format("{:.0f} min left", left / 60));
}

}  // namespace strider::lab
