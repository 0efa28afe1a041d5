// What commands decide and leave out where they read a table: the report says it, and the record has a key for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// `reduce -` with these words: its records, whatever it says on standard error.
std::vector<record> reduced(std::string_view text, std::vector<std::string> words = {}) {
    words.insert(words.begin(), {"reduce", "-", "--format", "jsonl"});
    const outcome ran = strider(words, with_library(), text);
    EXPECT_EQ(ran.status, 0) << ran.error;
    return ran.records();
}

std::string shown(std::string_view text, std::vector<std::string> words = {}) {
    words.insert(words.begin(), {"reduce", "-"});
    return strider(words, with_library(), text).out;
}

/// The sums of all records.
std::vector<int> sums(const std::vector<record>& of) {
    std::vector<int> found;
    for (const record& one : of) found.push_back(one["sum"].get<int>());
    return found;
}

TEST(table_notes, a_first_row_of_numbers_is_data_and_the_report_says_so) {
    const std::string years = "2019,2020\n1,2\n3,4\n";
    const std::vector<record> list = reduced(years);
    EXPECT_THAT(sums(list), ElementsAre(4049));
    EXPECT_EQ(list[0]["header"].get<std::string>(), "none: the first row was read as data");
    EXPECT_THAT(shown(years), HasSubstr("--header yes reads it as names"));
    EXPECT_THAT(sums(reduced(years, {"--header", "yes"})), ElementsAre(4, 6));
    EXPECT_FALSE(reduced(years, {"--header", "yes"})[0].contains("header"));
    EXPECT_THAT(sums(reduced(years, {"--header", "no"})), ElementsAre(2023, 2026));
    EXPECT_THAT(sums(reduced(years, {"--column", "2"})), ElementsAre(2026));
    EXPECT_TRUE(reduced(years, {"--column", "2"})[0].contains("header"));
    EXPECT_TRUE(reduced(years, {"--rows"})[0].contains("header"));
    EXPECT_THAT(strider({"reduce", "-", "--rows", "--format", "csv"}, with_library(), years).error,
                HasSubstr("the first row is numbers"));

    for (const char* text : {"1 2 3\n", "7\n1\n2\n", "1,1\n2,3\n", "1 2 3\n4 5\n", ""}) {
        EXPECT_FALSE(reduced(text)[0].contains("header")) << text << ": no names, or nothing below them";
    }
    const scratch_folder folder;
    const std::string file = folder.file("a.csv", "2019\n1\n2\n");
    EXPECT_THAT(strider({"reduce", file}, with_library()).out, HasSubstr("the first row is numbers"));
}

TEST(table_notes, a_first_row_of_names_and_numbers_is_the_header_and_the_report_says_so) {
    const std::string cities = "Paris,2019\nRome,6\n";
    EXPECT_EQ(reduced(cities, {"--column", "2019"})[0]["header"].get<std::string>(),
              "the first row, some of it numbers");
    EXPECT_THAT(shown(cities, {"--column", "2019"}), HasSubstr("--header no reads it as data"));
    EXPECT_THAT(sums(reduced(cities, {"--header", "no", "--column", "2"})), ElementsAre(2025));
    EXPECT_FALSE(reduced("city,mean\nRome,6\n", {"--column", "mean"})[0].contains("header"));
}

TEST(table_notes, a_missing_cell_or_one_beyond_f64_is_no_name) {
    EXPECT_THAT(sums(reduced("NA,5\n1,2\n", {"--na", "skip", "--column", "2"})), ElementsAre(7));
    EXPECT_THAT(sums(reduced("null\n2\n", {"--na", "skip"})), ElementsAre(2));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "NA\n2\n"),
                HasSubstr("line 1, column 1: \"NA\" is not a number; --na skip"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "1e400\n2\n"), HasSubstr("line 1, column 1: \"1e400\" is beyond what f64"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "x\n1e400\n2\n"), HasSubstr("\"1e400\" is beyond what f64 holds"));
}

