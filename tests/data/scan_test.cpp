// strider scan FILE: the library's scan, whatever the file's format, type and length.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include <strider/scan.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Out>
std::vector<Out> scanned(const std::string& file, std::vector<std::string> options = {}) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "out.npy").string();
    options.insert(options.begin(), {"scan", file, "-o", out});
    EXPECT_EQ(records_of(options).size(), 1u);
    return npy_values<Out>(out);
}

TEST(scan, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("|u1", "(4,)", "\x01\x02\x03\xFF")),
                      out = (folder.path() / "o.npy").string();
    const record found = records_of({"scan", file, "-o", out}).at(0);
    EXPECT_EQ(found.dump(), R"({"schema":1,"command":"scan","device":"cpu","elements":4,"type":"u8","operator":"sum",)"
                            R"("exclusive":false,"output_type":"u64","last":261,"output":")" +
                                out + "\"}");
    EXPECT_THAT(npy_values<std::uint64_t>(out), ElementsAre(1, 3, 6, 261));
    EXPECT_THAT(folder.names(), ElementsAre("a.npy", "o.npy"));
}

TEST(scan, operators_and_types) {
    const scratch_folder folder;
    const std::string i16 = folder.file("i.npy", npy("<i2", "(4,)", bytes_of(std::vector<std::int16_t>{3, -5, 7, 2})));
    EXPECT_THAT(scanned<std::int64_t>(i16), ElementsAre(3, -2, 5, 7));
    EXPECT_THAT(scanned<std::int64_t>(i16, {"--exclusive"}), ElementsAre(0, 3, -2, 5));
    EXPECT_THAT(scanned<std::int64_t>(i16, {"--operator", "product"}), ElementsAre(3, -15, -105, -210));
    EXPECT_THAT(scanned<std::int16_t>(i16, {"--operator", "min"}), ElementsAre(3, -5, -5, -5));
    EXPECT_THAT(scanned<std::int16_t>(i16, {"--operator", "max", "--exclusive"}), ElementsAre(-32768, 3, 3, 7));
    const std::string f32 = folder.file("f.npy", npy(">f4", "(2,)", std::string("\x3F\x80\0\0\x40\0\0\0", 8)));
    EXPECT_THAT(scanned<float>(f32), ElementsAre(1, 3)) << "big-endian";
    EXPECT_THAT(scanned<float>(f32, {"--device", "serial"}), ElementsAre(1, 3));
    const std::string text = folder.file("t.txt", "1 2.5\n-1");
    EXPECT_THAT(scanned<double>(text), ElementsAre(1, 3.5, 2.5));
    const std::string matrix =
        folder.file("m.npy", npy("<i4", "(2, 2)", bytes_of(std::vector<std::int32_t>{1, 2, 3, 4})));
    EXPECT_THAT(scanned<std::int64_t>(matrix), ElementsAre(1, 3, 6, 10)) << "flat, in C order";
    EXPECT_TRUE(scanned<double>(folder.file("e.npy", npy("<f8", "(0,)", ""))).empty());
}

TEST(scan, operators_have_one_spelling) {
    const scratch_folder folder;
    const std::string file = folder.file("a.txt", "3 5 2"), out = (folder.path() / "o.npy").string();
    for (const char* name : {"sum", "product", "min", "max"}) {
        EXPECT_EQ(records_of({"scan", file, "-o", out, "--operator", name}).at(0)["operator"].get<std::string>(), name);
    }
    for (const char* name : {"plus", "multiplies", "minimum", "maximum"}) {
        EXPECT_THAT(refusal_of({"scan", file, "-o", out, "--operator", name}), HasSubstr("sum, product, min, max"));
    }
}

TEST(scan, integers_wrap) {
    const scratch_folder folder;
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::string file = folder.file("w.npy", npy("<i8", "(2,)", bytes_of(std::vector<std::int64_t>{most, 1})));
    EXPECT_THAT(scanned<std::int64_t>(file), ElementsAre(most, std::numeric_limits<std::int64_t>::min()));
    EXPECT_EQ(text_at(records_of({"scan", file, "-o", (folder.path() / "o.npy").string()}).at(0), "overflow"), "wraps");
}

