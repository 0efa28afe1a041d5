// strider reduce FILE --rows, --columns, --segments: every part is reduced as the library reduces it by itself.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include <strider/reduce.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string results(std::vector<std::string> options) {
    options.insert(options.begin(), "reduce");
    return records_of(options).at(0)["results"].dump();
}

TEST(reduce_parts, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("<f4", "(2, 3)", bytes_of(std::vector<float>{1, 2, 3, 4, 5, 6})));
    EXPECT_EQ(
        records_of({"reduce", file, "--rows"}).at(0).dump(),
        R"({"schema":1,"command":"reduce","device":"cpu","elements":6,"type":"f32","operator":"sum","part":"row",)"
        R"("parts":2,"output_type":"f64","results":[6.0,15.0]})");
    const std::string out = (folder.path() / "o.npy").string();
    const record written = records_of({"reduce", file, "--columns", "-o", out}).at(0);
    EXPECT_EQ(written["output"], out);
    EXPECT_FALSE(written.contains("results"));
    EXPECT_THAT(npy_values<double>(out), ElementsAre(5, 7, 9));
}

TEST(reduce_parts, either_order_of_the_file) {
    const scratch_folder folder;
    // {{1, 2, 3}, {4, 5, 6}} in both orders.
    const std::string c =
        folder.file("c.npy", npy("<i2", "(2, 3)", bytes_of(std::vector<std::int16_t>{1, 2, 3, 4, 5, 6})));
    const std::string f =
        folder.file("f.npy", npy("<i2", "(2, 3)", bytes_of(std::vector<std::int16_t>{1, 4, 2, 5, 3, 6}), true));
    for (const std::string& file : {c, f}) {
        for (const char* device : {"cpu", "serial"}) {
            EXPECT_EQ(results({file, "--rows", "--device", device}), "[6,15]");
            EXPECT_EQ(results({file, "--columns", "--device", device}), "[5,7,9]");
        }
        EXPECT_EQ(results({file, "--rows", "--operator", "product"}), "[6,120]");
        EXPECT_EQ(results({file, "--columns", "--operator", "max"}), "[4,5,6]");
    }
}

TEST(reduce_parts, minimum_and_maximum_keep_the_type) {
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("|i1", "(2, 2)", std::string("\x80\x01\x02\x7F", 4)));
    const record found = records_of({"reduce", file, "--rows", "--operator", "min"}).at(0);
    EXPECT_EQ(found["output_type"], "i8");
    EXPECT_EQ(found["results"].dump(), "[-128,2]");
    const std::string nothing = folder.file("e.npy", npy("|i1", "(2, 0)", ""));
    EXPECT_EQ(results({nothing, "--rows", "--operator", "min"}), "[127,127]") << "the identity";
    EXPECT_EQ(results({nothing, "--rows", "--operator", "max", "--device", "serial"}), "[-128,-128]");
    EXPECT_EQ(results({nothing, "--rows"}), "[0,0]");
    EXPECT_EQ(results({nothing, "--columns"}), "[]");
}

TEST(reduce_parts, half_precision_and_bool_keep_their_type_where_nothing_is_added) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    const std::string half = folder.file("h.npy", npy("<f2", "(2, 2)", std::string("\0\x3C\0\xC0\1\0\2\0", 8))),
                      truth = folder.file("b.npy", npy("|b1", "(2, 2)", std::string("\1\0\1\1", 4))),
                      nothing = folder.file("e.npy", npy("|b1", "(2, 0)", ""));
    EXPECT_EQ(records_of({"reduce", half, "--rows", "--operator", "min", "-o", out}).at(0)["output_type"], "f16");
    EXPECT_THAT(contents(out), HasSubstr("'<f2'"));
    EXPECT_THAT(contents(out), ::testing::EndsWith(std::string("\0\xC0\1\0", 4)));
    EXPECT_EQ(records_of({"reduce", half, "--rows"}).at(0)["output_type"], "f64");
    EXPECT_EQ(records_of({"reduce", truth, "--rows", "--operator", "min", "-o", out}).at(0)["output_type"], "bool");
    EXPECT_THAT(contents(out), HasSubstr("'|b1'"));
    EXPECT_THAT(contents(out), ::testing::EndsWith(std::string("\0\1", 2)));
    EXPECT_EQ(results({nothing, "--rows", "--operator", "min"}), "[1,1]") << "true is the identity, and not 255";
}

TEST(reduce_parts, sums_that_may_wrap_are_said_to) {
    const scratch_folder folder;
    const std::vector<std::int64_t> most(2, std::numeric_limits<std::int64_t>::max());
    const std::string wide = folder.file("w.npy", npy("<i8", "(1, 2)", bytes_of(most))),
                      narrow = folder.file("n.npy", npy("<i4", "(1, 4)", bytes_of(most)));
    const record wrapped = records_of({"reduce", wide, "--rows"}).at(0);
    EXPECT_EQ(wrapped["results"].dump(), "[-2]");
    EXPECT_EQ(text_at(wrapped, "overflow"), "wraps");
    EXPECT_THAT(strider({"reduce", wide, "--rows"}, with_library()).out, HasSubstr("a greater one would wrap"));
    EXPECT_FALSE(records_of({"reduce", wide, "--rows", "--operator", "max"}).at(0).contains("overflow"));
    EXPECT_FALSE(records_of({"reduce", narrow, "--rows"}).at(0).contains("overflow")) << "four i32 fit 64 bits";
    EXPECT_TRUE(records_of({"reduce", narrow, "--rows", "--operator", "product"}).at(0).contains("overflow"));
}

