// The hardware's counters by CUPTI: their names and passes are those of a chip, which needs no GPU.
#include <gtest/gtest.h>

#include <ladders/devices/gpu_counters.hpp>

namespace strider::ladders {
namespace {

TEST(gpu_counters, are_known_to_chips_of_several_generations) {
    for (const char* const chip : {"TU102", "GA100", "AD102", "GH100", "GB100"}) {
        SCOPED_TRACE(chip);
        try {
            gpu_counters of(chip);
            EXPECT_GE(of.passes(), 1u);
            EXPECT_LE(of.passes(), 8u);
        } catch (const counters_refused& why) {
            if (std::string(why.what()).find("there is no libcupti") != std::string::npos) GTEST_SKIP() << why.what();
            FAIL() << why.what();
        }
    }
}

TEST(gpu_counters, say_in_one_line_why_there_are_none) {
    try {
        gpu_counters of("no such chip");
        FAIL() << "a chip of that name was found";
    } catch (const counters_refused& why) {
        const std::string said = why.what();
        EXPECT_EQ(said.rfind("no counters: ", 0), 0u) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos);
    }
}

}  // namespace
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
