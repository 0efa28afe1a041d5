// What strider shows without arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include <lab/base/output/report.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A folder of data with a time of each rung but 5, as an H200 gave it.
class recorded : public scratch_folder {
public:
    recorded() {
        const outcome ran = strider({"ladder", "reduce", "--device", "gpu", "--elements", "1000", "--format", "jsonl",
                                     "--samples", "10", "--rungs", "1-4,6-91"},
                                    with_gpu());
        std::string lines;
        for (record one : ran.records()) {
            one["elements"] = 1 << 26;
            one["device_name"] = "NVIDIA H200";
            lines += one.dump() + "\n";
        }
        file("results/reduce-ladder.jsonl", lines);
    }
    outcome screen() const { return strider({}, with(no_gpu(), "STRIDER_DATA", path().string())); }
};

TEST(first_screen, shows_the_steps_of_the_ladder_and_whose_times_they_are) {
    const outcome ran = recorded().screen();
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_THAT(ran.out, HasSubstr("8 CUDA kernels"));
    EXPECT_THAT(ran.out, HasSubstr("90.0x as fast as the first.")) << "by the time of rung 90";
    EXPECT_THAT(ran.out, HasSubstr(" 4  a rung    250     4.0x  ..........  a change"));
    EXPECT_THAT(ran.out, HasSubstr("from 5: a change")) << "rung 6 follows 5, which has no time here";
    EXPECT_THAT(ran.out, HasSubstr("on an NVIDIA H200"));
    EXPECT_THAT(ran.out, HasSubstr("(recorded; no GPU is used here)"));
    EXPECT_THAT(ran.out, HasSubstr("average step, of a warp's 32      31.5    31.5    31.5"));
    EXPECT_THAT(ran.out, Not(HasSubstr("contender")));
    EXPECT_THAT(ran.out, Not(HasSubstr(".so"))) << "no file names";
}

TEST(first_screen, says_what_to_type_next) {
    const outcome ran = recorded().screen();
    EXPECT_THAT(ran.out, HasSubstr("\nstrider explain reduce --rungs 1-3 "));
    EXPECT_THAT(ran.out, HasSubstr("\nstrider check FILE.cu "));
    EXPECT_THAT(ran.out, HasSubstr("\nstrider ladder scan "));
}

TEST(first_screen, fits_a_terminal) {
    std::istringstream out(recorded().screen().out);
    int lines = 0;
    for (std::string line; std::getline(out, line); ++lines) EXPECT_LE(display_width(line), 80u) << line;
    EXPECT_LE(lines, 30);
}

TEST(first_screen, fails_where_nothing_works_or_a_rung_is_wrong) {
    const outcome none = strider({}, with(no_gpu(), "STRIDER_FAKE", "no-device"));
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.error, HasSubstr("no emulator here (it is only a fake)"));
    EXPECT_EQ(strider({}, with(no_gpu(), "STRIDER_FAKE", "wrong")).status, 1);
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
