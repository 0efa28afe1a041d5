#include <lab/base/output/destination.hpp>

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
#include <stdexcept>

#include <lab/base/errors.hpp>
#include <lab/base/output/progress.hpp>

namespace strider::lab {
namespace {

/// Tables fit this many columns, and no fewer.
constexpr unsigned narrowest = 80;

bool is_stream(const std::string& path) { return path == standard_stream; }

std::runtime_error failure(const std::string& path) {
    return std::runtime_error(
        fmt::format("writing {}: {}", is_stream(path) ? "standard output" : path, std::strerror(errno)));
}

bool wants_no_colour() {
    const char* no_color = std::getenv("NO_COLOR");
    return no_color && *no_color;
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
    if (file_ >= 0) return;
    throw usage_error(
        fmt::format("{} {}: cannot be written ({}); name a file that may be written in a folder that exists", option,
                    path_, std::strerror(errno)));
}

destination::~destination() { ::close(file_); }

/// Opens the file beside the one to be replaced; file_ stays -1, and errno says why, where that cannot be.
void destination::open_aside(const place& to) {
    if (to.exists) {
        const bool is_protected = (to.status.st_mode & 0222) == 0;  // which stops root as well
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
    [[maybe_unused]] const int owned = ::fchown(file_, to.status.st_uid, to.status.st_gid);  // where that is allowed
    ::fchmod(file_, to.status.st_mode & 0777);
}

style destination::table_style() const {
    style drawing;
    if (!is_stream(path_)) return drawing;
    if (::isatty(STDOUT_FILENO)) {
        drawing.terminal = !is_dumb_terminal() && !wants_no_colour();
        winsize size{};
        const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
        drawing.width = is_known ? std::max<unsigned>(narrowest, size.ws_col) : narrowest;
    }
    if (const char* const columns = std::getenv("COLUMNS"))
        if (const int width = std::atoi(columns); width > 0) drawing.width = std::max<unsigned>(narrowest, width);
    return drawing;
}

void destination::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw failure(path_);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (!aside_) return;
    if (::fsync(file_) != 0 || ::rename(aside_->path().c_str(), target_.c_str()) != 0) throw failure(path_);
    aside_->keep();
    aside_.reset();
}

void deliver(const report& contents, const output_format& format, destination& to) {
    to.write(format.write(contents, to.table_style()));
    if (format.for_people && to.path() != nowhere) return;
    for (const section& part : contents) {
        for (const std::string& warning : part.warnings) fmt::print(stderr, "strider: {}\n", warning);
    }
}

bool deliver_somewhere(const report& contents, const output_format& format, destination& to) try {
    deliver(contents, format, to);
    return true;
} catch (const std::runtime_error& failed) {
    for (const auto& [stream, name] :
         {std::pair(STDOUT_FILENO, "standard output"), std::pair(STDERR_FILENO, "standard error")}) {
        if (is_stream(to.path()) && stream == STDOUT_FILENO) continue;
        try {
            destination other(fmt::format("/dev/fd/{}", stream));
            deliver(contents, format, other);
            fmt::print(stderr, "strider: {}; the report went to {} instead\n", failed.what(), name);
            return false;
        } catch (const std::runtime_error&) {  // nor there
        }
    }
    throw;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
