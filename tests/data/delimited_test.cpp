// Delimited text: its rows, where it may be cut, and what is known of a table before its rows are read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <data/readers/table.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using rows_of_cells = std::vector<std::vector<std::string>>;

rows_of_cells rows_of(std::string_view text, const delimiting& how = {}) {
    row_reader reader(text, how);
    rows_of_cells rows;
    std::vector<std::string_view> cells;
    while (reader.next(cells) == row_reader::outcome::row) rows.emplace_back(cells.begin(), cells.end());
    return rows;
}

TEST(delimited, cells_are_as_they_are_written) {
    EXPECT_EQ(rows_of("a,b\n1,\n"), (rows_of_cells{{"a", "b"}, {"1", ""}}));
    EXPECT_EQ(rows_of("a,b\r\n1,2\r\n"), (rows_of_cells{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(rows_of("1,2"), (rows_of_cells{{"1", "2"}}));
    EXPECT_EQ(rows_of(",\n"), (rows_of_cells{{"", ""}}));
    EXPECT_EQ(rows_of("\"a,b\",\"c\nd\",\"e\"\"f\"\n"), (rows_of_cells{{"\"a,b\"", "\"c\nd\"", "\"e\"\"f\""}}));
    EXPECT_EQ(rows_of("\"a\"\r\n\"b\""), (rows_of_cells{{"\"a\""}, {"\"b\""}}));
    EXPECT_EQ(rows_of("5\" pipe,a\"b\"\n"), (rows_of_cells{{"5\" pipe", "a\"b\""}})) << "quotes inside of a cell";
    EXPECT_EQ(rows_of("a\tb c\n", {'\t'}), (rows_of_cells{{"a", "b c"}}));
    EXPECT_EQ(rows_of("  a \t b\r\n\"c d\"  e  \n", {' '}), (rows_of_cells{{"a", "b"}, {"\"c d\"", "e"}}));
}

TEST(delimited, empty_lines_and_comments_are_no_rows) {
    EXPECT_EQ(rows_of("# one, \"two\n\n\r\n1\n#\n2\n\n"), (rows_of_cells{{"1"}, {"2"}}));
    EXPECT_EQ(rows_of("%1\n#2\n", {',', '%'}), (rows_of_cells{{"#2"}}));
    EXPECT_EQ(rows_of("#1\n", {',', 0}), (rows_of_cells{{"#1"}}));
    EXPECT_THAT(rows_of(""), IsEmpty());
    EXPECT_THAT(rows_of("#"), IsEmpty());
}

TEST(delimited, malformed_rows_are_told_apart) {
    std::vector<std::string_view> cells;
    EXPECT_EQ(row_reader("1,\"2\n3", {}).next(cells), row_reader::outcome::open_quote);
    EXPECT_EQ(row_reader("1,\"2\"3\n", {}).next(cells), row_reader::outcome::text_after_quote);
    row_reader lines("\"a\nb\",1\n\n#\n2,3\n", {}, 10);
    EXPECT_EQ(lines.next(cells), row_reader::outcome::row);
    EXPECT_EQ(lines.line(), 10u);
    EXPECT_EQ(lines.row(), "\"a\nb\",1\n");
    EXPECT_EQ(lines.next(cells), row_reader::outcome::row);
    EXPECT_EQ(lines.line(), 14u);
    EXPECT_EQ(lines.next(cells), row_reader::outcome::end);
}

/// Wherever a text ends, what are whole rows of it are rows of the text, and no other ones.
TEST(delimited, is_cut_between_rows_alone) {
    const std::string text = "a,b\r\n\"1\n\"\"2\",\"x\"\r\n# \"c\n\n3,5\" pipe\n\"\",\"4,\n\n\"\n5,6\n";
    const rows_of_cells all = rows_of(text);
    ASSERT_EQ(all.size(), 5u);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::size_t whole = whole_rows(std::string_view(text).substr(0, size), {});
        ASSERT_LE(whole, size);
        rows_of_cells rows = rows_of(std::string_view(text).substr(0, whole));
        const rows_of_cells rest = rows_of(std::string_view(text).substr(whole));
        rows.insert(rows.end(), rest.begin(), rest.end());
        EXPECT_EQ(rows, all) << "cut at " << whole << " of " << size;
    }
    EXPECT_EQ(whole_rows("a\nb", {}), 2u);
    EXPECT_EQ(whole_rows("\"a\nb\n", {}), 0u);
    EXPECT_EQ(whole_rows("\"a\"\n# b", {}), 4u);
}

TEST(delimited, a_cell_stands_for_a_text) {
    EXPECT_EQ(unquoted("\"a \"\"b\"\"\""), "a \"b\"");
    EXPECT_EQ(unquoted("  a b "), "a b");
    EXPECT_EQ(content_of("\" 1,000 \""), "1,000");
    EXPECT_EQ(content_of("\"\""), "");
}

table_layout layout(std::string_view front, const table_options& given = {}) { return layout_of(front, given); }

TEST(table_layout, the_delimiter_that_fits_all_rows) {
    EXPECT_EQ(layout("a,b\n1,2\n").how.delimiter, ',');
    EXPECT_EQ(layout("a\tb, c\n1\t2\n").how.delimiter, '\t');
    EXPECT_EQ(layout("a;b\n1,5;2\n").how.delimiter, ';');
    EXPECT_EQ(layout("a|b\n1|2\n").how.delimiter, '|');
    EXPECT_EQ(layout("a  b\n1  2\n").how.delimiter, ' ');
    EXPECT_EQ(layout("a\n1\n").how.delimiter, ',');
    EXPECT_EQ(layout("a,b\n1\n").how.delimiter, ',') << "so that the row is named that differs";
    EXPECT_EQ(layout("\"a;b\",c\n1,2\n").how.delimiter, ',');
    EXPECT_EQ(layout("a,b;c\n1,2;3\n", {.delimiter = ";"}).how.delimiter, ';');
    EXPECT_EQ(layout("a,b\n", {.delimiter = "tab"}).how.delimiter, '\t');
}

TEST(table_layout, a_header_does_not_begin_with_a_number) {
    EXPECT_THAT(layout("price,2020,2021\n1,2,3\n").names, ElementsAre("price", "2020", "2021"));
    EXPECT_THAT(layout("1,Oslo\n2,Rome\n").names, ElementsAre("1", "2"));
    EXPECT_TRUE(layout(",x\n1,2\n").has_header);
    EXPECT_FALSE(layout("1,2\n").has_header);
    EXPECT_TRUE(layout("1,2\n", {.header = "yes"}).has_header);
    EXPECT_THAT(layout("a,b\n", {.header = "no"}).names, ElementsAre("1", "2"));
    EXPECT_THAT(layout("\"a \"\"b\"\"\", c \n1,2\n").names, ElementsAre("a \"b\"", "c"));
    const table_layout marked = layout("\xEF\xBB\xBF# made by\nx,y\n1,2\n");
    EXPECT_THAT(marked.names, ElementsAre("x", "y"));
    EXPECT_EQ(marked.first_line, 3u);
    EXPECT_EQ(marked.front, 17u);
}

TEST(table_layout, numbers_alone_are_a_list) {
    for (const char* text : {"1 2 3\n4 5 6\n", "1\n2 x\n", "1 2.5\n-1", "1,2\n3\n", "", "value", "not a number",
                             "1,Oslo\n", "\x01,a\n", ",\n1,2\n"}) {
        EXPECT_FALSE(looks_like_table(text)) << text;
    }
    for (const char* text :
         {"value\n1\n", "a,b\n", "# c\n1\n", "\xEF\xBB\xBFgr\xC3\xB6\xC3\x9F\x65\n1\n", "name 1\nx 2\n"}) {
        EXPECT_TRUE(looks_like_table(text)) << text;
    }
}

std::vector<std::size_t> named(const std::vector<std::string>& given) {
    return columns_named(given, {"price", "qty", "2", "a,b", "qty"});
}

std::string refusal_of(const std::vector<std::string>& given) {
    return testing::error_of([&] { named(given); });
}

TEST(table_layout, columns_by_name_or_number) {
    EXPECT_THAT(named({}), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(named({"price"}), ElementsAre(0));
    EXPECT_THAT(named({"2"}), ElementsAre(2)) << "a name before a number";
    EXPECT_THAT(named({"4,price", "5"}), ElementsAre(3, 0, 4));
    EXPECT_THAT(named({"a,b"}), ElementsAre(3));
    EXPECT_THAT(named({"\"a,b\",price"}), ElementsAre(3, 0));
    EXPECT_THAT(
        refusal_of({"prise"}),
        HasSubstr("no column is named \"prise\"; did you mean \"price\"? (the columns are price, qty, 2, a,b, qty)"));
    EXPECT_THAT(refusal_of({"6"}), HasSubstr("no column is named \"6\""));
    EXPECT_THAT(refusal_of({"0"}), HasSubstr("no column is named \"0\""));
    EXPECT_THAT(refusal_of({""}), HasSubstr("--column \"\" is not a list of names"));
    EXPECT_THAT(refusal_of({"qty"}), HasSubstr("two columns are named \"qty\"; call them 2 and 5"));
}

TEST(table_layout, options_that_are_not_known) {
    EXPECT_THROW(layout("a,b\n", {.delimiter = "::"}), usage_error);
    EXPECT_THROW(layout("a,b\n", {.delimiter = "\""}), usage_error);
    EXPECT_THROW(layout("a,b\n", {.header = "maybe"}), usage_error);
    EXPECT_THROW(layout("a,b\n", {.comment = "//"}), usage_error);
    EXPECT_THROW(layout("\xFF\xFE\x61"), usage_error) << "UTF-16";
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
