// Ctrl-C that lets a command write what it has finished.
#pragma once

namespace strider::lab {

/// While it lives, the first SIGINT or SIGTERM is noted, and said on standard error; the command then stops where it
/// next can, and writes what is finished. Another one ends the program at once, unless the parent process sends it.
/// There is one interruption at a time.
class interruption {
public:
    interruption();
    ~interruption();
    interruption(const interruption&) = delete;
    interruption& operator=(const interruption&) = delete;

    static bool is_noted();

    /// Ends the program as the signal would have, where one was noted.
    static void end_if_noted();
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
