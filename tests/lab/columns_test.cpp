// Tables that are stored by columns: their numbers, nulls and rows by a module whose table is known, and files that
// pyarrow has written (tests/fuzz/corpus/input), where this build reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <lab/readers/columns.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string seeds = STRIDER_SOURCE "/tests/fuzz/corpus/input/";
const std::string modules = std::filesystem::path(STRIDER_BINARY).parent_path().string();

environment with_fake() { return with(with_library(), "STRIDER_MODULES", STRIDER_FAKE_COLUMNS ":" + modules); }

/// Of the fake table, which stands for any file that starts as Parquet.
std::vector<record> fake_records(std::vector<std::string> arguments) {
    for (const char* word : {"--format", "jsonl"}) arguments.emplace_back(word);
    const outcome ran = strider(arguments, with_fake(), "PAR1");
    EXPECT_EQ(ran.status, 0) << ran.error;
    return ran.records();
}
std::string fake_refusal(const std::vector<std::string>& arguments) {
    return refusal_of(arguments, "PAR1", with_fake());
}

TEST(columns, keep_their_types_and_leave_missing_cells_out) {
    const auto all = fake_records({"reduce", "-", "--na", "skip"});
    ASSERT_EQ(all.size(), 3);
    EXPECT_EQ(all[0]["type"].get<std::string>(), "i64");
    EXPECT_EQ(all[0]["sum"].get<std::int64_t>(), 1 + 2 + 3 + (std::int64_t{1} << 60) + 1 + 5 + 6);
    EXPECT_EQ(all[1]["type"].get<std::string>(), "f32");
    EXPECT_EQ(all[1]["sum"].get<double>(), 0.5 + 1.5 + 2.5 + 3.5);
    EXPECT_EQ(all[1]["missing"].get<int>(), 2) << "a NaN and a null";
    EXPECT_EQ(all[2]["type"].get<std::string>(), "i8");
    EXPECT_EQ(all[2]["sum"].get<int>(), 1 + 2 - 3 + 4 + 5);
    EXPECT_EQ(all[2]["missing"].get<int>(), 1);
    const outcome shown = strider({"reduce", "-", "--na", "skip"}, with_fake(), "PAR1");
    EXPECT_THAT(shown.out, HasSubstr("left out: column \"name\" holds string, no numbers"));
}

TEST(columns, are_named_in_any_order_and_more_than_once) {
    const auto named = fake_records({"reduce", "-", "--column", "small,1,small", "--na", "skip"});
    ASSERT_EQ(named.size(), 3);
    EXPECT_EQ(named[0]["sum"].get<int>(), 9);
    EXPECT_EQ(named[1]["type"].get<std::string>(), "i64");
    EXPECT_EQ(named[2]["sum"].get<int>(), 9);
    EXPECT_THAT(fake_refusal({"reduce", "-", "--column", "name"}), HasSubstr("\"name\" holds string, no numbers"));
    EXPECT_THAT(fake_refusal({"reduce", "-", "--column", "smal"}), HasSubstr("did you mean \"small\"?"));
}

TEST(columns, integers_with_missing_cells_become_real_where_these_are_nan) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "small.npy").string();
    fake_records({"compact", "-", "--column", "small", "--na", "nan", "--where", "!isnan(x)", "-o", out});
    EXPECT_THAT(npy_values<double>(out), ElementsAre(1, 2, -3, 4, 5));
    fake_records({"compact", "-", "--column", "id", "--na", "nan", "--where", "x < 7", "-o", out});
    EXPECT_THAT(npy_values<std::int64_t>(out), ElementsAre(1, 2, 3, 5, 6)) << "nothing is missing";
}

TEST(columns, missing_cells_are_refused_by_their_row) {
    EXPECT_THAT(fake_refusal({"reduce", "-"}), HasSubstr("row 3, column \"price\": \"NaN\" is not a number; --na"));
    EXPECT_THAT(fake_refusal({"scan", "-", "--column", "small", "-o", "-"}),
                HasSubstr("row 5, column \"small\": the cell is empty; --na"));
    EXPECT_THAT(fake_refusal({"compact", "-", "--where", "small > 0", "-o", "o.csv"}),
                HasSubstr("row 5, column \"small\": the cell is empty; --na"));
}

TEST(columns, rows_are_kept_by_conditions_on_columns) {
    const auto kept = [](const std::string& where, const std::string& na) {
        return strider({"compact", "-", "--where", where, "--na", na, "-o", "-"}, with_fake(), "PAR1").out;
    };
    const std::string header = "id,price,small,name\n";
    EXPECT_EQ(kept("small >= 4", "skip"), header + "row 3,,,\nrow 5,,,\n");
    EXPECT_EQ(kept("i % 2 == 0", "error"), header + "row 0,,,\nrow 2,,,\nrow 4,,,\n") << "of no column";
    EXPECT_EQ(kept("isnan(price)", "nan"), header + "row 2,,,\nrow 4,,,\n");
    EXPECT_EQ(kept("id == 1152921504606846977", "error"), header + "row 3,,,\n");
    EXPECT_EQ(kept("id == 1152921504606846976", "error"), header) << "f64 holds this one alone";
    EXPECT_THAT(fake_refusal({"compact", "-", "--where", "name > 1", "-o", "-"}), HasSubstr("holds string"));
}

