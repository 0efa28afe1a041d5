// Commands that a signal or a limit ends leave nothing behind that is not whole.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Runs a command in a module that says so and never returns, until a signal ends it.
TEST(interrupted, command_removes_its_unfinished_files_and_ends_as_by_the_signal) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        const scratch_folder folder;
        const streams of{folder.file("stdin", ""), folder.file("stdout", ""), folder.file("stderr", "")};
        const std::string page = folder.file("page.html", "old");
        const pid_t child =
            start({STRIDER_BINARY, "report", "reduce", "-o", page}, with(no_gpu(), "STRIDER_FAKE", "hangs"), of);
        while (contents(of.out) != "rung 3 hangs\n") std::this_thread::sleep_for(std::chrono::milliseconds(10));
        ASSERT_THAT(folder.names(), ::testing::Contains(::testing::EndsWith(".part"))) << contents(of.error);
        ::kill(child, signal);
        EXPECT_EQ(status_of(child), 128 + signal);
        EXPECT_THAT(folder.names(), ElementsAre("page.html", "stderr", "stdin", "stdout"));
        EXPECT_EQ(contents(page), "old");
        EXPECT_EQ(contents(of.error), "");
    }
}

TEST(interrupted, signals_that_are_ignored_stay_so) {
    const scratch_folder folder;
    const outcome ran = shell(folder, R"(trap '' HUP; mkfifo p; "$STRIDER" list -o p &
sleep 0.3; kill -HUP $!; cat p; wait $!)");
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.out, strider({"list"}, with_library()).out);
}

const std::vector<std::string> counted = {"ladder",     "reduce", "--device", "emulator",
                                          "--elements", "1000",   "--format", "jsonl"};

TEST(interrupted, ladder_writes_the_rungs_that_were_finished_and_ends_as_by_the_signal) {
    const outcome ran = strider(counted, with(no_gpu(), "STRIDER_FAKE", "interrupted"));
    EXPECT_EQ(ran.status, 128 + SIGINT);
    const auto records = ran.records();
    ASSERT_EQ(records.size(), 3u) << "and the one that ran when the signal came";
    for (const record& one : records) EXPECT_EQ(one["verified"], true);
    EXPECT_THAT(ran.error, HasSubstr("strider: stopping and writing the finished results"));
    EXPECT_THAT(ran.error, HasSubstr("interrupted: 3 of 10 rungs were finished"));
}

TEST(interrupted, ladder_writes_its_report_to_the_file_that_was_named) {
    const scratch_folder folder;
    const std::string path = (folder.path() / "r.jsonl").string();
    std::vector<std::string> words = counted;
    words.insert(words.end(), {"--report", path});
    EXPECT_EQ(strider(words, with(no_gpu(), "STRIDER_FAKE", "interrupted")).status, 128 + SIGINT);
    EXPECT_THAT(folder.names(), ElementsAre("r.jsonl"));
    const std::string lines = contents(path);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
}

TEST(interrupted, ladder_that_is_timed_keeps_what_has_enough_samples) {
    std::vector<std::string> words = counted;
    words[3] = "gpu";
    const outcome before = strider(words, with(with_gpu(), "STRIDER_FAKE", "interrupted"));
    EXPECT_EQ(before.status, 128 + SIGINT);
    EXPECT_EQ(before.out, "") << "no rung was timed";
    const outcome hot = strider(words, with(with_gpu(), "STRIDER_FAKE", "interrupted-hot"));
    EXPECT_EQ(hot.status, 128 + SIGINT);
    ASSERT_EQ(hot.records().size(), 10u);
    for (const record& one : hot.records()) {
        EXPECT_NE(find(one, "time/kernel_us"), nullptr);
        EXPECT_EQ(find(one, "time/hot_kernel_us"), nullptr) << "two samples are too few";
    }
}