TEST(reduce_parts, segments_of_any_length) {
    const scratch_folder folder;
    const std::string file = folder.file("a.txt", "1 2 3 4 5"), offsets = folder.file("o.txt", "0 2 2 5");
    for (const char* device : {"cpu", "serial"}) {
        EXPECT_EQ(results({file, "--segments", offsets, "--device", device}), "[3,0,12]");
    }
    const std::string some = folder.file("s.npy", npy("<u4", "(2,)", bytes_of(std::vector<std::uint32_t>{1, 4})));
    EXPECT_EQ(results({file, "--segments", some}), "[9]");
    EXPECT_EQ(results({file, "--segments", folder.file("one.txt", "3")}), "[]");
}

/// Strips of columns, groups of rows and of segments: the bits are those of the part's own reduction.
TEST(reduce_parts, pieces_do_not_change_the_bits) {
    constexpr std::size_t rows = 4200, columns = 4100;  // more elements than are in memory at once
    std::vector<float> values(rows * columns);
    std::mt19937 random(1);
    for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f - 0.3f;
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("<f4", "(4200, 4100)", bytes_of(values)));
    const std::string out = (folder.path() / "o.npy").string();
    const auto expected = [&](std::size_t first, std::size_t count, std::size_t stride) {
        std::vector<double> part(count);
        for (std::size_t at = 0; at < count; ++at) part[at] = values[first + at * stride];
        return reduce(serial{}, part);
    };
    records_of({"reduce", file, "--rows", "-o", out});
    const std::vector<double> of_rows = npy_values<double>(out);
    ASSERT_EQ(of_rows.size(), rows);
    for (std::size_t row = 0; row < rows; row += 97)
        EXPECT_EQ(of_rows[row], expected(row * columns, columns, 1)) << row;
    records_of({"reduce", file, "--columns", "-o", out});
    const std::vector<double> of_columns = npy_values<double>(out);
    ASSERT_EQ(of_columns.size(), columns);
    for (std::size_t c = 0; c < columns; c += 89) EXPECT_EQ(of_columns[c], expected(c, rows, columns)) << c;
    std::vector<std::uint64_t> offsets;
    for (std::size_t at = 0; at <= values.size(); at += at / 3 + 1000) offsets.push_back(at);
    const std::string cuts = folder.file("c.npy", npy("<u8", fmt::format("({},)", offsets.size()), bytes_of(offsets)));
    const std::string flat = folder.file("a.bin", bytes_of(values));
    records_of({"reduce", flat, "--type", "f32", "--segments", cuts, "-o", out});
    const std::vector<double> of_segments = npy_values<double>(out);
    ASSERT_EQ(of_segments.size() + 1, offsets.size());
    for (std::size_t at = 0; at < of_segments.size(); ++at) {
        EXPECT_EQ(of_segments[at], expected(offsets[at], offsets[at + 1] - offsets[at], 1)) << at;
    }
}

TEST(reduce_parts, table_has_a_line_each) {
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("|u1", "(2, 1)", "\x01\x02"));
    EXPECT_EQ(strider({"reduce", file, "--rows"}, with_library()).out,
              file + ", on cpu\n\nrow  sum\n  0    1\n  1    2\n");
}

TEST(reduce_parts, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder inputs, outputs;
    const std::string out = (outputs.path() / "o.npy").string(), file = inputs.file("a.txt", "1 2 3");
    const auto why = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"reduce", file, "-o", out});
        return refusal_of(options);
    };
    EXPECT_THAT(why({}), HasSubstr("-o and --operator are for --rows"));
    for (const char* operation : {"sum", "max"}) {
        EXPECT_THAT(refusal_of({"reduce", "-", "--operator", operation}, "1 2"),
                    HasSubstr("-o and --operator are for --rows"));
    }
    const std::string flat = inputs.file("a.npy", npy("<f4", "(1,)", "abcd"));
    EXPECT_THAT(refusal_of({"reduce", flat, "--rows", "-o", out}),
                HasSubstr("its shape is (1); --rows and --columns need"));
    EXPECT_THAT(why({"--rows", "--columns"}), HasSubstr("give one of them"));
    EXPECT_THAT(why({"--segments", inputs.file("1.txt", "0 9")}), HasSubstr("offset 1 is 9, and there are 3 elements"));
    EXPECT_THAT(why({"--segments", inputs.file("2.txt", "2 1")}),
                HasSubstr("offset 1 is 1, below the one before it (2)"));
    EXPECT_THAT(why({"--segments", inputs.file("3.txt", "-1 1")}), HasSubstr("offset 0 is -1"));
    EXPECT_THAT(why({"--segments", inputs.file("4.txt", "0 1.5")}), HasSubstr("offsets must be integers"));
    EXPECT_THAT(why({"--segments", inputs.file("5.txt", "")}), HasSubstr("has no offsets"));
    EXPECT_THAT(why({"--segments", "none"}), HasSubstr("cannot be read"));
    EXPECT_THAT(refusal_of({"reduce", file, "--segments", file, "--device", "simt"}, {}, no_gpu()),
                HasSubstr("no simt here (its module, libstrider_simt_segmented_reduce.so"));
    EXPECT_TRUE(outputs.names().empty());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
