#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include <lab/base/output/report.hpp>
#include <lab/base/output/syntax.hpp>

namespace strider::lab {
namespace {

column text_column(const std::string& field, side align, const std::string& group = {}) {
    return {group, field, align, [field](const record& row) { return text_at(row, field); }};
}

section sample() {
    section part;
    part.title = "title";
    part.lead = {"lead"};
    part.records = {{{"name", "first"}, {"a", "1"}, {"b", "22"}},
                    {{"name", "zweite ü"}, {"a", "333"}, {"b", "4"}, {"more", {{"inner", 5}}}}};
    part.columns = {text_column("name", side::left), text_column("a", side::right, "numbers"),
                    text_column("b", side::right, "numbers"), text_column("absent", side::right)};
    part.details = [](const record& row) {
        return row["a"] == "1" ? std::vector<std::string>{"a detail"} : std::vector<std::string>{};
    };
    part.notes = {"note"};
    return part;
}

TEST(table, is_aligned_and_leaves_empty_columns_out) {
    EXPECT_EQ(write_table({sample()}, {}),
              "title\n"
              "lead\n"
              "\n"
              "          numbers\n"
              "name        a   b\n"
              "first       1  22\n"
              "    a detail\n"
              "zweite ü  333   4\n"
              "\n"
              "note\n");
}

TEST(table, is_bold_and_dim_on_terminals_only) {
    EXPECT_THAT(write_table({sample()}, {.terminal = true}), ::testing::HasSubstr("\033[1mtitle\033[0m"));
    EXPECT_THAT(write_table({sample()}, {}), ::testing::Not(::testing::HasSubstr("\033")));
}

TEST(table, wraps_long_lines) {
    EXPECT_THAT(wrapped("one two three", 8), ::testing::ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped("unbreakable", 5), ::testing::ElementsAre("unbreakable"));
    EXPECT_THAT(wrapped("unbreakable x", 5), ::testing::ElementsAre("unbreakable", "x"));
    EXPECT_THAT(wrapped("", 5), ::testing::ElementsAre(""));
}

TEST(table, explains_the_columns_that_it_shows) {
    section part = sample();
    part.columns[1].legend = part.columns[2].legend = "a, b: numbers";
    part.columns[0].legend = "name: words";
    part.columns[3].legend = "absent: never";
    EXPECT_THAT(write_table({part}, {}), ::testing::HasSubstr("\n\nname: words; a, b: numbers\nnote\n"));
}

TEST(table, shows_a_diff_in_colours_on_terminals_only) {
    section part;
    part.title = "title";
    part.diff = {"@@ line 1", " same", "-old", "+new"};
    EXPECT_EQ(write_table({part}, {}), "title\n\n@@ line 1\n same\n-old\n+new\n");
    EXPECT_THAT(write_table({part}, {.terminal = true}),
                ::testing::HasSubstr("\033[31m-old\033[0m\n\033[32m+new\033[0m\n"));
}

TEST(table, leaves_spare_columns_out_where_it_is_too_wide) {
    section part = sample();
    part.lead = part.notes = {};
    part.details = {};
    part.columns[1].group = part.columns[2].group = "n";
    part.columns[1].spare = 1;
    part.columns[2].spare = 2;
    const std::string narrow = write_table({part}, {.width = 14});
    EXPECT_THAT(narrow, ::testing::HasSubstr("name        a\n"));
    EXPECT_THAT(narrow, ::testing::HasSubstr("room): n b;\nCOLUMNS=17\nshows all\n"));
    EXPECT_THAT(write_table({part}, {.width = 10}), ::testing::HasSubstr("(no room):\nn a, n b;\nCOLUMNS=17\n"));
    EXPECT_THAT(write_table({part}, {.width = 17}), ::testing::Not(::testing::HasSubstr("no room")));
}

TEST(table, cuts_texts_where_no_column_can_go) {
    section part = sample();
    part.records[1]["name"] = "zweite über alle Maßen";
    for (const unsigned width : {22u, 30u}) {
        std::istringstream lines(write_table({part}, {.width = width}));
        for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    }
    EXPECT_THAT(write_table({part}, {.width = 22}), ::testing::HasSubstr("\nzweite übe...  333   4\n"));
    EXPECT_THAT(write_table({part}, {.width = 40}), ::testing::HasSubstr("Maßen"));
}

TEST(json, is_an_array_and_always_valid) {
    section part = sample();
    part.records[0]["name"] = "broken \xFF byte";
    const record all = record::parse(write_json({part}, {}));
    ASSERT_TRUE(all.is_array());
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(text_at(all[1], "name"), "zweite ü");
    EXPECT_EQ(write_json({}, {}), "[]\n");
}

TEST(jsonl, is_a_line_a_record_and_always_valid) {
    section part = sample();
    part.records[0]["name"] = "broken \xFF byte";
    const std::string text = write_jsonl({part}, {});
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
    EXPECT_TRUE(record::accept(text.substr(0, text.find('\n'))));
    EXPECT_EQ(write_jsonl({}, {}), "");
}

TEST(csv, has_all_fields_and_quotes_what_needs_it) {
    section part = sample();
    part.records[0]["name"] = "with \"quotes\", comma";
    part.records[0]["list"] = {"x", "y"};
    EXPECT_EQ(write_csv({part}, {}),
              "name,a,b,more.inner,list\n\"with \"\"quotes\"\", comma\",1,22,,x; y\nzweite ü,333,4,5,\n");
}

TEST(csv, and_json_leave_views_out) {
    section view = sample();
    view.is_view = true;
    EXPECT_EQ(write_csv({sample(), view}, {}), write_csv({sample()}, {}));
    EXPECT_EQ(write_json({sample(), view}, {}), write_json({sample()}, {}));
    EXPECT_EQ(write_jsonl({sample(), view}, {}), write_jsonl({sample()}, {}));
    EXPECT_NE(write_table({sample(), view}, {}), write_table({sample()}, {}));
}

TEST(markdown, is_a_table) {
    section part = sample();
    part.records[0]["name"] = "a|b";
    EXPECT_EQ(write_markdown({part}, {}),
              "### title\n\nlead\n\n"
              "| name | numbers: a | numbers: b |\n| --- | ---: | ---: |\n"
              "| a\\|b | 1 | 22 |\n| zweite ü | 333 | 4 |\n"
              "\n- a|b: a detail\n\nnote\n");
}

TEST(numbers_in_json, are_text_where_json_has_no_number) {
    EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(number(-0.0).dump(), "-0.0");
    EXPECT_EQ(number(0.1).dump(), "0.1");
}

TEST(syntax, colours_change_no_character) {
    for (const char* line :
         {"+    __global__ void f(const float* x, int n) {  // why", "-  char c = '\\'', *s = \"a \\\" // b\";",
          " x = 1'000u + 0x1p-3;", "", "+", "\"open", "'"}) {
        const std::string painted = with_syntax(line, "\033[32m");
        EXPECT_EQ(std::regex_replace(painted, std::regex("\033\\[[0-9]*m"), ""), line);
    }
    EXPECT_EQ(with_syntax("return __ldg(x) + 12; // why", ""),
              "\033[34mreturn __ldg\033[0m(x) + \033[36m12\033[0m; \033[2m// why\033[0m");
    EXPECT_EQ(with_syntax("returned(\"return\")", "\033[32m"),
              "\033[32mreturned(\033[0m\033[33m\"return\"\033[0m\033[32m)\033[0m");
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
