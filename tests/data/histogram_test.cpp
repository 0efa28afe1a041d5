// strider histogram FILE: bytes, numbers and images.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include <data/writers/plot.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

record histogram_of(std::vector<std::string> arguments, std::string_view input = {}) {
    arguments.insert(arguments.begin(), "histogram");
    const std::vector<record> found = records_of(arguments, input);
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
}

std::vector<std::uint64_t> counts(const record& of) { return of["counts"].get<std::vector<std::uint64_t>>(); }

TEST(histogram, record_is_the_one_that_is_documented) {
    const record found = histogram_of({"-", "--bins", "2", "--range", "0,4"}, "1 3 3 4 -1 -2");
    EXPECT_EQ(found.dump(), R"({"schema":1,"command":"histogram","device":"cpu","elements":6,"type":"i64",)"
                            R"("edges":[0,2,4],"counts":[1,2],"outside":3,"below":2,"above":1,"nan":0})");
}

TEST(histogram, bytes_of_any_file) {
    const scratch_folder folder;
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all.append(static_cast<std::size_t>(byte), static_cast<char>(byte));
    for (const char* device : {"cpu", "serial"}) {
        const record found = histogram_of({folder.file("any", all), "--device", device});
        std::vector<std::uint64_t> expected(256);
        std::iota(expected.begin(), expected.end(), 0);
        EXPECT_EQ(counts(found), expected);
        EXPECT_EQ(found["edges"].size(), 257u);
        EXPECT_EQ(found["edges"].back(), 256);
        EXPECT_EQ(found["outside"], 0);
    }
    const std::string array = folder.file("a.npy", npy("<f4", "(1,)", std::string(4, '\0')));
    EXPECT_EQ(histogram_of({array})["elements"], 1);
    EXPECT_EQ(histogram_of({array, "--bytes"})["elements"], 132);
    EXPECT_EQ(histogram_of({folder.file("text", "1 2 30\n")})["elements"], 3) << "numbers, whatever its name";
    EXPECT_EQ(histogram_of({folder.file("text", "1 2 30\n"), "--bytes"})["elements"], 7);
    EXPECT_EQ(histogram_of({folder.file("empty", "")})["elements"], 0);
    EXPECT_THAT(counts(histogram_of({folder.file("b", std::string("\x10\x7F\xC0", 3)), "--bins", "4"})),
                ElementsAre(1, 1, 0, 1));
}

TEST(histogram, nan_and_infinities_are_counted_apart) {
    const record found = histogram_of({"-", "--bins", "4"}, "nan 1 2 3 inf -inf nan 5");
    EXPECT_EQ(found["nan"], 2);
    EXPECT_EQ(found["below"], 1);
    EXPECT_EQ(found["above"], 1);
    EXPECT_THAT(counts(found), ElementsAre(1, 1, 1, 1)) << "from the least to the greatest finite element";
}

TEST(histogram, even_bins_hold_their_lower_edge) {
    const record found = histogram_of({"-", "--bins", "2", "--range", "0.0,1"}, "0 0.25 0.5 0.75 1.0 -0.0 1e-300");
    EXPECT_THAT(counts(found), ElementsAre(4, 2));
    EXPECT_EQ(found["above"], 1);
}

TEST(histogram, given_edges_close_the_last_bin) {
    const record found = histogram_of({"-", "--edges", "0,1,10"}, "-1 0 0.5 1 10 11");
    EXPECT_THAT(counts(found), ElementsAre(2, 2));
    EXPECT_EQ(found["outside"], 2);
    const scratch_folder folder;
    EXPECT_THAT(counts(histogram_of({"-", "--edges", folder.file("edges.txt", "0\n1\n10\n")}, "-1 0 1 10")),
                ElementsAre(1, 2));
    EXPECT_THAT(counts(histogram_of({"-", "--edges", "0.5,2.5,4.5"}, "0 1 2 3 4 5")), ElementsAre(2, 2))
        << "integers between fractions";
}

TEST(histogram, integers_are_exact) {
    const std::string most = "9223372036854775807", less = "9223372036854775806";
    EXPECT_THAT(counts(histogram_of({"-"}, most + " " + less + " " + most)), ElementsAre(1, 2));
    const std::vector<std::uint64_t> wide = {0, std::numeric_limits<std::uint64_t>::max(), 1};
    const record found = histogram_of({"-", "--type", "u64", "--bins", "2"}, bytes_of(wide));
    EXPECT_THAT(counts(found), ElementsAre(2, 1));
    EXPECT_EQ(found["outside"], 0);
    const record some = histogram_of({"-"}, "10 11 12 12");
    EXPECT_EQ(some["edges"].dump(), "[10,11,12,13]");
    EXPECT_THAT(counts(some), ElementsAre(1, 1, 2));
}

