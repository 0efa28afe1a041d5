// Tables (CSV and its kin) in the commands on files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <lab/base/errors.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* shop =
    "item,price,qty,\"unit price\"\n"
    "\"pen, blue\",1.5,10,0.15\n"
    "ink,\"1,000\",3,\"333.5\"\n"
    "\"paper\n(A4)\",4,8,0.5\n";

std::string field(const std::vector<std::string>& arguments, const char* name, std::string_view input) {
    return records_of(arguments, input).at(0)[name].dump();
}

TEST(table, a_record_for_each_column_of_numbers) {
    const outcome ran = strider({"reduce", "-", "--format", "jsonl"}, with_library(), shop);
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.error, "strider: left out: line 2, column \"item\": \"pen, blue\" is not a number\n");
    const std::vector<record> all = ran.records();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(
        all[0].dump(),
        R"({"schema":1,"command":"reduce","device":"cpu","column":"price","elements":3,"type":"f64","sum":1005.5,)"
        R"("mean":335.1666666666667,"min":1.5,"max":1000.0,"argmin":0,"argmax":1,)"
        R"("left_out":["line 2, column \"item\": \"pen, blue\" is not a number"]})");
    EXPECT_EQ(all[1]["column"].get<std::string>(), "qty");
    EXPECT_EQ(all[1]["type"].get<std::string>(), "i64");
    EXPECT_EQ(all[1]["sum"].get<int>(), 21);
    EXPECT_EQ(all[2]["column"].get<std::string>(), "unit price");
    const outcome shown = strider({"reduce", "-"}, with_library(), shop);
    EXPECT_THAT(shown.out, HasSubstr("price              3   f64  1005.5"));
    EXPECT_THAT(shown.out, HasSubstr("left out: line 2, column \"item\""));
}

TEST(table, columns_that_are_named) {
    EXPECT_EQ(field({"reduce", "-", "--column", "qty"}, "sum", shop), "21");
    EXPECT_EQ(field({"reduce", "-", "--column", "3"}, "sum", shop), "21");
    EXPECT_EQ(field({"reduce", "-", "--column", "unit price"}, "max", shop), "333.5");
    const std::vector<record> two = records_of({"reduce", "-", "--column", "qty,price"}, shop);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0]["column"].get<std::string>(), "qty");
    EXPECT_EQ(records_of({"reduce", "-", "--column", "qty", "--column", "2"}, shop).size(), 2u);
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "item"}, shop),
                HasSubstr("standard input: line 2, column \"item\": \"pen, blue\" is not a number"));
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "prise"}, shop), HasSubstr("did you mean \"price\"?"));
}

TEST(table, statistics_of_columns) {
    EXPECT_EQ(field({"reduce", "-", "--column", "qty", "--statistics"}, "variance", shop), "13.0");
    EXPECT_EQ(field({"reduce", "-", "--column", "b", "--na", "nan", "--skip-nan"}, "skipped", "a,b\n1,\n2,3\n"), "1");
    const scratch_folder folder;
    EXPECT_EQ(field({"reduce", folder.file("a.csv", "v\n1\nnan\n"), "--na", "nan", "--skip-nan"}, "sum", ""), "1.0");
    EXPECT_THAT(strider({"reduce", "-", "--column", "qty,price", "--quantiles", "0.5"}, with_library(), shop).out,
                HasSubstr("quantiles"));
}

TEST(table, plain_numbers_are_a_list_as_before) {
    EXPECT_EQ(field({"reduce", "-"}, "sum", "1,2,3\n4,5,6\n"), "21");
    EXPECT_EQ(field({"reduce", "-", "--column", "2"}, "sum", "1,2,3\n4,5,6\n"), "7");
    EXPECT_EQ(field({"reduce", "-", "--header", "yes"}, "sum", "1,2\n4,5\n"), "4");
    EXPECT_EQ(field({"reduce", "-"}, "column", "value\n1\n2\n"), "\"value\"");
    EXPECT_THAT(refusal_of({"reduce", "-"}, "1\n2 x3\n"), HasSubstr("line 2, column 3: \"x3\""));
}

