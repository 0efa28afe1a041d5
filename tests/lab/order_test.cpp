// strider order: by the library, and by calls that have other bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lab/base/golden_vectors.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

TEST(Order, TheLibraryHasTheGoldenBits) {
    const outcome ran = strider({"order", "--elements", "2100", "--format", "jsonl"}, with_library());
    EXPECT_EQ(ran.status, 0) << ran.out;
    const std::vector<record> backends = ran.records();
    ASSERT_EQ(backends.size(), 4U);
    for (const std::size_t i : {0, 1, 2}) {
        EXPECT_GT(backends[i].value("checked", 0), 100) << backends[i];
        EXPECT_EQ(backends[i].value("different", -1), 0) << backends[i];
    }
}

TEST(Order, OtherBitsAreNamedAndFail) {
    const outcome ran = strider({"order", "--elements", "3", "--format", "jsonl"}, no_gpu());
    EXPECT_EQ(ran.status, 1);
    const std::vector<record> backends = ran.records();
    ASSERT_EQ(backends.size(), 4U);
    EXPECT_EQ(backends[0]["first"], "reduce of 1 wide f32 elements by plus: 00000000, and not 3f9ec2e4");
    EXPECT_GT(backends[0].value("different", 0), 0);
    EXPECT_THAT(backends[2].value("why", ""), HasSubstr("libstrider_emulator_calls.so, was not built"));
}

TEST(Order, MachinesWithoutABackendAreNoSuccess) {
    EXPECT_THAT(refusal_of({"order"}, {}, with(no_gpu(), "STRIDER_MODULES", "/nowhere")), HasSubstr("no backend"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