TEST(histogram, either_device_and_any_type_has_the_same_counts) {
    const std::vector<float> reals = {0, 0.5f, -1, 7.25f, 8, std::nanf(""), 3, -0.0f};
    const std::vector<std::uint32_t> most = {0, 1, 4294967295u, 2863311531u, 1431655765u};
    for (const char* device : {"cpu", "serial"}) {
        const record even =
            histogram_of({"-", "--type", "f32", "--bins", "4", "--range", "0,8", "--device", device}, bytes_of(reals));
        EXPECT_THAT(counts(even), ElementsAre(3, 1, 0, 1));
        EXPECT_EQ(even["below"], 1);
        EXPECT_EQ(even["above"], 1);
        EXPECT_EQ(even["nan"], 1);
        const record edges =
            histogram_of({"-", "--type", "f32", "--edges", "0,1,8", "--device", device}, bytes_of(reals));
        EXPECT_THAT(counts(edges), ElementsAre(3, 3));
        EXPECT_THAT(counts(histogram_of({"-", "--type", "u32", "--bins", "3", "--device", device}, bytes_of(most))),
                    ElementsAre(3, 1, 1))
            << "three bins of whole numbers are longer than all of u32";
    }
}

TEST(histogram, several_pieces) {
    std::vector<std::uint16_t> values(20'000'000);
    for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<std::uint16_t>(at % 1000);
    const scratch_folder folder;
    const record found =
        histogram_of({folder.file("a.bin", bytes_of(values)), "--type", "u16", "--bins", "10", "--range", "0,1000"});
    for (const std::uint64_t count : counts(found)) EXPECT_EQ(count, 2'000'000u);
}

TEST(histogram, images_have_one_a_channel) {
    const scratch_folder folder;
    const auto found = records_of({"histogram", folder.file("a.ppm", "P3 2 1 255 1 2 3 1 5 6")});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0]["channel"], "red");
    EXPECT_EQ(found[2]["channel"], "blue");
    EXPECT_EQ(found[0]["elements"], 2);
    EXPECT_EQ(found[0]["counts"][1], 2);
    EXPECT_EQ(found[1]["counts"][5], 1);
    const record wide = records_of({"histogram", folder.file("b.pgm", "P2 2 1 65535 255 65535")}).at(0);
    EXPECT_EQ(wide["channel"], "gray");
    EXPECT_EQ(wide["type"], "u16");
    EXPECT_EQ(wide["counts"].size(), 256u);
    EXPECT_EQ(wide["counts"][0], 1);
    EXPECT_EQ(wide["counts"][255], 1);
}

TEST(histogram, gray_with_alpha_is_named_so) {
    const scratch_folder folder;
    const std::string pixels = folder.file("a.npy", npy("|u1", "(1, 2, 2)", "\x07\xFF\x09\x80")),
                      image = (folder.path() / "A.PNG").string();
    records_of({"convolve", pixels, "--mask", folder.file("one.txt", "1"), "-o", image});
    const auto found = records_of({"histogram", image});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(text_at(found[0], "channel"), "gray");
    EXPECT_EQ(found[0]["counts"][9], 1);
    EXPECT_EQ(text_at(found[1], "channel"), "alpha");
    EXPECT_EQ(found[1]["counts"][128], 1);
}

TEST(histogram, table_and_picture) {
    const scratch_folder folder;
    const std::string picture = (folder.path() / "o.svg").string();
    const outcome ran =
        strider({"histogram", "-", "--bins", "2", "--range", "0,4", "--svg", picture}, with_library(), "1 3 3");
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.out,
              "standard input, on cpu\n\nfrom  to  count\n   0   2      1  ████████████████████████\n   2   4      2  "
              "████████████████████████████████████████████████\n\n3 elements in 2 bins; below 0, above 0, NaN 0\n");
    const std::string svg = contents(picture);
    EXPECT_THAT(svg, ::testing::StartsWith("<svg xmlns="));
    EXPECT_THAT(svg, ::testing::EndsWith("</svg>\n"));
    EXPECT_THAT(svg, HasSubstr("height=\"150.00\""));
    EXPECT_EQ(bar_text(1, 1000, 10), "▏") << "what is there is seen";
    EXPECT_EQ(bar_text(0, 1000, 10), "");
}

