#include "print.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "scheduler.hpp"

namespace strider::emulation {

namespace {

// How many arguments a format asks for, which is what printf() returns in a kernel.
int arguments_of(const char* format) {
    int count = 0;
    for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at + 1, '%')) {
        ++at;
        if (*at == '%') continue;
        const char* const end = at + std::strspn(at, "#0- +'*.0123456789hlLqjzt");
        for (; at != end; ++at) count += *at == '*';
        if (*at == '\0') break;
        ++count;
    }
    return count;
}

}  // namespace

void printed::write() const {
    for (const auto& [block, text] : by_block) std::fwrite(text.data(), 1, text.size(), stdout);
}

int print(const char* format, std::va_list arguments) noexcept {
    if (format == nullptr) return -1;
    worker& w = lane_worker();
    outside_of_lane(w, [&] {
        std::va_list again;
        va_copy(again, arguments);
        std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, again)) + 1, '\0');
        va_end(again);
        std::vsnprintf(text.data(), text.size(), format, arguments);
        text.pop_back();
        printed& output = w.launch->output;
        const std::lock_guard guard(output.mutex);
        output.by_block[w.block.number] += text;
    });
    return arguments_of(format);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