/// Several pieces: the bits are those of the library's scan of all elements at once.
template <class T>
void expect_canonical(std::uint64_t count, bool exclusive, const char* device) {
    ASSERT_GT(scan_order::tile_shape(count, sizeof(T)).regions, 1u) << "a region is the least that a piece can be";
    std::vector<T> values(count), expected(count);
    std::mt19937_64 random(count);
    for (T& value : values) value = static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53 - 0.3);
    if (exclusive)
        exclusive_scan(cpu{}, values, expected);
    else
        inclusive_scan(cpu{}, values, expected);
    const scratch_folder folder;
    const std::string file =
        folder.file("a.npy", npy(npy_descr_of<T>(), fmt::format("({},)", count), bytes_of(values)));
    std::vector<std::string> options = {"--device", device};
    if (exclusive) options.push_back("--exclusive");
    const std::vector<T> found = scanned<T>(file, options);
    ASSERT_EQ(found.size(), count);
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), count * sizeof(T)), 0);
}

TEST(scan, pieces_do_not_change_the_bits) {
    // A region is 60 MiB by then.
    expect_canonical<float>(15'728'640 + 17, false, "cpu");
    expect_canonical<double>(7'864'320 + 17, true, "cpu");
    expect_canonical<double>(7'864'320 + 17, false, "serial");
}

TEST(scan, pieces_carry_exclusive_sums_of_integers) {
    constexpr std::uint64_t count = 7'864'320 + 17;
    static_assert(scan_order::tile_shape(count, sizeof(std::uint64_t)).regions > 1);
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("|i1", fmt::format("({},)", count), std::string(count, '\xFE')));
    const std::vector<std::int64_t> found = scanned<std::int64_t>(file, {"--exclusive"});
    ASSERT_EQ(found.size(), count);
    for (std::uint64_t at = 0; at < count; ++at) ASSERT_EQ(found[at], -2 * static_cast<std::int64_t>(at)) << at;
}

TEST(scan, extremes_of_integers_keep_their_order) {
    const scratch_folder folder;
    const std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                       most = std::numeric_limits<std::int64_t>::max();
    const std::string i64 = folder.file("i.npy", npy("<i8", "(3,)", bytes_of(std::vector<std::int64_t>{-1, 1, least})));
    EXPECT_THAT(scanned<std::int64_t>(i64, {"--operator", "min", "--exclusive"}), ElementsAre(most, -1, -1));
    EXPECT_THAT(scanned<std::int64_t>(i64, {"--operator", "min"}), ElementsAre(-1, -1, least));
    EXPECT_THAT(scanned<std::int64_t>(i64, {"--operator", "max", "--device", "serial"}), ElementsAre(-1, 1, 1));
    const std::string u8 = folder.file("u.npy", npy("|u1", "(3,)", "\x7F\x80\x01"));
    EXPECT_THAT(scanned<std::uint8_t>(u8, {"--operator", "min", "--exclusive"}), ElementsAre(255, 127, 127));
    EXPECT_THAT(scanned<std::uint8_t>(u8, {"--operator", "max", "--exclusive"}), ElementsAre(0, 127, 128));
}