TEST(columns, have_their_name_over_what_is_made_of_them) {
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

TEST(columns, take_no_options_of_text) {
    EXPECT_THAT(fake_refusal({"reduce", "-", "--type", "i32"}), HasSubstr("a file of Parquet, which says its types"));
    EXPECT_THAT(fake_refusal({"reduce", "-", "--delimiter", ";"}), HasSubstr("--comment are for tables in text"));
    EXPECT_THAT(fake_refusal({"compact", "-", "--where", "id > 1", "-o", "o.parquet"}), HasSubstr("name it .csv"));
}

TEST(columns, are_refused_by_name_without_the_module) {
    const scratch_folder folder;
    const std::string library = "libstrider_cpu_reduce.so";
    std::filesystem::create_symlink(modules + "/" + library, folder.path() / library);
    const environment without = with(with_library(), "STRIDER_MODULES", folder.path().string());
    EXPECT_THAT(
        refusal_of({"reduce", "-"}, "PAR1", without),
        AllOf(HasSubstr("is a file of Parquet, and what reads it is not here"), HasSubstr("pip install pyarrow")));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "ARROW1", without), HasSubstr("is a file of Arrow, and"));
    EXPECT_THAT(strider({"devices"}, without).out, HasSubstr("not read: Parquet and Arrow"));
    EXPECT_THAT(strider({"devices"}, with_fake()).out, Not(HasSubstr("not read")));
    EXPECT_THAT(refusal_of({"reduce", "-"}, "FEA1", with_fake()), HasSubstr("a Feather file of version 1"));
}

TEST(columns, a_stream_of_arrow_is_told_from_raw_numbers) {
    const std::string stream = contents(seeds + "columns.arrows").substr(0, 100);
    EXPECT_THAT(refusal_of({"reduce", "-"}, stream, with_fake()),
                HasSubstr("damaged Arrow stream: it is not the fake"));
    const std::vector<std::int32_t> minus_one_and_others = {-1, 264, 100, 3};
    EXPECT_EQ(records_of({"reduce", "-", "--type", "i32"}, bytes_of(minus_one_and_others))[0]["sum"].get<int>(), 366);
}

class pyarrow_file : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (!are_columns_read()) GTEST_SKIP() << "this build has no Apache Arrow (pip install pyarrow has it)";
    }
    std::string path() const { return seeds + "columns." + GetParam(); }
};

TEST_P(pyarrow_file, has_numbers_of_its_types) {
    const auto all = records_of({"reduce", path(), "--na", "skip", "--column", "1,2,3,4,6,8,9"});
    const auto types = [&](std::size_t at) { return all.at(at)["type"].get<std::string>(); };
    ASSERT_EQ(all.size(), 7);
    EXPECT_EQ(types(0), "i64");
    EXPECT_EQ(all[0]["sum"].get<int>(), 10);
    EXPECT_EQ(types(1), "f32");
    EXPECT_EQ(all[1]["missing"].get<int>(), 2);
    EXPECT_EQ(types(2), "i16");
    EXPECT_EQ(all[2]["sum"].get<int>(), 15);
    EXPECT_EQ(types(3), "u8") << "bool";
    EXPECT_EQ(all[3]["sum"].get<int>(), 2);
    EXPECT_EQ(types(4), "f64") << "a decimal";
    EXPECT_EQ(all[4]["min"].get<double>(), -4);
    EXPECT_EQ(types(5), "f32") << "f16";
    EXPECT_EQ(all[5]["sum"].get<double>(), 8);
    EXPECT_EQ(types(6), "u64");
    EXPECT_EQ(all[6]["max"].get<std::uint64_t>(), UINT64_MAX);
}

TEST_P(pyarrow_file, has_rows) {
    const auto kept = [&](const std::string& where) {
        return strider({"compact", path(), "--where", where, "-o", "-"}, with_library()).out;
    };
    EXPECT_EQ(kept("id == 1 || i == 2"),
              "id,price,qty,in stock,name,cost,day,half,big\n"
              "1,1.5,3,1,\"a,b\",1.25,2020-01-01,1.5,18446744073709551615\n"
              "3,0.1,5,,\"\",3.50,2020-01-03,,1\n");
    EXPECT_EQ(strider({"transpose", path(), "--column", "qty,name", "-o", "-"}, with_library()).out,
              "qty,3,,5,7\nname,\"a,b\",,\"\",\"q\"\"t\"\n");
    EXPECT_EQ(records_of({"reduce", "-", "--column", "1"}, contents(path()))[0]["max"].get<int>(), 4);
}

TEST_P(pyarrow_file, that_is_damaged_is_refused) {
    const std::string whole = contents(path());
    for (std::size_t length = 20; length + 20 < whole.size(); length += 97) {
        const outcome ran = strider({"reduce", "-", "--na", "skip"}, with_library(), whole.substr(0, length));
        const bool may_end_here = std::string_view(GetParam()) == "arrows" && ran.status == 0;  // between two messages
        if (may_end_here) continue;
        EXPECT_EQ(ran.status, 2) << length << ran.error;
        EXPECT_THAT(ran.error, HasSubstr("damaged ")) << length;
    }
}

INSTANTIATE_TEST_SUITE_P(kinds, pyarrow_file, ::testing::Values("parquet", "feather", "arrows"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(columns, that_cells_cannot_hold_are_refused_where_rows_are_asked_for) {
    if (!are_columns_read()) GTEST_SKIP() << "this build has no Apache Arrow (pip install pyarrow has it)";
    EXPECT_EQ(records_of({"reduce", seeds + "nested.parquet", "--column", "x"})[0]["sum"].get<int>(), 3);
    EXPECT_THAT(refusal_of({"compact", seeds + "nested.parquet", "--where", "x > 1", "-o", "-"}),
                HasSubstr("column \"tags\" holds list<element: int64>, which is no cell of a row"));
}

}  // namespace
}  // namespace strider::lab::testing
