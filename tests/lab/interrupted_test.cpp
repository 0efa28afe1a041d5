// Commands that a signal or a limit ends leave nothing behind that is not whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(interrupted, command_removes_its_unfinished_files_and_ends_as_by_the_signal) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        const scratch_folder folder;
        const auto path = [&](const char* name) { return (folder.path() / name).string(); };
        const std::string in = folder.file("in.txt", "1 2 3");
        const streams of{folder.file("stdin", ""), folder.file("stdout", ""), folder.file("stderr", "")};
        folder.file("r.txt", "old");
        // It waits for a reader of its results, and has begun its report by then.
        ASSERT_EQ(::mkfifo(path("pipe.txt").c_str(), 0600), 0);
        const pid_t child =
            start({STRIDER_BINARY, "scan", in, "--report", path("r.txt"), "-o", path("pipe.txt")}, with_library(), of);
        for (int tries = 0; folder.names().size() != 7 && tries < 1000; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ASSERT_THAT(folder.names(), ::testing::Contains(::testing::EndsWith(".part"))) << contents(of.error);
        ::kill(child, signal);
        EXPECT_EQ(status_of(child), 128 + signal);
        EXPECT_THAT(folder.names(), ElementsAre("in.txt", "pipe.txt", "r.txt", "stderr", "stdin", "stdout"));
        EXPECT_EQ(contents(path("r.txt")), "old");
        EXPECT_EQ(contents(of.out) + contents(of.error), "");
    }
}

TEST(interrupted, signals_that_are_ignored_stay_so) {
    const scratch_folder folder;
    const outcome ran = shell(folder, R"(trap '' HUP; mkfifo p; "$STRIDER" scan - -o p --report /dev/null <<. &
1 2
.
sleep 0.3; kill -HUP $!; timeout 20 cat p; wait $!)");
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.out, "1\n3\n");
}

TEST(limit_of_file_sizes, is_a_failure_in_one_line_that_leaves_nothing) {
    const scratch_folder folder;
    folder.file("a.npy", npy("|u1", "(100000,)", std::string(100000, '\1')));
    folder.file("o.txt", "old");
    const outcome ran = shell(folder, R"(ulimit -f 8; "$STRIDER" scan a.npy -o o.txt)");
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.error, "strider: writing o.txt: File too large\n");
    EXPECT_THAT(folder.names(), ElementsAre("a.npy", "o.txt"));
    EXPECT_EQ(contents(folder.path() / "o.txt"), "old");
}

}  // namespace
}  // namespace strider::lab::testing