TEST(table, delimiters_and_line_ends) {
    for (const char* text : {"a;b\r\n1;2\r\n3;4\r\n", "a\tb\n1\t2\n3\t4", "a|b\n1|2\n3|4\n", " a  b\n 1  2\n 3  4 \n",
                             "\xEF\xBB\xBF"
                             "a,b\n1,2\n\n3,4\n"}) {
        EXPECT_EQ(field({"reduce", "-", "--column", "b"}, "sum", text), "6") << text;
    }
    EXPECT_EQ(field({"reduce", "-", "--column", "b", "--delimiter", ";"}, "sum", "a,c;b\n1,2;3\n"), "3");
    EXPECT_EQ(field({"reduce", "-", "--column", "2", "--comment", "%"}, "sum", "% x\n1,2\n"), "2");
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "b"}, "a;b\n1;\"1,000\"\n"),
                HasSubstr("\"1,000\" is not a number"))
        << "a decimal comma, or thousands: who knows";
}

TEST(table, missing_cells_by_policy) {
    for (const char* cell : {"", "NA", "n/a", "NaN", "null", "\"\"", " None "}) {
        const std::string text = fmt::format("a,b\n1,2\n3,{}\n5,6\n", cell);
        EXPECT_THAT(refusal_of({"reduce", "-", "--column", "b"}, text), HasSubstr("line 3, column \"b\": ")) << cell;
        EXPECT_THAT(refusal_of({"reduce", "-"}, text), HasSubstr("--na skip leaves such cells out")) << cell;
        EXPECT_EQ(field({"reduce", "-", "--column", "a"}, "sum", text), "9") << "of other columns they do not matter";
        const record skipped = records_of({"reduce", "-", "--column", "b", "--na", "skip"}, text).at(0);
        EXPECT_EQ(skipped["sum"].get<int>(), 8) << cell;
        EXPECT_EQ(skipped["missing"].get<int>(), 1) << cell;
        const record as_nan = records_of({"reduce", "-", "--column", "b", "--na", "nan"}, text).at(0);
        EXPECT_EQ(as_nan["sum"].get<std::string>(), "nan") << cell;
        EXPECT_EQ(as_nan["elements"].get<int>(), 3) << cell;
    }
    EXPECT_THAT(refusal_of({"reduce", "-", "--na", "drop"}, "a\n1\n"), HasSubstr("it is one of: error, skip, nan"));
}

TEST(table, integers_are_not_rounded) {
    EXPECT_EQ(field({"reduce", "-"}, "max", "id\n18446744073709551615\n1\n"), "18446744073709551615");
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "id"}, "id\n9007199254740993\n0.5\n"),
                HasSubstr("line 2, column \"id\": the integer \"9007199254740993\" would be rounded"));
}

TEST(table, malformed_tables_are_refused_in_one_line) {
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\n1,2\n3\n"), HasSubstr("line 3 has 1 cell, and the header 2"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\n1,2,3\n"), HasSubstr("line 2 has 3 cells, and the header 2"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\n1,2\n\"3,4\n5,6\n"), HasSubstr("line 3: a quote is left open"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\n1,\"2\"x\n"), HasSubstr("line 2: text follows the closing quote"));
    EXPECT_THAT(refusal_of({"reduce", "-", "--column", "a"}, "a,a\n1,2\n"), HasSubstr("call them 1 and 2"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "a,b\nx,y\n"), HasSubstr("no column has numbers (the columns are a, b)"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, std::string("\xFF\xFE"
                                                        "a\0",
                                                        4)),
                HasSubstr("is UTF-16 text"));
}