TEST(table_notes, rows_of_numbers_that_blanks_part_are_as_long_as_the_first) {
    for (const char* above : {"", "x y z\n"})
        EXPECT_THAT(refusal_of({"transpose", "-", "-o", "-"}, above + std::string("1 2 3\n4 5\n")),
                    HasSubstr(*above == 0 ? "line 2 has 2 cells, and the first row 3"
                                          : "line 3 has 2 cells, and the header 3"));
}

TEST(table_notes, other_commands_say_what_was_decided) {
    const std::string years = "2019,2020\n1,2\n3,4\n";
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.txt").string(), file = folder.file("a.csv", years);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"scan", file, "-o", out},
          {"compact", file, "--where", "x > 2", "-o", out},
          {"compact", file, "--delimiter", ",", "--where", "`1` > 2", "-o", out},
          {"transpose", file, "-o", out},
          {"histogram", file, "--edges", "0 10"}}) {
        EXPECT_THAT(strider(words, with_library()).out, HasSubstr("the first row is numbers")) << words[0];
        std::vector<std::string> as_json = words;
        as_json.insert(as_json.end(), {"--format", "jsonl"});
        EXPECT_TRUE(strider(as_json, with_library()).records().at(0).contains("header")) << words[0];
    }
    EXPECT_THAT(shell(folder, R"("$STRIDER" scan a.csv -o -)").error, HasSubstr("the first row is numbers"));
}

TEST(table_notes, quoted_numbers_are_names) {
    const std::string text = "\"1\",\"2\"\n\"3\",\"4\"\n";
    const std::vector<record> found = reduced(text);
    EXPECT_THAT(sums(found), ElementsAre(3, 4));
    EXPECT_EQ(found[0]["column"].get<std::string>(), "1");
    EXPECT_EQ(found[0]["header"].get<std::string>(), "the first row, of numbers in quotes");
    EXPECT_THAT(shown(text), HasSubstr("numbers in quotes, and was read as names; --header no reads it as data"));
    EXPECT_THAT(sums(reduced(text, {"--header", "no"})), ElementsAre(4, 6));
    EXPECT_THAT(sums(reduced("\"1,000\",\"2,000\"\n\"3\",\"4\"\n", {"--column", "1"})), ElementsAre(1003))
        << "these need their quotes";
}

TEST(table_notes, rows_below_the_first_one_are_no_comments) {
    const std::string text = "a,b\n#1,2\n3,4\n";
    EXPECT_THAT(sums(reduced(text, {"--column", "b"})), ElementsAre(6));
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "a"}, text),
                HasSubstr("line 2, column \"a\": \"#1\" is not a number; --comment '#' leaves such lines out"));
    const std::vector<record> without = reduced(text, {"--comment", "#"});
    EXPECT_THAT(sums(without), ElementsAre(3, 4));
    EXPECT_EQ(without[0]["comments"].get<int>(), 1);
    EXPECT_THAT(shown(text, {"--comment", "#", "--column", "b"}), HasSubstr("comments    1\n"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\n1,2\n# sold out\n"),
                HasSubstr("line 3 has 1 cell, and the header 2; --comment '#' leaves such lines out"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "1\n# 2\n"),
                HasSubstr("--comment '#' leaves lines out that begin with it"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "# nothing else\n"), HasSubstr("there are no columns"));
}

TEST(table_notes, comments_above_the_first_row_are_counted) {
    const std::string text = "# from the shop\n# in May\n\na,b\n1,2\n";
    EXPECT_EQ(reduced(text)[0]["comments"].get<int>(), 2);
    EXPECT_THAT(shown(text), HasSubstr("comments"));
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    for (const std::vector<std::string>& words : {std::vector<std::string>{"compact", "-", "--where", "a > 0"},
                                                  {"scan", "-", "--column", "a"},
                                                  {"transpose", "-"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"-o", out});
        EXPECT_EQ(records_of(all, text).at(0)["comments"].get<int>(), 2) << words[0];
    }
    EXPECT_THAT(strider({"histogram", "-", "--column", "a", "--edges", "0 2"}, with_library(), text).out,
                HasSubstr("comments 2"));
}

