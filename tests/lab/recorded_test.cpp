#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include <lab/base/type_names.hpp>
#include <lab/records/patterns.hpp>
#include <lab/records/recorded.hpp>

#include "cli.hpp"

namespace strider::lab {
namespace {

record one(int rung, std::uint64_t elements, const std::string& date, const std::string& device = "gpu") {
    return {{"schema", 1},
            {"pattern", "reduce"},
            {"rung", rung},
            {"device", device},
            {"device_name", "NVIDIA H200"},
            {"elements", elements},
            {"type", "i32"},
            {"parameters", {{"operation", "sum"}}},
            {"verified", true},
            {"fingerprint", {{"date", date}}}};
}

recorded_ladder chosen_of(const std::vector<record>& all, const std::string& type, const std::string& operation,
                          std::uint64_t elements, std::string_view exhibit = {}) {
    const ladders::instance like{.type = type_named(type), .op = operation_named(operation), .elements = elements};
    return choose_recorded(all, pattern_named("reduce"), like, exhibit);
}

TEST(recorded, takes_the_fullest_then_the_size_asked_for) {
    const std::vector<record> all = {one(1, 1000, "2026-01-01T"), one(2, 1000, "2026-01-01T"),
                                     one(1, 2000, "2026-01-02T"), one(2, 2000, "2026-01-02T"),
                                     one(1, 3000, "2026-01-03T")};
    EXPECT_EQ(chosen_of(all, "i32", "sum", 1000).elements, 1000u);
    EXPECT_EQ(chosen_of(all, "i32", "sum", 3000).elements, 2000u) << "3000 has one rung only";
    EXPECT_EQ(chosen_of(all, "i32", "sum", 7).elements, 2000u);
    EXPECT_TRUE(chosen_of(all, "f32", "sum", 1000).rungs.empty());
    EXPECT_TRUE(chosen_of(all, "i32", "max", 1000).rungs.empty());
    EXPECT_TRUE(chosen_of(all, "i32", "sum", 1000, "harris-2007").rungs.empty());
}

TEST(recorded, takes_the_usual_size_of_equals_before_the_largest) {
    const std::uint64_t usual = pattern_named("reduce").usual_elements;
    const std::vector<record> all = {one(1, 1000, "2026-01-01T"), one(1, usual, "2026-01-01T"),
                                     one(1, 4 * usual, "2026-01-01T")};
    EXPECT_EQ(chosen_of(all, "i32", "sum", 7).elements, usual);
    EXPECT_EQ(chosen_of(all, "i32", "sum", 4 * usual).elements, 4 * usual);
}

TEST(recorded, takes_the_newest_of_a_rung) {
    record old = one(1, 1000, "2026-01-01T"), young = one(1, 1000, "2026-02-01T");
    old["name"] = "old";
    young["name"] = "young";
    for (const std::vector<record>& all : {std::vector{old, young}, std::vector{young, old}}) {
        const recorded_ladder chosen = chosen_of(all, "i32", "sum", 1000);
        ASSERT_NE(chosen.rung(1), nullptr);
        EXPECT_EQ(chosen.rung(1)->at("name"), "young");
        EXPECT_EQ(chosen.date, "2026-02-01");
        EXPECT_EQ(chosen.rung(2), nullptr);
    }
}

TEST(recorded, leaves_out_what_is_not_verified_or_no_gpu) {
    record wrong = one(1, 1000, "2026-01-01T");
    wrong["verified"] = false;
    EXPECT_TRUE(chosen_of({wrong, one(1, 1000, "2026-01-01T", "emulator")}, "i32", "sum", 1000).rungs.empty());
}

TEST(recorded, file_and_line_of_what_is_no_record_are_named) {
    const testing::scratch_folder folder;
    folder.file("a.jsonl", one(1, 5, "2026").dump() + "\n\n");
    folder.file("readme.txt", "not read");
    EXPECT_EQ(read_recorded(folder.path()).size(), 1u);
    folder.file("b.jsonl", one(1, 5, "2026").dump() + "\n{\"schema\":");
    try {
        read_recorded(folder.path());
        ADD_FAILURE() << "not refused";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("b.jsonl:2: not a record"));
    }
}

TEST(recorded, an_array_is_read_as_lines_are) {
    const testing::scratch_folder folder;
    const std::string text = one(1, 5, "2026").dump();
    EXPECT_EQ(read_records(folder.file("a.json", "[\n" + text + ",\n" + text + "\n]\n")).size(), 2u);
    EXPECT_THROW(read_records(folder.file("b.json", "[" + text + ",{}]")), std::runtime_error);
    EXPECT_THROW(read_records(folder.file("c.json", "[" + text)), std::runtime_error);
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
