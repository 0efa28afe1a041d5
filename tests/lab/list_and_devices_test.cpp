#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

TEST(list, has_a_line_for_every_ladder) {
    const outcome ran = strider({"list"}, no_gpu());
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("reduce            A reduction combines all elements of an array into one value"));
    EXPECT_EQ(strider({"list", "--format", "jsonl"}, no_gpu()).records().size(), 16u);
}

TEST(list, is_as_wide_as_columns_says) {
    const auto widest = [](const char* columns) {
        const std::string text = strider({"list"}, with(no_gpu(), "COLUMNS", columns)).out;
        std::size_t widest = 0;
        for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
            widest = std::max(widest, end - begin);
        return widest;
    };
    EXPECT_EQ(widest("80"), 80u);
    EXPECT_GT(widest("200"), 100u);
    EXPECT_EQ(widest("many"), widest("0")) << "no number: as without";
}

TEST(list, has_a_record_for_every_rung) {
    const outcome ran = strider({"list", "reduce", "--format", "jsonl"}, no_gpu());
    EXPECT_EQ(ran.status, 0);
    const auto records = ran.records();
    ASSERT_EQ(records.size(), 13u);
    EXPECT_EQ(
        records[0].dump(),
        R"({"schema":1,"command":"list","pattern":"reduce","rung":1,"name":"a rung","kind":"rung","device":"emulator",)"
        R"("idea":"One idea, in one sentence.","hypothesis":"Fewer barriers.",)"
        R"("expectations":[{"counter":"barriers","way":"falls"}],"source":"nowhere","block":256})");
    EXPECT_EQ(find(records[0], "follows"), nullptr);
    EXPECT_EQ(records[1]["follows"], 1);
    EXPECT_EQ(records[10]["device"], "cpu");
    EXPECT_EQ(records[10]["name"], "serial") << "by number, not in the order of registration";
}

TEST(list, table_says_idea_claim_and_source) {
    const outcome ran = strider({"list", "reduce"}, no_gpu());
    EXPECT_THAT(ran.out, HasSubstr("One idea, in one sentence.\n    claim: Fewer barriers.\n    source: nowhere\n"));
}

TEST(list, is_written_as_the_ending_says) {
    const scratch_folder folder;
    for (const auto& [name, begin] : {std::pair{"a.json", "[\n"},
                                      {"a.csv", "schema,"},
                                      {"a.md", "### reduce"},
                                      {"a.sarif", "reduce"},
                                      {"csv", "reduce"}}) {
        const std::string file = folder.path() / name;
        EXPECT_EQ(strider({"list", "reduce", "-o", file}, no_gpu()).status, 0);
        EXPECT_TRUE(contents(file).starts_with(begin)) << name << contents(file).substr(0, 60);
    }
    const std::string file = folder.path() / "a.json";
    EXPECT_EQ(strider({"list", "reduce", "-o", file, "--format", "csv"}, no_gpu()).status, 0);
    EXPECT_TRUE(contents(file).starts_with("schema,"));
}

TEST(devices, says_what_is_there_and_why_the_rest_is_not) {
    const auto records = strider({"devices", "--format", "jsonl"}, no_gpu()).records();
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[0]["device"], "gpu");
    EXPECT_EQ(records[0]["available"], false);
    EXPECT_THAT(records[0]["why"].get<std::string>(), HasSubstr("libstrider_gpu_reduce.so, was not built"));
    EXPECT_EQ(records[1]["available"], true);
    EXPECT_EQ(find(records[1], "roofs_gbps"), nullptr) << "the emulator has no roof";
    EXPECT_EQ(find(records[2], "roofs_gbps"), nullptr) << "nobody has measured them";
    EXPECT_EQ(records[2]["facts"]["clock"], "1 MHz");
}

TEST(devices, keeps_the_roofs_that_it_measures) {
    const scratch_folder cache;
    const environment in = with(no_gpu(), "XDG_CACHE_HOME", cache.path().string());
    EXPECT_THAT(strider({"devices"}, in).out, HasSubstr("--measure measures the roofs and keeps them"));
    EXPECT_TRUE(cache.names().empty());
    const auto measured = strider({"devices", "--measure", "--format", "jsonl"}, in).records();
    EXPECT_EQ(find(measured.at(1), "roofs_gbps"), nullptr) << "the emulator has no roof";
    EXPECT_EQ(number_at(measured.at(2), "roofs_gbps/copy"), 1e6);
    EXPECT_EQ(strider({"devices", "--format", "jsonl"}, in).records().at(2), measured[2]);
    EXPECT_THAT(strider({"devices"}, in).out,
                HasSubstr("on " + text_at(measured[2], "roofs_date").substr(0, 10) + ";"));
    cache.file("strider/roofs.json", "[spoilt");
    EXPECT_EQ(find(strider({"devices", "--format", "jsonl"}, in).records().at(2), "roofs_gbps"), nullptr);
}

TEST(devices, says_where_roofs_cannot_be_kept) {
    const outcome ran = strider({"devices", "--measure", "--format", "jsonl"}, no_gpu());
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(number_at(ran.records().at(2), "roofs_gbps/copy"), 1e6);
    EXPECT_THAT(ran.error, HasSubstr("the roofs are not kept: neither XDG_CACHE_HOME nor HOME is set"));
}

TEST(devices, gives_the_reason_of_the_module) {
    const outcome ran = strider({"devices"}, with(with_gpu(), "STRIDER_FAKE", "no-device"));
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("it is only a fake"));
}

TEST(devices, what_is_no_module_is_said_to_be_none) {
    const scratch_folder folder;
    folder.file("libstrider_gpu_reduce.so", "this is no library");
    const auto records =
        strider({"devices", "--format", "jsonl"}, with(no_gpu(), "STRIDER_MODULES", folder.path().string())).records();
    EXPECT_THAT(records[0]["why"].get<std::string>(), HasSubstr("cannot be loaded"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
