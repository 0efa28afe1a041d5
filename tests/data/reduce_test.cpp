// strider reduce FILE: every format gives the same answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

record summary_of(const std::vector<std::string>& arguments, std::string_view input = {}) {
    std::vector<std::string> words = {"reduce"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--format", "jsonl"});
    const outcome ran = strider(words, no_gpu(), input);
    EXPECT_EQ(ran.status, 0) << ran.error;
    const auto records = ran.records();
    EXPECT_EQ(records.size(), 1u);
    return records.at(0);
}

const std::vector<float> eight = {1.5f, -2, 0.1f, 7, 7, -2, 3, 0};

TEST(reduce, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const record found = summary_of({folder.file("a.npy", npy("<f4", "(8,)", bytes_of(eight)))});
    EXPECT_EQ(found.dump(), R"({"schema":1,"command":"reduce","device":"cpu","elements":8,"type":"f32","sum":)" +
                                record(std::accumulate(eight.begin(), eight.end(), 0.0)).dump() + R"(,"mean":)" +
                                record(std::accumulate(eight.begin(), eight.end(), 0.0) / 8).dump() +
                                R"(,"min":-2.0,"max":7.0,"argmin":1,"argmax":3})");
}

TEST(reduce, npy_raw_and_standard_input_agree) {
    const scratch_folder folder;
    const std::string data = bytes_of(eight), array = npy("<f4", "(2, 4)", data);
    const record expected = summary_of({folder.file("a.npy", array)});
    EXPECT_EQ(summary_of({folder.file("a.bin", data), "--type", "f32"}), expected);
    EXPECT_EQ(summary_of({"-"}, array), expected);
    EXPECT_EQ(summary_of({"-", "--type", "f32"}, data), expected);
    EXPECT_EQ(summary_of({folder.file("no_suffix", array)}), expected);
}

TEST(reduce, integers_are_summed_as_they_are) {
    const record small = summary_of({"-", "--type", "i8"}, std::string(300, '\x80'));
    EXPECT_EQ(small["sum"], -128 * 300);
    EXPECT_EQ(small["min"], -128);
    const std::vector<std::uint64_t> large = {std::numeric_limits<std::uint64_t>::max() - 1, 1};
    const record unsigned_sum = summary_of({"-", "--type", "u64"}, bytes_of(large));
    EXPECT_EQ(unsigned_sum["sum"], std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(unsigned_sum["max"], std::numeric_limits<std::uint64_t>::max() - 1);
}

/// By the library: the modules of this build, and not the fake ones.
TEST(reduce, sums_of_integers_are_exact_and_the_mean_is_theirs) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                           least = std::numeric_limits<std::int64_t>::min();
    const std::vector<std::int64_t> twice = {most, most}, lowest(3, least), both = {least, most, most, most};
    const std::vector<std::uint64_t> large(100'000, std::numeric_limits<std::uint64_t>::max());
    for (const char* device : {"cpu", "serial"}) {
        const auto summed = [&](const char* type, const auto& values) {
            return records_of({"reduce", "-", "--type", type, "--device", device}, bytes_of(values)).at(0);
        };
        EXPECT_EQ(summed("i64", twice)["sum"], 18446744073709551614u) << "a u64 holds it";
        EXPECT_EQ(summed("i64", twice)["mean"], 0x1p63);
        EXPECT_EQ(summed("i64", lowest)["sum"], "-27670116110564327424") << "text, as no number of 64 bits holds it";
        EXPECT_EQ(summed("i64", lowest)["mean"], -0x1p63);
        EXPECT_EQ(summed("i64", both)["sum"], 18446744073709551613u);
        EXPECT_EQ(summed("i64", both)["mean"], 0x1p62);
        EXPECT_EQ(summed("u64", large)["sum"], "1844674407370955161500000");
        EXPECT_EQ(summed("u64", large)["mean"], 0x1p64);
    }
}

TEST(reduce, text_is_i64_or_f64) {
    const record integers = summary_of({"-"}, "3,1,2\n");
    EXPECT_EQ(integers["type"], "i64");
    EXPECT_EQ(integers["sum"], 6);
    EXPECT_EQ(integers["argmin"], 1);
    const record reals = summary_of({"-"}, "3,1,2.5\n");
    EXPECT_EQ(reals["type"], "f64");
    EXPECT_EQ(reals["sum"], 6.5);
}

/// The text becomes f64 only after many integers have been stored: those have to be converted too.
TEST(reduce, text_that_turns_f64_late) {
    std::string text;
    for (int at = 0; at < 400000; ++at) text += std::to_string(at) + "\n";
    text += "0.5\n";
    const record found = summary_of({"-"}, text);
    EXPECT_EQ(found["type"], "f64");
    EXPECT_EQ(found["elements"], 400001);
    EXPECT_EQ(found["sum"], 400000.0 * 399999 / 2 + 0.5);
    EXPECT_EQ(found["argmax"], 399999);
}

TEST(reduce, pipe_is_read_to_its_end) {
    const scratch_folder folder;
    const std::string array = folder.file("a.npy", npy("<f4", "(8,)", bytes_of(eight)));
    const std::string piped = (folder.path() / "out").string();
    const std::string command =
        "cat '" + array +
        "' | STRIDER_MODULES='" STRIDER_FAKE_NO_GPU "' '" STRIDER_BINARY "' reduce - --format jsonl > '" + piped + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream in(piped);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(record::parse(line), summary_of({array}));
}

TEST(reduce, several_pieces_are_fed_in_order) {
    std::vector<std::uint8_t> values(40'000'000, 1);
    values[35'000'000] = 0;
    values[20'000'000] = 2;
    const scratch_folder folder;
    const record found = summary_of({folder.file("a.bin", bytes_of(values)), "--type", "u8"});
    EXPECT_EQ(found["sum"], 40'000'000);
    EXPECT_EQ(found["argmin"], 35'000'000);
    EXPECT_EQ(found["argmax"], 20'000'000);
}

TEST(reduce, fortran_order_counts_indices_in_c_order_and_takes_the_first) {
    // As a matrix: {{5, 1, 9}, {1, 9, 5}}; in the file: 5 1 1 9 9 5.
    const scratch_folder folder;
    const std::string data = bytes_of(std::vector<std::int32_t>{5, 1, 1, 9, 9, 5});
    const record found = summary_of({folder.file("f.npy", npy("<i4", "(2, 3)", data, true))});
    EXPECT_EQ(found["argmin"], 1) << "(0, 1), though (1, 0) comes first in the file";
    EXPECT_EQ(found["argmax"], 2) << "(0, 2), though (1, 1) comes first in the file";
    EXPECT_EQ(found["sum"], 30);
}

TEST(reduce, fortran_order_of_what_is_rounded_is_said) {
    const scratch_folder folder;
    const std::string c = folder.file("c.npy", npy("<f8", "(2, 2)", bytes_of(std::vector<double>{1, 1e16, -1e16, 1}))),
                      f = folder.file("f.npy",
                                      npy("<f8", "(2, 2)", bytes_of(std::vector<double>{1, -1e16, 1e16, 1}), true));
    EXPECT_FALSE(summary_of({c}).contains("order"));
    const record found = summary_of({f});
    EXPECT_EQ(text_at(found, "order"), "Fortran");
    EXPECT_EQ(found["argmin"], 2);
    const std::string integers = folder.file("i.npy", npy("|u1", "(2, 2)", "abcd", true));
    EXPECT_FALSE(summary_of({integers}).contains("order")) << "their sum is exact, in any order";
    EXPECT_THAT(strider({"reduce", "--help"}, no_gpu()).out, HasSubstr("\"order\": \"Fortran\""));
}

TEST(reduce, what_json_has_no_number_for_is_text) {
    const record nan = summary_of({"-"}, "1.5 nan inf");
    EXPECT_EQ(nan["sum"], "nan");
    EXPECT_EQ(nan["min"], "nan");
    EXPECT_EQ(nan["argmin"], 1);
    const record infinite = summary_of({"-"}, "1.5 -inf 2");
    EXPECT_EQ(infinite["sum"], "-inf");
    EXPECT_EQ(infinite["min"], "-inf");
    EXPECT_EQ(infinite["max"], 2.0);
}

TEST(reduce, nothing_has_a_sum_and_a_count) {
    const scratch_folder folder;
    EXPECT_EQ(summary_of({"-"}, "").dump(),
              R"({"schema":1,"command":"reduce","device":"cpu","elements":0,"type":"i64","sum":0})");
    EXPECT_EQ(summary_of({folder.file("e.npy", npy("<f8", "(0, 3)", ""))})["sum"], 0.0);
}

TEST(reduce, one_element_of_no_dimension) {
    const scratch_folder folder;
    EXPECT_EQ(summary_of({folder.file("s.npy", npy("<i2", "()", bytes_of(std::vector<std::int16_t>{-7})))})["sum"], -7);
}

TEST(reduce, devices_are_chosen_by_name) {
    for (const char* device : {"cpu", "serial", "simt"}) {
        EXPECT_EQ(summary_of({"-", "--device", device}, "1 2")["device"], device);
    }
}

TEST(reduce, table_stands_upright) {
    EXPECT_EQ(strider({"reduce", "-"}, no_gpu(), "4 1").out,
              "standard input, on cpu\n\nelements    2\ntype      i64\nsum         5\nmean      2.5\nmin         "
              "1\nmax         4\nargmin      1\nargmax      0\n");
    EXPECT_THAT(
        strider({"reduce", "-", "--format", "csv"}, no_gpu(), "4 1").out,
        HasSubstr(
            "schema,command,device,elements,type,sum,mean,min,max,argmin,argmax\n1,reduce,cpu,2,i64,5,2.5,1,4,1,0\n"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