/// More than a few pieces, with quoted line ends wherever they are cut; both in a file and in a stream.
TEST(table, many_pieces) {
    std::string text = "name,value\r\n";
    std::uint64_t sum = 0;
    for (std::uint64_t at = 0; text.size() < 9'000'000; ++at) {
        text +=
            fmt::format("\"{}\n{}\",{}\r\n", std::string(at % 31, '"').append(at % 31, '"'), at % 7 ? "," : "\n\n", at);
        sum += at;
    }
    const scratch_folder folder;
    const std::string file = folder.file("a.csv", text);
    EXPECT_EQ(field({"reduce", file, "--column", "value"}, "sum", ""), std::to_string(sum));
    EXPECT_EQ(
        shell(folder, "cat a.csv | \"$STRIDER\" reduce - --column value --format csv | cut -d, -f7 | tail -1").out,
        std::to_string(sum) + "\n");
    const std::string out = (folder.path() / "o.csv").string();
    records_of({"compact", file, "--where", "value >= 0", "-o", out});
    EXPECT_EQ(contents(out), text);
    folder.file("b.csv", text + "x,y\r\n");
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    EXPECT_THAT(refusal_of({"reduce", (folder.path() / "b.csv").string(), "--column", "value"}),
                HasSubstr(fmt::format("line {}, column \"value\": \"y\"", lines + 1)));
}

TEST(table, scan_and_histogram_take_one_column) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    records_of({"scan", "-", "--column", "price", "-o", out}, shop);
    EXPECT_EQ(contents(out), "price\n1.5\n1001.5\n1005.5\n");
    const std::string table = folder.file("shop.csv", shop);
    EXPECT_EQ(field({"histogram", table, "--column", "qty", "--edges", "0 5 20"}, "counts", ""), "[1,2]");
    for (const char* command : {"scan", "histogram"}) {
        std::vector<std::string> words = {command, table};
        if (words[0] == "scan") words.insert(words.end(), {"-o", out});
        EXPECT_THAT(
            refusal_of(words),
            HasSubstr("is a table; name a column: --column NAME (the columns are item, price, qty, unit price)"));
        words.insert(words.end(), {"--column", "price,qty"});
        EXPECT_THAT(refusal_of(words), HasSubstr("one column is taken here; --column names several"));
    }
}

TEST(table, compact_keeps_whole_rows_as_they_are_written) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    const record found = records_of({"compact", "-", "--where", "price > 3 && qty < 10", "-o", out}, shop).at(0);
    EXPECT_EQ(found.dump(), R"({"schema":1,"command":"compact","device":"cpu","rows":3,"columns":4,)"
                            R"("where":"price > 3 && qty < 10","kept":2,"output":")" +
                                out + "\"}");
    EXPECT_EQ(contents(out), "item,price,qty,\"unit price\"\nink,\"1,000\",3,\"333.5\"\n\"paper\n(A4)\",4,8,0.5\n");
    const auto kept = [&](const std::string& where, const std::string& text, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"compact", "-", "--where", where, "-o", out});
        records_of(more, text);
        return contents(out);
    };
    EXPECT_EQ(kept("`unit price` < 0.4", shop), "item,price,qty,\"unit price\"\n\"pen, blue\",1.5,10,0.15\n");
    EXPECT_EQ(kept("\"unit price\" < 0 || i == 1", "unit price\n1\n2"), "unit price\n2\n") << "the last line ends";
    EXPECT_EQ(kept("x > 1", "v\n1\n2\n"), "v\n2\n") << "the only column is x, too";
    EXPECT_EQ(kept("i > 0", "i,x\n1,2\n0,3\n"), "i,x\n1,2\n") << "a column that is named so";
    EXPECT_EQ(kept("min(min, 2) == 2 && abs(min) < 9", "min\n1\n3\n"), "min\n3\n");
    EXPECT_EQ(kept("gr\xC3\xB6\xC3\x9F\x65 > 1", "gr\xC3\xB6\xC3\x9F\x65\n1\n2\n"), "gr\xC3\xB6\xC3\x9F\x65\n2\n");
    EXPECT_EQ(kept("b > 0", "a,b\n1,2\n3,\n", {"--na", "skip"}), "a,b\n1,2\n");
    EXPECT_EQ(kept("!(b > 0)", "a,b\n1,2\n3,\n", {"--na", "skip"}), "a,b\n");
    EXPECT_EQ(kept("isnan(b)", "a,b\n1,2\n3,\n", {"--na", "nan"}), "a,b\n3,\n");
    EXPECT_EQ(kept("1 > 0", "a;b\r\n1;2\r\n"), "a;b\r\n1;2\r\n");
    EXPECT_EQ(kept("x >= 2", shop, {"--column", "price", "--output-format", "txt"}), "1000\n4\n") << "elements of one";
    EXPECT_EQ(shell(folder, "printf 'a,b\\n1,2\\n3,4\\n' | \"$STRIDER\" compact - --where 'b > 3' -o -").out,
              "a,b\n3,4\n");
}

