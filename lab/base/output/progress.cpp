#include <lab/base/output/progress.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <lab/base/numbers.hpp>

namespace strider::lab {

bool is_dumb_terminal() {
    const char* terminal = std::getenv("TERM");
    return !terminal || std::strcmp(terminal, "dumb") == 0;
}

progress::progress() : terminal_(!silenced_ && ::isatty(STDERR_FILENO) && !is_dumb_terminal()) {}

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
// SPDX-License-Identifier: Apache-2.0
