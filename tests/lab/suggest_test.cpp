#include <gtest/gtest.h>

#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

std::string meant(std::string_view word) {
    static constexpr std::string_view known[] = {"reduce", "scan", "histogram", "transpose",
                                                 "f32",    "f64",  "i8",        "race-shared"};
    return did_you_mean(word, known);
}

TEST(did_you_mean, names_the_nearest_word) {
    EXPECT_EQ(meant("redcue"), "; did you mean \"reduce\"?") << "letters that are swapped";
    EXPECT_EQ(meant("trnspose"), "; did you mean \"transpose\"?") << "a letter that is missing";
    EXPECT_EQ(meant("scann"), "; did you mean \"scan\"?") << "one too many";
    EXPECT_EQ(meant("SCAN"), "; did you mean \"scan\"?");
    EXPECT_EQ(meant("hist"), "; did you mean \"histogram\"?") << "a beginning";
    EXPECT_EQ(meant("shared-race"), "; did you mean \"race-shared\"?") << "the same words";
    EXPECT_EQ(meant("f63"), "; did you mean \"f64\"?");
}

TEST(did_you_mean, says_nothing_where_no_word_is_near) {
    for (const char* word : {"", "sort", "x", "filter", "double"}) EXPECT_EQ(meant(word), "") << word;
    EXPECT_EQ(meant(std::string(10000, 'r')), "");
    EXPECT_EQ(did_you_mean("reduce", {}), "");
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