TEST(table, compact_compares_integers_as_they_are) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string();
    const auto kept = [&](const std::string& where) {
        return records_of({"compact", "-", "--where", where, "-o", out},
                          "id,p\n9007199254740992,0.1\n9007199254740993,0.1\n18446744073709551615,0.1\n")
            .at(0)["kept"]
            .get<int>();
    };
    EXPECT_EQ(kept("id == 9007199254740993"), 1);
    EXPECT_EQ(kept("id != 9007199254740992"), 2);
    EXPECT_EQ(kept("id == 18446744073709551615 && p == 0.1"), 1) << "a fraction is an f64 in every row";
}

TEST(table, compact_refuses_what_is_wrong) {
    const scratch_folder folder;
    const auto why = [&](const std::string& where, const char* name = "o.csv") {
        return refusal_of({"compact", "-", "--where", where, "-o", (folder.path() / name).string()}, shop);
    };
    EXPECT_THAT(why("qty > 1 && prise > 3"),
                HasSubstr("--where, column 12: no column is named \"prise\"; did you mean \"price\"?"));
    EXPECT_THAT(why("`price > 3"), HasSubstr("column 1: this quote is left open"));
    EXPECT_THAT(why("item > 3"), HasSubstr("line 2, column \"item\": \"pen, blue\" is not a number"));
    EXPECT_THAT(why("x > 3"), HasSubstr("no column is named \"x\""));
    EXPECT_THAT(why("price > 3", "o.npy"), HasSubstr("rows of a table are text"));
    EXPECT_TRUE(folder.names().empty());
}

TEST(table, rows_and_columns_of_a_matrix) {
    const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
    EXPECT_EQ(field({"reduce", "-", "--rows"}, "results", text), "[6,15]");
    const record columns = records_of({"reduce", "-", "--columns"}, text).at(0);
    EXPECT_EQ(columns["results"].dump(), "[5,7,9]");
    EXPECT_EQ(columns["columns"].dump(), R"(["a","b","c"])");
    EXPECT_EQ(field({"reduce", "-", "--rows", "--column", "c,a"}, "results", text), "[4,10]");
    EXPECT_EQ(field({"reduce", "-", "--columns", "--column", "c,a"}, "results", text), "[9,5]");
    EXPECT_EQ(field({"reduce", "-", "--rows"}, "results", "1 2\n3 4\n"), "[3,7]") << "numbers alone";
    EXPECT_EQ(field({"reduce", "-", "--rows", "--na", "skip"}, "results", "a,b\n1,2\n,3\n4,5\n"), "[3,9]");
    EXPECT_THAT(refusal_of({"reduce", "-", "--rows"}, "a,b\n1,\n"),
                HasSubstr("line 2, column \"b\": the cell is empty"));
    EXPECT_THAT(refusal_of({"reduce", "-", "--rows"}, shop), HasSubstr("--column names those that are numbers"));
}

