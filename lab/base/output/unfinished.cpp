#include <lab/base/output/unfinished.hpp>

#include <unistd.h>

#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace strider::lab {
namespace {

/// What a handler of signals may look at: names that stay where they are.
struct unfinished_name {
    char path[PATH_MAX];
    std::atomic<bool> there;
};
static_assert(std::atomic<bool>::is_always_lock_free);

unfinished_name unfinished_names[4];  // no command has more outputs

extern "C" void remove_and_end(int signal) {
    for (const unfinished_name& one : unfinished_names) {
        if (one.there) ::unlink(one.path);
    }
    ::raise(signal);  // which ends the program, by SA_RESETHAND, as if it had not been handled
}

/// What ignores a signal as SIG_IGN does; but a program that is started from here does not inherit it.
extern "C" void go_on(int) {}

}  // namespace

void remove_unfinished_files_on_signals() {
    struct sigaction before{}, ends{}, ignored{};
    ends.sa_handler = remove_and_end;
    ends.sa_flags = SA_RESETHAND;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU}) {
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
            ::sigaction(signal, &ends, nullptr);
        }
    }
    ignored.sa_handler = go_on;
    ignored.sa_flags = SA_RESTART;
    ::sigaction(SIGXFSZ, &ignored, nullptr);
}

unfinished_file::unfinished_file(std::string path) : path_(std::move(path)), slot_(0) {
    while (slot_ < std::size(unfinished_names) && unfinished_names[slot_].there) ++slot_;
    if (slot_ == std::size(unfinished_names)) throw std::logic_error("unfinished_file: too many outputs");
    unfinished_name& name = unfinished_names[slot_];
    std::strncpy(name.path, path_.c_str(), sizeof name.path - 1);  // a longer one cannot be opened
    name.there = true;
}

unfinished_file::~unfinished_file() {
    if (!kept_) ::unlink(path_.c_str());
    unfinished_names[slot_].there = false;
}

void unfinished_file::keep() {
    kept_ = true;
    unfinished_names[slot_].there = false;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
