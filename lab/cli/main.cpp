// The command line.
#include <fcntl.h>
#include <unistd.h>

#include <lab/base/output/unfinished.hpp>
#include <lab/cli/run.hpp>

namespace {

/// Standard streams that are closed are opened so that to use them fails: else a file of ours would take their place.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

int main(int count, char** words) {
    hold_standard_streams();
    strider::lab::remove_unfinished_files_on_signals();
    strider::lab::ranks peers;
    return strider::lab::run_together(peers, [&] {
        peers = strider::lab::open_ranks();
        return strider::lab::run_command_line({words + 1, words + count}, "strider " STRIDER_VERSION, peers);
    });
}
// SPDX-License-Identifier: Apache-2.0
