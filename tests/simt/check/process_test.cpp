#include <strider/simt/process.hpp>

#include <gtest/gtest.h>

#include <signal.h>

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
    const auto begin = std::chrono::steady_clock::now();
    const auto ran = run_process({"sh", "-c", "echo begun; sleep 30 & sleep 30"}, {}, 300ms);
    EXPECT_TRUE(ran.timed_out);
    EXPECT_EQ(ran.output, "begun\n");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
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
