#include "check/base/process.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace {

using namespace strider::kernel_check;
using namespace std::chrono_literals;

TEST(process, gives_status_and_output) {
    const auto ran =
        run_process({"sh", "-c", "echo out; echo err >&2; echo $GREETING; exit 3"}, {{"GREETING", "hello"}}, 10s);
    EXPECT_EQ(ran.status, 3);
    EXPECT_EQ(ran.signal, 0);
    EXPECT_FALSE(ran.timed_out);
    EXPECT_EQ(ran.output, "out\nerr\nhello\n");
}

TEST(process, is_heard_as_it_writes) {
    std::string heard;
    const auto ran = run_process({"sh", "-c", "head -c 3000000 /dev/zero; echo end"}, {}, 10s, false,
                                 [&heard](std::string_view text) { heard += text; });
    EXPECT_EQ(heard.size(), 3000004u) << "all of it, though output is cut";
    EXPECT_TRUE(heard.ends_with("end\n"));
    EXPECT_LT(ran.output.size(), heard.size());
}

TEST(process, tells_the_signal_that_ended_it) {
    const auto ran = run_process({"sh", "-c", "kill -SEGV $$"}, {}, 10s);
    EXPECT_EQ(ran.signal, SIGSEGV);
}

TEST(process, is_ended_with_its_children_when_the_time_is_over) {
    const auto ran = run_process({"sh", "-c", "echo begun; sleep 10000 & sleep 10000"}, {}, 2s);
    EXPECT_TRUE(ran.timed_out);
    EXPECT_EQ(ran.output, "begun\n");
}

/// A pipe with a name, which processes hold: it ends when none of them is left.
class held_pipe {
public:
    held_pipe() : reader_((mkfifo(name().c_str(), 0600), open(name().c_str(), O_RDONLY | O_NONBLOCK))) {}
    ~held_pipe() { close(reader_); }
    std::string name() const { return folder_.path() / "held"; }
    /// A program that holds the pipe and says "up", and so does a child of its own session and group.
    std::vector<std::string> holder() const {
        return {"sh", "-c", "exec 3>" + name() + "; setsid sh -c 'trap \"\" TERM; echo up; sleep 1000' & wait"};
    }
    bool is_held() const {
        char byte;
        return read(reader_, &byte, 1) < 0 && errno == EAGAIN;
    }
    void wait_for_end() const {
        fcntl(reader_, F_SETFL, 0);
        char byte;
        EXPECT_EQ(read(reader_, &byte, 1), 0);
    }
    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    temporary_folder folder_;
    int reader_;
};

bool is_heard = false;

TEST(process, is_ended_with_children_that_left_its_group_when_processes_end) {
    const held_pipe pipe;
    is_heard = false;
    end_processes_where([] { return is_heard; });
    const auto ran = run_process(pipe.holder(), {}, 1h, false, [&](std::string_view) {
        EXPECT_TRUE(pipe.is_held());
        is_heard = true;
    });
    end_processes_where(nullptr);
    EXPECT_TRUE(ran.interrupted);
    EXPECT_FALSE(pipe.is_held());
}

TEST(process, leaves_nothing_where_its_parent_is_killed) {
    const held_pipe pipe;
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
        const temporary_folder folder(pipe.folder());
        run_process(pipe.holder(), {}, 1h, false,
                    [&](std::string_view text) { _exit(write(ends[1], text.data(), text.size()) < 0 || pause()); });
    }
    char up;
    ASSERT_EQ(read(ends[0], &up, 1), 1);
    EXPECT_NE(std::distance(std::filesystem::directory_iterator(pipe.folder()), {}), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    pipe.wait_for_end();
    // The folder goes after the processes, and nothing else tells of that.
    while (std::distance(std::filesystem::directory_iterator(pipe.folder()), {}) != 1)
        std::this_thread::sleep_for(10ms);
    close(ends[0]);
    close(ends[1]);
}

TEST(process, that_closes_its_output_has_a_time_limit_too) {
    EXPECT_TRUE(run_process({"sh", "-c", "exec >&- 2>&-; sleep 1000"}, {}, 300ms).timed_out);
    EXPECT_EQ(run_process({"sh", "-c", "exec >&- 2>&-; sleep 0.1; exit 7"}, {}, 1h).status, 7);
}

TEST(process, drops_what_is_beyond_a_mebibyte) {
    const auto ran = run_process({"sh", "-c", "head -c 3000000 /dev/zero"}, {}, 10s);
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.output.size(), 1u << 20);
}

TEST(process, that_does_not_exist_is_an_error) {
    EXPECT_THROW(run_process({"no-such-program-here"}, {}, 1s), std::runtime_error);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
