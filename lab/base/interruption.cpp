#include <lab/base/interruption.hpp>

#include <unistd.h>

#include <csignal>
#include <iterator>

namespace strider::lab {
namespace {

constexpr int handled[] = {SIGINT, SIGTERM};
struct sigaction before[std::size(handled)];  // what they did; a handler must find it where it is
volatile std::sig_atomic_t noted = 0;

void restore_handlers() {
    for (std::size_t i = 0; i < std::size(handled); ++i) ::sigaction(handled[i], &before[i], nullptr);
}

extern "C" void note(int signal, siginfo_t* from, void*) {
    if (noted != 0) {
        // A parent such as timeout sends the signal twice: to its child, and to the whole group.
        if (from->si_code == SI_USER && from->si_pid == ::getppid()) return;
        restore_handlers();
        ::raise(signal);
        return;
    }
    noted = signal;
    static constexpr char said[] =
        "strider: stopping and writing the finished results; interrupt again to end at once\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, said, sizeof said - 1);
}

}  // namespace

interruption::interruption() {
    struct sigaction notes{};
    notes.sa_sigaction = note;
    notes.sa_flags = SA_RESTART | SA_SIGINFO;
    for (std::size_t i = 0; i < std::size(handled); ++i) {
        ::sigaction(handled[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN) ::sigaction(handled[i], &notes, nullptr);
    }
}

interruption::~interruption() { restore_handlers(); }

bool interruption::is_noted() { return noted != 0; }

void interruption::end_if_noted() {
    if (noted == 0) return;
    restore_handlers();
    ::raise(noted);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
