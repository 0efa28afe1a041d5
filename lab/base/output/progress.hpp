// Progress on a terminal: the current step, and how far it is.
#pragma once

#include <string_view>

namespace strider::lab {

/// Says on a terminal what is being done; says nothing where standard error is no terminal.
class progress {
public:
    progress();
    ~progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;

    /// Replaces what was said before.
    void say(std::string_view text);
    /// Writes to standard error what a program that runs has to say, in place of what was said.
    void let_through(std::string_view text);

private:
    void erase();

    bool terminal_;
    bool said_ = false;
};

/// Whether the terminal cannot move its cursor.
bool is_dumb_terminal();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
