#include <lab/base/output/progress.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace strider::lab {

bool is_dumb_terminal() {
    const char* terminal = std::getenv("TERM");
    return !terminal || std::strcmp(terminal, "dumb") == 0;
}

progress::progress() : terminal_(::isatty(STDERR_FILENO) && !is_dumb_terminal()) {}

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

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
