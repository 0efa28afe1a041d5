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
#include <stdexcept>

#include <lab/errors.hpp>

namespace strider::lab {
namespace {

bool is_special_file(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

bool plain_terminal() {
    const char* terminal = std::getenv("TERM");
    const char* no_color = std::getenv("NO_COLOR");
    return !terminal || std::strcmp(terminal, "dumb") == 0 || (no_color && *no_color);
}

}  // namespace

destination::destination(std::string path) : path_(std::move(path)), file_(STDOUT_FILENO) {
    if (path_.empty()) return;
    if (is_special_file(path_)) {  // a device or a pipe cannot be replaced: it is written to
        file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        aside_ = fmt::format("{}.{}.part", path_, ::getpid());
        file_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (file_ < 0) {
        throw usage_error(fmt::format("--out {}: cannot be written ({}); name a file in a folder that exists", path_,
                                      std::strerror(errno)));
    }
}

destination::~destination() {
    if (file_ != STDOUT_FILENO) ::close(file_);
    if (!aside_.empty()) ::unlink(aside_.c_str());
}

style destination::table_style() const {
    style how;
    if (!path_.empty() || !::isatty(STDOUT_FILENO)) return how;
    how.terminal = !plain_terminal();
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) how.width = std::max<unsigned>(how.width, size.ws_col);
    return how;
}

void destination::write(std::string_view text) {
    const auto fail = [this] {
        return std::runtime_error(
            fmt::format("writing {}: {}", path_.empty() ? "standard output" : path_, std::strerror(errno)));
    };
    while (!text.empty()) {
        const ssize_t written = ::write(file_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw fail();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (aside_.empty()) return;
    if (::fsync(file_) != 0 || ::rename(aside_.c_str(), path_.c_str()) != 0) throw fail();
    aside_.clear();
}

void deliver(const report& what, const output_format& format, destination& to) {
    to.write(format.write(what, to.table_style()));
    if (format.for_people) return;
    for (const section& part : what) {
        for (const std::string& warning : part.warnings) fmt::print(stderr, "strider: {}\n", warning);
    }
}

progress::progress() : terminal_(::isatty(STDERR_FILENO) && !plain_terminal()) {}

progress::~progress() {
    if (said_) std::fputs("\r\033[K", stderr);
}

void progress::say(std::string_view text) {
    if (!terminal_) return;
    winsize size{};
    const std::size_t width = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
    text = text.substr(0, std::min(text.size(), width));
    std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
    std::fflush(stderr);
    said_ = true;
}

}  // namespace strider::lab