TEST(histogram, edges_have_as_many_digits_as_tell_them_apart) {
    const scratch_folder folder;
    const std::string picture = (folder.path() / "o.svg").string();
    const auto shown = [&](const std::string& numbers, std::vector<std::string> options, const char* format) {
        options.insert(options.begin(), {"histogram", "-", "--format", format, "--svg", picture});
        return strider(options, with_library(), numbers).out;
    };
    for (const char* format : {"table", "markdown"}) {
        EXPECT_THAT(shown("1732270000 1732270003", {}, format),
                    ::testing::ContainsRegex("1732270000[ |]+1732270001[ |]+1 "));
        EXPECT_THAT(contents(picture), HasSubstr(">1732270000</text>"));
        EXPECT_THAT(contents(picture), HasSubstr(">1732270004</text>"));
        EXPECT_THAT(
            shown("1732270000.25 1732270000.75", {"--bins", "2"}, format),
            ::testing::ContainsRegex("1732270000.2[ |]+1732270000.5[ |]+1 .*\n.*1732270000.5[ |]+1732270000.8"));
        EXPECT_THAT(contents(picture), HasSubstr(">1732270000.2</text>"));
        EXPECT_THAT(shown("0.5", {"--edges", "0.125,0.25,1.0"}, format), ::testing::ContainsRegex("0.25[ |]+1[ |]+1 "))
            << "no more digits than that";
    }
    // Beyond what f64 tells apart, also where the bins are no whole number wide.
    EXPECT_THAT(shown("9223372036854775806 9223372036854775807", {}, "table"),
                ::testing::ContainsRegex("9223372036854775806 +9223372036854775807 +1 "));
    EXPECT_THAT(
        shown("1152921504606846977", {"--range", "1152921504606846976,1152921504606846979", "--bins", "2"}, "table"),
        ::testing::ContainsRegex("1152921504606846976 +1152921504606846978 +1 .*\n *1152921504606846978 +"
                                 "1152921504606846979 +0"));
    EXPECT_EQ(histogram_of({"-", "--edges", "9223372036854775805,9223372036854775806"}, "9223372036854775806")["counts"]
                  .dump(),
              "[1]")
        << "edges that are one f64";
}

TEST(histogram, text_may_be_u64) {
    const record found = histogram_of({"-", "--range", "18446744073709551613,18446744073709551615", "--bins", "2"},
                                      "18446744073709551614 1 18446744073709551613");
    EXPECT_EQ(found["type"], "u64");
    EXPECT_EQ(found["edges"].dump(), "[18446744073709551613,18446744073709551614,18446744073709551615]");
    EXPECT_EQ(found["counts"].dump(), "[1,1]");
    EXPECT_THAT(refusal_of({"histogram", "-", "--range", "1,18446744073709551615"}, "1 2"),
                HasSubstr("--range: 18446744073709551615 does not fit in i64"));
}

TEST(histogram, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder folder;
    const std::string svg = (folder.path() / "o.svg").string();
    const auto why = [&](std::vector<std::string> options, std::string_view input = "1 2") {
        options.insert(options.begin(), {"histogram", "-", "--svg", svg});
        return refusal_of(options, input);
    };
    EXPECT_THAT(why({"--bins", "0"}), HasSubstr("--bins \"0\" is not a number from 1 to 1048576"));
    EXPECT_THAT(why({"--bins", "1e3"}), HasSubstr("--bins"));
    EXPECT_THAT(why({"--range", "1"}), HasSubstr("give two numbers"));
    EXPECT_THAT(why({"--range", "2,1"}), HasSubstr("must be below"));
    EXPECT_THAT(why({"--range", "a,b"}), HasSubstr("--range: line 1, column 1"));
    EXPECT_THAT(why({"--range", "0.5,1"}), HasSubstr("the elements are integers"));
    EXPECT_THAT(why({"--range", "300,400", "--type", "u8"}),
                HasSubstr("--range: histogram: even bins from 300 to 400"));
    EXPECT_THAT(why({"--range", "0,1e-45", "--type", "f32"}, "abcd"), HasSubstr("give finite edges"));
    EXPECT_THAT(why({"--edges", "1"}), HasSubstr("give 2 to 1048577"));
    EXPECT_THAT(why({"--edges", "1,1"}), HasSubstr("edge 1 is not above the one before it"));
    EXPECT_THAT(why({"--edges", "1,nan"}), HasSubstr("edge 1 is not above"));
    EXPECT_THAT(why({"--edges", "1,inf", "--type", "f32"}, "abcd"), HasSubstr("finite"));
    EXPECT_THAT(why({"--edges", "1,2", "--bins", "3"}), HasSubstr("leave out --bins"));
    EXPECT_THAT(why({"--bytes", "--type", "u8"}), HasSubstr("leave out --bytes"));
    EXPECT_THAT(why({}, "a header"), HasSubstr("--bytes counts the bytes of any file"));
    EXPECT_THAT(why({}, "-1e308 1.7e308"), HasSubstr("too wide"));
    EXPECT_THAT(why({}, "P5 9 9 255 a"), HasSubstr("promises 9 x 9 pixels"));
    EXPECT_THAT(why({}, "\x89PNG\r\n\x1A\n"), HasSubstr("damaged PNG"));
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
