// strider convolve IMAGE: masks, boundaries, formats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::vector<T> convolved(const std::string& file, std::vector<std::string> options) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    options.insert(options.begin(), {"convolve", file, "-o", out});
    records_of(options);
    return npy_values<T>(out);
}

TEST(convolve, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.pgm").string();
    const record found =
        records_of({"convolve", folder.file("a.pgm", "P2 3 3 255 0 0 0 0 9 0 0 0 0"), "--mask", "box3", "-o", out})
            .at(0);
    EXPECT_EQ(found.dump(),
              R"({"schema":1,"command":"convolve","device":"cpu","rows":3,"columns":3,"channels":1,"type":"u8",)"
              R"("mask":"box3","mask_rows":3,"mask_columns":3,"boundary":"zero","flip":false,"output":")" +
                  out + "\"}");
    EXPECT_EQ(contents(out), "P5\n3 3\n255\n" + std::string(9, '\x01'));
}

/// One row, and a mask that looks two to the left: the boundary's pixels one by one.
TEST(convolve, a_type_that_changes_is_said) {
    const scratch_folder folder;
    const std::string half = folder.file("h.npy", npy("<f2", "(1, 2)", std::string("\0\x3C\0\x40", 4))),
                      single = folder.file("f.npy", npy("<f4", "(1, 2)", bytes_of(std::vector<float>{1, 2}))),
                      out = (folder.path() / "o.npy").string();
    const record found = records_of({"convolve", half, "--mask", "box3", "-o", out}).at(0);
    EXPECT_EQ(text_at(found, "type") + " to " + text_at(found, "output_type"), "f16 to f32");
    EXPECT_FALSE(records_of({"convolve", single, "--mask", "box3", "-o", out}).at(0).contains("output_type"));
}