TEST(scan, half_precision_and_bool_keep_their_type_where_nothing_is_added) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    const auto scanned_by = [&](const std::string& file, std::vector<std::string> options) {
        options.insert(options.begin(), {"scan", file, "-o", out});
        const record found = records_of(options).at(0);
        return text_at(found, "type") + " to " + text_at(found, "output_type") + ", " + found["last"].dump();
    };
    const auto holds = [&](const char* descr, std::string_view data) {
        return contents(out).find(descr) != std::string::npos && contents(out).ends_with(data);
    };
    const std::string truth = folder.file("b.npy", npy("|b1", "(3,)", std::string("\1\0\1", 3)));
    EXPECT_EQ(scanned_by(truth, {"--operator", "min", "--exclusive"}), "bool to bool, 0");
    EXPECT_TRUE(holds("'|b1'", std::string("\1\1\0", 3))) << "true is the identity, and not 255";
    EXPECT_EQ(scanned_by(truth, {"--operator", "max", "--exclusive"}), "bool to bool, 1");
    EXPECT_TRUE(holds("'|b1'", std::string("\0\1\1", 3)));
    EXPECT_EQ(scanned_by(truth, {}), "bool to u64, 2");
    const std::string one = folder.file("1.npy", npy("|b1", "(1,)", std::string(1, '\0')));
    EXPECT_EQ(scanned_by(one, {"--operator", "min", "--exclusive"}), "bool to bool, 1");
    const std::string half =
        folder.file("h.npy", npy(">f2", "(3,)", std::string("\x3C\x00\xC0\x00\x00\x01", 6)));  // 1 -2 2^-24
    EXPECT_EQ(scanned_by(half, {"--operator", "min"}), "f16 to f16, -2.0");
    EXPECT_TRUE(holds("'<f2'", std::string("\x00\x3C\x00\xC0\x00\xC0", 6)));
    EXPECT_EQ(scanned_by(half, {"--operator", "min", "--exclusive"}), "f16 to f16, -2.0");
    EXPECT_TRUE(holds("'<f2'", std::string("\x00\x7C\x00\x3C\x00\xC0", 6))) << "infinity is the identity";
    EXPECT_EQ(scanned_by(half, {}).substr(0, 10), "f16 to f32");
}

TEST(scan, formats_of_the_output) {
    const scratch_folder folder;
    const std::string file = folder.file("a.txt", "0.1 nan 1e300");
    const auto written = [&](const char* name) {
        const std::string out = (folder.path() / name).string();
        EXPECT_EQ(records_of({"scan", file, "-o", out}).at(0)["last"], "nan");
        return contents(out);
    };
    EXPECT_EQ(written("o.txt"), "0.1\nnan\nnan\n");
    EXPECT_EQ(written("o.csv"), "0.1\nnan\nnan\n");
    EXPECT_EQ(written("o.bin").size(), 24u);
    EXPECT_EQ(written("o.raw").substr(0, 8), bytes_of(std::vector<double>{0.1}));
    EXPECT_EQ(written("o.npy").substr(0, 6), "\x93NUMPY");
    EXPECT_EQ(written("a.npy").size() % 64, 24u) << "the elements start at a multiple of 64 bytes";
}

TEST(scan, the_output_may_be_the_input_where_that_is_forced) {
    const scratch_folder folder;
    const std::string file = folder.file("a.npy", npy("<i8", "(3,)", bytes_of(std::vector<std::int64_t>{1, 2, 3})));
    records_of({"scan", file, "-o", file, "--force"});
    EXPECT_THAT(npy_values<std::int64_t>(file), ElementsAre(1, 3, 6));
}

TEST(scan, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string(), file = folder.file("a.txt", "1 2 3");
    EXPECT_THAT(refusal_of({"scan", file}), HasSubstr("scan needs -o OUT"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", (folder.path() / "o.xyz").string()}),
                HasSubstr("the ending does not name a format"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", "/nonexistent/o.npy"}),
                HasSubstr("-o /nonexistent/o.npy: cannot be written"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", out, "--operator", "minus"}),
                HasSubstr("one of: sum, product, min, max"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", out, "--device", "tpu"}), HasSubstr("it is one of: auto, gpu, simt"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", out, "--device", "gpu"}, {}, no_gpu()),
                HasSubstr("no gpu here (its module"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", out, "--device", "simt"}, {}, no_gpu()),
                HasSubstr("no simt here (its module, libstrider_simt_scan.so, was not built"));
    EXPECT_THAT(refusal_of({"scan", "-", "-o", out}, "1 2 x"), HasSubstr("line 1, column 5"));
    const std::string turned = folder.file("f.npy", npy("<f4", "(2, 2)", bytes_of(std::vector<float>(4)), true));
    EXPECT_THAT(refusal_of({"scan", turned, "-o", out}), HasSubstr("Fortran order"));
    EXPECT_THAT(folder.names(), ElementsAre("a.txt", "f.npy"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
