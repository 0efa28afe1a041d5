// What is being done, and how far it is, on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace strider::lab {

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

/// Whether the terminal cannot move its cursor.
bool is_dumb_terminal();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