TEST(table, csv_has_a_row_for_each_result) {
    const std::string text = "a,b\n1,2\n3,4\n";
    const auto csv = [&](std::vector<std::string> words, const std::string& input) {
        words.insert(words.end(), {"--format", "csv"});
        return strider(words, with_library(), input).out;
    };
    EXPECT_EQ(csv({"reduce", "-", "--rows"}, text), "row,result\n0,3\n1,7\n");
    EXPECT_EQ(csv({"reduce", "-", "--columns"}, text), "column,result\na,4\nb,6\n");
    EXPECT_EQ(csv({"histogram", "-", "--column", "a", "--edges", "0 2 4"}, text), "from,to,count\n0,2,1\n2,4,1\n");
    EXPECT_EQ(csv({"histogram", "-", "--column", "a", "--edges", "2 2.5", "--na", "nan"}, "a\n1\n\n\"\"\n2.25\n9\n"),
              "from,to,count\n-inf,2.0,1\n2.0,2.5,1\n2.5,inf,1\nnan,nan,1\n");
}

TEST(table, transposes_cells_as_they_are_written) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.csv").string(), again = (folder.path() / "p.csv").string();
    const record found = records_of({"transpose", "-", "-o", out}, shop).at(0);
    EXPECT_EQ(found["rows"].get<int>(), 4);
    EXPECT_EQ(found["columns"].get<int>(), 4);
    EXPECT_EQ(contents(out),
              "item,\"pen, blue\",ink,\"paper\n(A4)\"\nprice,1.5,\"1,000\",4\nqty,10,3,8\n\"unit "
              "price\",0.15,\"333.5\",0.5\n");
    records_of({"transpose", out, "-o", again});
    EXPECT_EQ(contents(again),
              "item,price,qty,\"unit price\"\n\"pen, blue\",1.5,10,0.15\nink,\"1,000\",3,\"333.5\"\n"
              "\"paper\n(A4)\",4,8,0.5\n");
    records_of({"transpose", "-", "--column", "qty,price", "-o", out}, shop);
    EXPECT_EQ(contents(out), "qty,10,3,8\nprice,1.5,\"1,000\",4\n");
    const std::string array = (folder.path() / "o.npy").string();
    records_of({"transpose", "-", "-o", array}, "1 2 3\n4 5 6\n");
    EXPECT_THAT(npy_values<std::int64_t>(array), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(refusal_of({"transpose", "-", "-o", out}, "a,b\n1\n"), HasSubstr("line 2 has 1 cell"));
}

TEST(table, text_is_never_read_as_raw_binary) {
    const scratch_folder folder;
    const std::string text = folder.file("a.csv", shop),
                      binary = folder.file("b.csv", bytes_of(std::vector<float>{1, 2}));
    EXPECT_THAT(refusal_of({"reduce", text, "--type", "f32"}),
                HasSubstr("a.csv: is text; leave out --type (raw binary is named .bin or .raw)"));
    EXPECT_EQ(records_of({"reduce", binary, "--type", "f32"}).at(0)["sum"].get<double>(), 3);
    EXPECT_THAT(refusal_of({"reduce", binary, "--type", "f32", "--column", "a"}), HasSubstr("leave out one of them"));
    const std::string array = folder.file("a.npy", npy("<f4", "(1,)", "abcd"));
    EXPECT_THAT(refusal_of({"reduce", array, "--column", "a"}),
                HasSubstr("leave out --column and the other options of tables"));
}

TEST(table, columns_have_their_name_over_what_is_made_of_them) {
    const scratch_folder folder;
    const std::string text = folder.file("a.csv", "id,\"a,b\"\n1,5\n2,7\n");
    const std::string out = (folder.path() / "o.csv").string(), list = (folder.path() / "o.txt").string();
    records_of({"scan", text, "--column", "2", "-o", out});
    EXPECT_EQ(contents(out), "\"a,b\"\n5\n12\n");
    EXPECT_EQ(records_of({"reduce", out})[0]["max"].get<int>(), 12) << "it is read again";
    records_of({"compact", text, "--column", "id", "--where", "x > 1", "-o", out});
    EXPECT_EQ(contents(out), "id\n2\n");
    records_of({"scan", text, "--column", "id", "-o", list});
    EXPECT_EQ(contents(list), "1\n3\n") << "a list has none";
    records_of({"scan", "-", "--column", "1", "-o", out}, "1,2\n3,4\n");
    EXPECT_EQ(contents(out), "1\n4\n") << "nor has the table";
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