TEST(table_notes, a_comment_with_a_cell_for_each_column_is_the_header) {
    const std::string text = "# id,a\n1,2\n3,4\n";
    const std::vector<record> found = reduced(text, {"--column", "a"});
    EXPECT_THAT(sums(found), ElementsAre(6));
    EXPECT_EQ(found[0]["header"].get<std::string>(), "the comment above the first row");
    EXPECT_FALSE(found[0].contains("comments"));
    EXPECT_THAT(shown(text), HasSubstr("the comment above the first row was read as the header"));
    EXPECT_EQ(reduced("# of 2020\n#id a\n1 2\n")[1]["comments"].get<int>(), 1) << "the last one";
    EXPECT_EQ(reduced("# value\n1\n2\n")[0]["column"].get<std::string>(), "value");

    const std::vector<record> without = reduced(text, {"--header", "no"});
    EXPECT_EQ(without[1]["column"].get<std::string>(), "2");
    EXPECT_EQ(without[1]["comments"].get<int>(), 1);
    EXPECT_EQ(reduced(text, {"--comment", "#"})[1]["comments"].get<int>(), 1);
    EXPECT_EQ(reduced("# made, by me\na,b\n1,2\n")[0]["column"].get<std::string>(), "a") << "a header of its own";
    EXPECT_EQ(reduced("#1,2\n3,4\n")[0]["column"].get<std::string>(), "1") << "numbers are no names";
    EXPECT_EQ(reduced("# made by me\n1\n2\n")[0]["comments"].get<int>(), 1) << "no name of one column";

    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string(), file = folder.file("a.csv", text);
    strider({"compact", file, "--where", "a > 2", "-o", out}, with_library());
    EXPECT_EQ(contents(out), "# id,a\n3,4\n") << "as it is written";
    strider({"transpose", file, "-o", out}, with_library());
    EXPECT_EQ(contents(out), "id,1,3\na,2,4\n");
}

TEST(table_notes, a_header_alone_has_no_rows) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--column", "a"}}) {
        const std::vector<record> found = reduced("a,b\n", words);
        EXPECT_EQ(found.size(), words.empty() ? 2u : 1u);
        EXPECT_EQ(found[0]["elements"].get<int>(), 0);
        EXPECT_EQ(found[0]["sum"].get<int>(), 0);
    }
    const scratch_folder folder;
    EXPECT_EQ(records_of({"reduce", folder.file("a.csv", "a\n")}).at(0)["elements"].get<int>(), 0);
}

TEST(table_notes, columns_that_are_left_out_stand_in_the_record) {
    const std::string text = "a,b\n1,1\n2,2\nx,3\n";
    const std::vector<record> found = reduced(text);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]["column"].get<std::string>(), "b");
    EXPECT_EQ(found[0]["left_out"].dump(), R"(["line 4, column \"a\": \"x\" is not a number"])");
    EXPECT_THAT(shown(text), HasSubstr("left out: line 4, column \"a\": \"x\" is not a number"));
    EXPECT_THAT(shown(text), Not(HasSubstr("left_out")));
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "a"}, text), HasSubstr("line 4, column \"a\""));
    const scratch_folder folder;
    EXPECT_THAT(strider({"reduce", folder.file("a.csv", text), folder.file("b.csv", "c\n1\n")}, with_library()).out,
                HasSubstr("a.csv: line 4, column \"a\""));
}

TEST(table_notes, decimal_commas) {
    const std::string text = "a;b\n1,5;2\n2,5;3\n";
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "a"}, text),
                HasSubstr("\"1,5\" is not a number; --decimal , takes its comma as a decimal point"));
    EXPECT_EQ(reduced(text, {"--decimal", ","})[0]["sum"].get<double>(), 4);
    EXPECT_EQ(reduced("\"1,5\",2\n\"2,5\",3\n", {"--decimal", ","})[0]["sum"].get<double>(), 4) << "in quotes";
    EXPECT_EQ(reduced("1,5\n2,5\n", {"--decimal", ","})[0]["sum"].get<double>(), 4);
    EXPECT_THAT(refusal_of({"reduce", "-", "--decimal", ",", "--column", "b"}, "a;b\n1,5;2.5\n"),
                HasSubstr("\"2.5\" is not a number; --decimal . takes its point as a decimal point"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "1,5;2\n2,5;3\n"), HasSubstr("--decimal , takes commas as decimal points"));
    EXPECT_THAT(refusal_of({"reduce", "-", "--decimal", ";"}, text), HasSubstr("it is one of: . ,"));
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    records_of({"compact", "-", "--decimal", ",", "--where", "a > 2", "-o", out}, text);
    EXPECT_EQ(contents(out), "a;b\n2,5;3\n");
}