TEST(convolve, boundaries) {
    const scratch_folder folder;
    const std::string row = folder.file("r.npy", npy("<f4", "(1, 4)", bytes_of(std::vector<float>{1, 2, 3, 4})));
    const std::string left = folder.file("left.txt", "1 0 0 0 0\n"), right = folder.file("right.txt", "0 0 0 0 1\n");
    const auto seen = [&](std::vector<std::string> options) {
        options.insert(options.end(), {"--mask", left});
        const std::vector<float> before = convolved<float>(row, options);
        options.back() = right;
        const std::vector<float> after = convolved<float>(row, options);
        return std::vector<float>{before[0], before[1], after[2], after[3]};
    };
    EXPECT_THAT(seen({}), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(seen({"--boundary", "constant", "--fill", "-7.5"}), ElementsAre(-7.5, -7.5, -7.5, -7.5));
    EXPECT_THAT(seen({"--boundary", "replicate"}), ElementsAre(1, 1, 4, 4));
    EXPECT_THAT(seen({"--boundary", "symmetric"}), ElementsAre(2, 1, 4, 3));
    EXPECT_THAT(seen({"--boundary", "reflect"}), ElementsAre(3, 2, 3, 2));
    EXPECT_THAT(seen({"--boundary", "wrap", "--device", "serial"}), ElementsAre(3, 4, 1, 2));
}

TEST(convolve, masks_wider_than_the_image) {
    const scratch_folder folder;
    const std::string dot = folder.file("d.npy", npy("<f8", "(1, 1)", bytes_of(std::vector<double>{3})));
    for (const char* boundary : {"replicate", "symmetric", "reflect", "wrap"}) {
        EXPECT_THAT(convolved<double>(dot, {"--mask", "gauss5", "--boundary", boundary}), ElementsAre(3)) << boundary;
    }
    EXPECT_THAT(convolved<double>(dot, {"--mask", "gauss5"}), ElementsAre(3 * 36.0 / 256));
}

TEST(convolve, named_masks_sum_to_one_or_zero) {
    const scratch_folder folder;
    const std::string flat = folder.file("f.npy", npy("<f4", "(2, 2)", bytes_of(std::vector<float>(4, 8))));
    for (const char* mask : {"gauss5", "sharpen"}) {
        EXPECT_THAT(convolved<float>(flat, {"--mask", mask, "--boundary", "wrap"}), ElementsAre(8, 8, 8, 8)) << mask;
    }
    EXPECT_THAT(convolved<float>(flat, {"--mask", "sobel-x", "--boundary", "replicate"}), ElementsAre(0, 0, 0, 0));
}

TEST(convolve, sobel_finds_what_rises_to_the_right_and_flip_turns_it) {
    const scratch_folder folder;
    const std::string step = folder.file("s.npy", npy("<f4", "(1, 3)", bytes_of(std::vector<float>{0, 0, 1})));
    const std::vector<std::string> sobel = {"--mask", "sobel-x", "--boundary", "replicate"};
    EXPECT_THAT(convolved<float>(step, sobel), ElementsAre(0, 4, 4));
    EXPECT_THAT(convolved<float>(step, {"--mask", "sobel-x", "--boundary", "replicate", "--flip"}),
                ElementsAre(0, -4, -4));
}

TEST(convolve, even_masks_reach_further_up_and_left_or_flipped_down_and_right) {
    const scratch_folder folder;
    const std::string row = folder.file("r.npy", npy("<f8", "(1, 3)", bytes_of(std::vector<double>{1, 2, 3}))),
                      mask = folder.file("m.txt", "1 0");
    for (const char* device : {"cpu", "serial"}) {
        EXPECT_THAT(convolved<double>(row, {"--mask", mask, "--device", device}), ElementsAre(0, 1, 2));
        EXPECT_THAT(convolved<double>(row, {"--mask", mask, "--flip", "--device", device}), ElementsAre(2, 3, 0));
    }
}

TEST(convolve, the_anchor_is_the_weight_that_meets_the_pixel) {
    const scratch_folder folder;
    const std::string image =
        folder.file("i.npy", npy("<f8", "(2, 3)", bytes_of(std::vector<double>{1, 2, 3, 4, 5, 6})));
    const std::string mask = folder.file("m.txt", "0 0 0\n0 0 1");  // its one weight at 1,2
    EXPECT_THAT(convolved<double>(image, {"--mask", mask, "--anchor", "1,2"}), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(convolved<double>(image, {"--mask", mask, "--anchor", "0,1"}), ElementsAre(5, 6, 0, 0, 0, 0));
    EXPECT_THAT(convolved<double>(image, {"--mask", mask, "--anchor", "0,1", "--flip"}), ElementsAre(0, 0, 0, 0, 1, 2));
    const std::string out = (folder.path() / "o.npy").string();
    const record found = records_of({"convolve", image, "--mask", mask, "--anchor", "0,1", "-o", out}).at(0);
    EXPECT_EQ(found["anchor"].dump(), "[0,1]");
}

TEST(convolve, integers_are_rounded_to_even_and_saturate) {
    const scratch_folder folder;
    const std::string half = folder.file("h.txt", "0.5"), twice = folder.file("t.txt", "2"),
                      minus = folder.file("m.txt", "-1");
    const std::string bytes = folder.file("b.npy", npy("|u1", "(1, 4)", std::string("\x01\x03\x05\xFF", 4)));
    EXPECT_THAT(convolved<std::uint8_t>(bytes, {"--mask", half}), ElementsAre(0, 2, 2, 128));
    EXPECT_THAT(convolved<std::uint8_t>(bytes, {"--mask", twice}), ElementsAre(2, 6, 10, 255));
    EXPECT_THAT(convolved<std::uint8_t>(bytes, {"--mask", minus}), ElementsAre(0, 0, 0, 0));
    const std::string words =
        folder.file("w.npy", npy("<u2", "(1, 2)", bytes_of(std::vector<std::uint16_t>{300, 65535})));
    for (const char* device : {"cpu", "serial"}) {
        EXPECT_THAT(convolved<std::uint16_t>(words, {"--mask", twice, "--device", device}), ElementsAre(600, 65535));
    }
    const std::string few = folder.file("f.pgm", "P2 1 1 9 7"), out = (folder.path() / "o.pgm").string();
    records_of({"convolve", few, "--mask", twice, "-o", out});
    EXPECT_EQ(contents(out), "P5\n1 1\n9\n\x09") << "its own maximum";
}

TEST(convolve, channels_are_apart) {
    const scratch_folder folder;
    const std::string image = folder.file("a.ppm", "P3 2 1 255 10 20 30 40 50 60"),
                      left = folder.file("l.txt", "1 0 0");
    EXPECT_THAT(convolved<std::uint8_t>(image, {"--mask", left}), ElementsAre(0, 0, 0, 10, 20, 30));
    const std::string out = (folder.path() / "o.png").string(), back = (folder.path() / "o.ppm").string();
    records_of({"convolve", image, "--mask", left, "-o", out});
    records_of({"convolve", out, "--mask", folder.file("one.txt", "1"), "-o", back});
    EXPECT_EQ(contents(back), std::string("P6\n2 1\n255\n\0\0\0\x0A\x14\x1E", 17));
}

TEST(convolve, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder inputs, outputs;
    const std::string image = inputs.file("a.pgm", "P2 2 1 255 1 2"), out = (outputs.path() / "o.pgm").string();
    const auto why = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"convolve", image, "-o", out});
        return refusal_of(options);
    };
    EXPECT_THAT(why({}), HasSubstr("convolve needs --mask MASK"));
    EXPECT_THAT(why({"--mask", "gauss7"}), HasSubstr("it is one of: gauss5, box3, sobel-x, sharpen, or a file"));
    EXPECT_THAT(why({"--mask", "./none.txt"}), HasSubstr("cannot be read"));
    EXPECT_THAT(why({"--mask", inputs.file("r.txt", "1 2\n3")}),
                HasSubstr("line 2 has 1 weights, and the first row 2"));
    EXPECT_THAT(why({"--mask", inputs.file("e.txt", "")}), HasSubstr("a mask of 0 x 0 weights"));
    EXPECT_THAT(why({"--mask", inputs.file("x.txt", "1 x")}), HasSubstr("row 1: "));
    EXPECT_THAT(why({"--mask", inputs.file("m.npy", npy("<f4", "(3,)", std::string(12, '\0')))}),
                HasSubstr("a mask has two extents"));
    EXPECT_THAT(why({"--mask", "box3", "--boundary", "mirror"}), HasSubstr("one of: zero, constant, replicate"));
    EXPECT_THAT(why({"--mask", "box3", "--fill", "1"}), HasSubstr("--boundary constant"));
    EXPECT_THAT(why({"--mask", "box3", "--boundary", "constant", "--fill", "256"}),
                HasSubstr("a whole number from 0 to 255"));
    for (const char* anchor : {"3,0", "0,3", "1", "1,", ",1", "1,1,", "-1,0", "a,b"}) {
        EXPECT_THAT(why({"--mask", "box3", std::string("--anchor=") + anchor}), HasSubstr("ROW,COLUMN from 0,0 to 2,2"))
            << anchor;
    }
    EXPECT_THAT(refusal_of({"convolve", image, "--mask", "box3", "-o", (outputs.path() / "o.ppm").string()}),
                HasSubstr("PPM holds three"));
    EXPECT_THAT(refusal_of({"convolve", "-", "--mask", "box3", "-o", out}, "hello"),
                HasSubstr("standard input: is neither an image"));
    EXPECT_TRUE(outputs.names().empty());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
