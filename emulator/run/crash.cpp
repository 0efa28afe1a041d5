#include <strider/emulator/crash.hpp>

#include <cxxabi.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace strider::emulation {

namespace {

constexpr std::array deadly{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct {
    int file = -1;
    std::uintptr_t base = 0;  // of the program
    std::terminate_handler before = nullptr;
    const char* thrown = "";
} constinit crash;

/// Text in memory of its own: after a crash nothing can be allocated.
class crash_line {
public:
    template <class... Values>
    void add(const char* format, Values... values) {
        const int added = std::snprintf(text_.data() + size_, text_.size() - size_, format, values...);
        if (added > 0 && size_ + static_cast<std::size_t>(added) < text_.size())
            size_ += static_cast<std::size_t>(added);
    }
    void write_to(int file) const { [[maybe_unused]] const ssize_t written = ::write(file, text_.data(), size_); }

    unsigned frames = 0;

private:
    std::array<char, 4096> text_{};
    std::size_t size_ = 0;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* line) {
    constexpr unsigned most_frames = 100;
    auto& to = *static_cast<crash_line*>(line);
    int is_exact = 0;
    const std::uintptr_t address = _Unwind_GetIPInfo(frame, &is_exact);
    if (address != 0)  // a return address: the call is the instruction before
        to.add("%s\"%#llx\"", to.frames++ == 0 ? "" : ",",
               static_cast<unsigned long long>(address - (is_exact != 0 ? 0 : 1) - crash.base));
    return to.frames < most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void tell_crash(int signal, siginfo_t*, void*) {
    crash_line line;
    line.add("{\"process\":%ld,\"died_of\":%d,\"thrown\":\"%s\",\"frames\":[", static_cast<long>(getpid()), signal,
             crash.thrown);
    _Unwind_Backtrace(add_frame, &line);
    line.add("%s", "]}\n");
    line.write_to(crash.file);
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // when the handler has returned
}

[[noreturn]] void tell_exception() {
    if (const std::type_info* const type = abi::__cxa_current_exception_type()) crash.thrown = type->name();
    crash.before();
    std::abort();
}

}  // namespace

void tell_crashes(const char* file) {
    crash.file = ::open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (crash.file < 0) return;
    dl_iterate_phdr(
        [](dl_phdr_info* program, std::size_t, void*) {
            crash.base = program->dlpi_addr;
            return 1;
        },
        nullptr);
    crash.before = std::set_terminate(tell_exception);
    // The stack may be full. The system takes this one for the handler alone.
    static std::array<std::byte, std::size_t{64} << 10> stack;
    const stack_t own{stack.data(), 0, stack.size()};
    sigaltstack(&own, nullptr);
    for (const int signal : deadly) {
        struct sigaction before{}, tells{};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) continue;
        tells.sa_sigaction = tell_crash;
        tells.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(signal, &tells, nullptr);
    }
}

bool tells_crashes(const struct sigaction& handler) {
    return (handler.sa_flags & SA_SIGINFO) != 0 && handler.sa_sigaction == tell_crash;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