TEST(table_notes, lines_may_end_in_cr_alone) {
    const std::vector<record> found = reduced("a,b\r1,2\r\"3\r4\",4\r");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]["sum"].get<int>(), 6);
    EXPECT_EQ(found[0]["line_ends"].get<std::string>(), "CR");
    EXPECT_THAT(found[0]["left_out"].dump(), HasSubstr("line 3, column"));
    EXPECT_THAT(shown("a\r1\r"), HasSubstr("line_ends"));
    EXPECT_THAT(sums(reduced("1\r2\r3")), ElementsAre(6)) << "a list";
    std::string text = "v\r";
    while (text.size() < 5'000'000) text += "1\r";
    EXPECT_THAT(sums(reduced(text)), ElementsAre(static_cast<int>(text.size() / 2 - 1)));
}

TEST(table_notes, cells_and_rows_that_are_missing_are_counted_by_every_command) {
    const std::string text = "a,b\n1,\n3,4\n";
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    for (const std::vector<std::string>& words : {std::vector<std::string>{"compact", "-", "--where", "b > 0"},
                                                  {"compact", "-", "--column", "b", "--where", "x > 0"},
                                                  {"scan", "-", "--column", "b"},
                                                  {"reduce", "-", "--rows"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"-o", out, "--na", "skip"});
        EXPECT_EQ(records_of(all, text).at(0)["missing"].get<int>(), 1) << words[0];
    }
}

TEST(table_notes, conditions_on_texts) {
    const std::string text = "name,qty,al\nal,1,x\n\"b, c\",2,al\n  al ,3,\n,4,y\n";
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    const auto kept = [&](const std::string& where, std::string_view table) {
        const record found = records_of({"compact", "-", "--where", where, "-o", out}, table).at(0);
        return found["kept"].get<int>();
    };
    EXPECT_EQ(kept("name == 'al'", text), 2);
    EXPECT_EQ(contents(out), "name,qty,al\nal,1,x\n  al ,3,\n");
    EXPECT_EQ(kept("name != 'al' && qty > 2", text), 1);
    EXPECT_EQ(kept("name == \"b, c\" or al == 'y'", text), 2);
    EXPECT_EQ(kept("name == ''", text), 1);
    EXPECT_EQ(kept("name == \"al\"", "name,v\nal,1\nbo,2\n"), 1);
    EXPECT_EQ(kept("not name == 'al' and name != 'bo'", "name,v\nal,1\nbo,2\n"), 0);
    EXPECT_EQ(kept("qty == '1' and qty < 2", text), 1) << "as it is written, and as a number";

    const auto why = [&](const std::string& where) {
        return refusal_of({"compact", "-", "--where", where, "-o", out}, text);
    };
    EXPECT_THAT(why("name == \"al\""),
                HasSubstr("\"al\" is a column, too; write 'al' for the text, `al` for the column"));
    EXPECT_THAT(why("name < 'al'"),
                HasSubstr("column 8: a text is compared with a column of a table alone, by == or !="));
    EXPECT_THAT(why("'al' == name"), HasSubstr("column 1: a text is compared"));
    EXPECT_THAT(why("qty + 1 == 'al'"), HasSubstr("column 12: a text is compared with a column alone"));
    EXPECT_THAT(why("name == 'al"), HasSubstr("column 9: this quote is left open"));
    EXPECT_THAT(refusal_of({"compact", "-", "--where", "x == 'al'", "-o", out}, "1 2\n"),
                HasSubstr("column 6: this is a text, and only columns of tables hold texts"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