TEST(interrupted, second_signal_ends_a_ladder_at_once) {
    const scratch_folder folder;
    const streams of{folder.file("stdin", ""), folder.file("stdout", ""), folder.file("stderr", "")};
    std::vector<std::string> words = counted;
    words.insert(words.begin(), STRIDER_BINARY);
    words.insert(words.end(), {"--report", (folder.path() / "r.jsonl").string()});
    const pid_t child = start(words, with(no_gpu(), "STRIDER_FAKE", "hangs"), of);
    const auto wait_for = [&](auto what) {
        while (!what()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    };
    wait_for([&] { return contents(of.out) == "rung 3 hangs\n"; });
    ::kill(child, SIGINT);
    wait_for([&] { return !contents(of.error).empty(); });
    siginfo_t ended{};
    wait_for([&] {
        [[maybe_unused]] const int sent =
            std::system(("kill -INT " + std::to_string(child)).c_str());  // not by the parent
        return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0;
    });
    EXPECT_EQ(status_of(child), 128 + SIGINT);
    EXPECT_THAT(folder.names(), ElementsAre("stderr", "stdin", "stdout")) << "no unfinished report is left";
}

/// `strider check` of a program, with a folder of its own for temporary files.
class interrupted_check : public ::testing::Test {
protected:
    interrupted_check() { std::filesystem::create_directory(folder_.path() / "t"); }

    std::string path(const char* name) const { return (folder_.path() / name).string(); }
    pid_t start_check(std::vector<std::string> more = {}) {
        std::vector<std::string> words = {STRIDER_BINARY, "check", path("a.cu"), "--report", path("r.txt")};
        words.insert(words.end(), more.begin(), more.end());
        return start(words, with(with_library(), "TMPDIR", path("t")), of_);
    }
    static void wait_for(const std::function<bool()>& what) {
        while (!what()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    /// Waits until nobody holds the other end of the pipe.
    static void wait_for_end_of(int pipe) {
        pollfd end{pipe, 0, 0};
        while ((::poll(&end, 1, -1) < 0 && errno == EINTR) || (end.revents & (POLLHUP | POLLERR)) == 0) {
        }
        ::close(pipe);
    }
    void wait_for_no_temporary_files() const {
        wait_for([&] { return std::filesystem::is_empty(folder_.path() / "t"); });
    }

    scratch_folder folder_;
    streams of_{folder_.file("stdin", ""), folder_.file("stdout", ""), folder_.file("stderr", "")};
};

constexpr const char* waits_in_a_kernel = R"(
#include <fcntl.h>
#include <cstdio>
#include <unistd.h>
__global__ void beyond(int* a) { a[threadIdx.x] = 1; }
__global__ void spin(volatile int* a) { while (*a == 1) {} }
int main(int, char** words) {
    int* a;
    cudaMalloc(&a, 128);
    beyond<<<1, 33>>>(a);
    cudaDeviceSynchronize();
    open(words[1], O_WRONLY);
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    std::puts("begun");
    std::fflush(stdout);
    spin<<<1, 1>>>(a);
    cudaDeviceSynchronize();
}
)";

TEST_F(interrupted_check, ends_the_program_and_its_children_however_it_ends) {
    folder_.file("a.cu", waits_in_a_kernel);
    ASSERT_EQ(::mkfifo(path("held").c_str(), 0600), 0);
    for (const int signal : {SIGKILL, SIGQUIT, SIGINT}) {
        std::ofstream(of_.error).flush();
        const pid_t child = start_check({"--", path("held")});
        const int held = ::open(path("held").c_str(), O_RDONLY);
        wait_for([&] { return contents(of_.error).find("begun") != std::string::npos; });
        ::kill(child, signal);
        wait_for_end_of(held);
        EXPECT_EQ(status_of(child), 128 + signal);
        wait_for_no_temporary_files();
    }
}

TEST_F(interrupted_check, shows_what_was_found_where_the_signal_comes_twice_at_once) {
    folder_.file("a.cu", waits_in_a_kernel);
    const pid_t child = start_check({"--", "/dev/null"});
    wait_for([&] { return contents(of_.error).find("begun") != std::string::npos; });
    ::kill(child, SIGINT);
    wait_for([&] { return contents(of_.error).find("interrupt again") != std::string::npos; });
    ::kill(child, SIGINT);
    EXPECT_EQ(status_of(child), 128 + SIGINT);
    EXPECT_THAT(contents(path("r.txt")), HasSubstr("out-of-bounds  beyond"));
    EXPECT_THAT(contents(path("r.txt")), HasSubstr("1 finding; interrupted in block 0 of kernel spin"));
    wait_for_no_temporary_files();
}

/// The compiler waits for the end of a header.
TEST_F(interrupted_check, ends_the_compiler) {
    folder_.file("a.cu", waits_in_a_kernel);
    ASSERT_EQ(::mkfifo(path("header.hpp").c_str(), 0600), 0);
    for (const int signal : {SIGKILL, SIGINT}) {
        const pid_t child = start_check({"--compile=-include", "--compile=" + path("header.hpp")});
        const int read_by_compiler = ::open(path("header.hpp").c_str(), O_WRONLY);
        ::kill(child, signal);
        wait_for_end_of(read_by_compiler);
        EXPECT_EQ(status_of(child), 128 + signal);
        wait_for_no_temporary_files();
    }
}

/// Where the report cannot be written, it goes to the next stream, whole, and one line says so.
TEST(full_disk, loses_no_record_of_a_ladder) {
    const scratch_folder folder;
    const std::string ladder =
        R"("$STRIDER" ladder map --device cpu --elements 4096 --rungs 1 --samples 1 --format jsonl)";
    const auto holds_the_record = [](const std::string& text) {
        return record::accept(text.substr(0, text.find('\n'))) && text.starts_with("{\"schema\":1");
    };
    // The streams are pipes, which have no limit.
    const outcome file = shell(folder, "mkfifo out error; cat out & cat error >&2 & (ulimit -f 0; " + ladder +
                                           " --report r.jsonl >out 2>error); is=$?; wait; rm out error; exit $is");
    EXPECT_EQ(file.status, 1);
    EXPECT_TRUE(holds_the_record(file.out)) << file.out;
    EXPECT_EQ(file.error, "strider: writing r.jsonl: File too large; the report went to standard output instead\n");
    EXPECT_THAT(folder.names(), ::testing::IsEmpty());

    const outcome device = shell(folder, ladder + " --report /dev/full");
    EXPECT_EQ(device.status, 1);
    EXPECT_TRUE(holds_the_record(device.out)) << device.out;

    const outcome stream = shell(folder, ladder + " >/dev/full");
    EXPECT_EQ(stream.status, 1);
    EXPECT_TRUE(holds_the_record(stream.error)) << stream.error;
    EXPECT_THAT(stream.error, HasSubstr("strider: writing standard output: No space left on device; the report went "
                                        "to standard error instead\n"));
}

TEST(limit_of_file_sizes, is_a_failure_in_one_line_that_leaves_nothing) {
    const scratch_folder folder;
    folder.file("o.txt", "old");
    const outcome ran = shell(folder, R"(ulimit -f 1; "$STRIDER" list -o o.txt)");
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.error, "strider: writing o.txt: File too large\n");
    EXPECT_THAT(folder.names(), ElementsAre("o.txt"));
    EXPECT_EQ(contents(folder.path() / "o.txt"), "old");
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
