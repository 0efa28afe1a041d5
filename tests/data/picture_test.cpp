// JPEG images as other programs write them (tests/fuzz/corpus/input: Pillow), and what cameras say of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include <data/readers/raster.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ladders::element_type;
using ::testing::Each;
using ::testing::HasSubstr;

const std::string seeds = STRIDER_SOURCE "/tests/fuzz/corpus/input/";

/// The samples of the images in the seeds.
template <class T>
std::vector<T> ramp(std::size_t count) {
    std::vector<T> samples(count);
    for (std::size_t at = 0; at < count; ++at) samples[at] = static_cast<T>(at * (sizeof(T) == 1 ? 37 : 9973) + 5);
    return samples;
}

template <class T>
std::vector<T> samples_of(const std::string& name, unsigned channels) {
    const raster image = read_raster(seeds + name);
    EXPECT_EQ(image.type, sizeof(T) == 1 ? element_type::u8 : element_type::u16) << name;
    EXPECT_EQ(image.rows, 5u) << name;
    EXPECT_EQ(image.columns, 7u) << name;
    EXPECT_EQ(image.channels, channels) << name;
    if (image.channels != channels || size_of(image.type) != sizeof(T)) return {};
    return {image.as<T>(), image.as<T>() + image.samples()};
}

std::string why_no_image(std::string_view bytes) {
    return error_of([&] { parse_image(bytes); });
}

TEST(picture, jpeg_is_as_near_as_it_can_be) {
    EXPECT_THAT(samples_of<std::uint8_t>("flat.jpg", 1), Each(77));
    for (const char* name : {"rgb.jpg", "progressive.jpg"}) {
        const auto found = samples_of<std::uint8_t>(name, 3), stored = ramp<std::uint8_t>(105);
        ASSERT_EQ(found.size(), stored.size());
        for (std::size_t at = 0; at < found.size(); ++at) EXPECT_LE(std::abs(found[at] - stored[at]), 3) << name;
    }
    EXPECT_THAT(why_no_image(contents(seeds + "cmyk.jpg")), HasSubstr("is a CMYK JPEG"));
}

/// An EXIF block that holds nothing but an orientation.
std::string exif_of(std::uint32_t orientation, bool is_big_endian) {
    using namespace std::string_literals;
    const auto number = [&](std::uint32_t value, int bytes) {
        std::string text = in_bytes(value, bytes);
        if (is_big_endian) std::reverse(text.begin(), text.end());
        return text;
    };
    return (is_big_endian ? "MM"s : "II"s) + number(42, 2) + number(8, 4) + number(1, 2) + number(0x0112, 2) +
           number(3, 2) + number(1, 4) + number(orientation, 2) + "\0\0\0\0\0\0"s;
}

/// The JPEG file of the seeds, with this block in front.
std::string jpeg_with(const std::string& exif) {
    const std::string block = std::string("Exif\0\0", 6) + exif;
    std::string jpeg = contents(seeds + "rgb.jpg");
    std::string length = in_bytes(static_cast<std::uint32_t>(block.size()) + 2, 2);
    std::reverse(length.begin(), length.end());
    return jpeg.insert(2, "\xFF\xE1" + length + block);
}

/// Where EXIF says that a stored pixel is shown.
struct place {
    std::uint64_t row, column;
};
place shown_at(unsigned orientation, std::uint64_t row, std::uint64_t column, std::uint64_t rows,
               std::uint64_t columns) {
    constexpr const char* first_row[] = {"top", "top", "bottom", "bottom", "left", "right", "right", "left"};
    constexpr const char* first_column[] = {"left", "right", "right", "left", "top", "top", "bottom", "bottom"};
    place at{};
    const auto put = [&](std::string_view side, std::uint64_t from_it, std::uint64_t extent) {
        if (side == "top") at.row = from_it;
        if (side == "bottom") at.row = extent - 1 - from_it;
        if (side == "left") at.column = from_it;
        if (side == "right") at.column = extent - 1 - from_it;
    };
    put(first_row[orientation - 1], row, rows);
    put(first_column[orientation - 1], column, columns);
    return at;
}

TEST(picture, that_a_camera_turned_is_read_upright) {
    const raster stored = parse_image(contents(seeds + "rgb.jpg"));
    EXPECT_EQ(stored.orientation, 1u);
    for (unsigned orientation = 1; orientation <= 8; ++orientation) {
        const raster image = parse_image(jpeg_with(exif_of(orientation, orientation % 2 == 0)));
        EXPECT_EQ(image.orientation, orientation);
        ASSERT_EQ(image.rows, orientation < 5 ? stored.rows : stored.columns);
        ASSERT_EQ(image.columns, orientation < 5 ? stored.columns : stored.rows);
        for (std::uint64_t row = 0; row < stored.rows; ++row) {
            for (std::uint64_t column = 0; column < stored.columns; ++column) {
                const auto [y, x] = shown_at(orientation, row, column, stored.rows, stored.columns);
                const auto* const was = stored.as<std::uint8_t>() + (row * stored.columns + column) * 3;
                const auto* const is = image.as<std::uint8_t>() + (y * image.columns + x) * 3;
                EXPECT_TRUE(std::equal(was, was + 3, is)) << orientation << ": " << row << ", " << column;
            }
        }
    }
    for (const unsigned odd : {0u, 9u, 0xFFFFu}) {
        EXPECT_EQ(parse_image(jpeg_with(exif_of(odd, true))).orientation, 1u) << "says nothing";
    }
    const std::string block = exif_of(6, true);
    for (std::size_t length = 0; length < 20; ++length) {
        EXPECT_EQ(parse_image(jpeg_with(block.substr(0, length))).orientation, 1u) << "cut after " << length;
    }
}

TEST(picture, that_was_turned_says_so_in_records) {
    const scratch_folder folder;
    const std::string photo = folder.file("photo.jpg", jpeg_with(exif_of(6, true)));
    const std::string out = (folder.path() / "o.npy").string();
    for (const char* command : {"convolve", "transpose"}) {
        std::vector<std::string> words = {command, photo, "-o", out};
        if (words[0] == "convolve") words.insert(words.end(), {"--mask", "box3"});
        const record one = records_of(words)[0];
        EXPECT_EQ(one["exif_orientation"], 6);
        EXPECT_EQ(one["rows"], 7);
        EXPECT_EQ(one["columns"], 5);
        words[1] = seeds + "rgb.jpg";
        EXPECT_FALSE(records_of(words)[0].contains("exif_orientation"));
    }
    EXPECT_THAT(strider({"convolve", photo, "--mask", "box3", "-o", out}, with_library()).out,
                HasSubstr("exif_orientation"));
}

TEST(picture, that_is_cut_off_is_refused_in_one_line) {
    for (const char* name : {"rgb.jpg", "progressive.jpg"}) {
        const std::string whole = contents(seeds + name);
        for (std::size_t length = 12; length < whole.size(); length += 9) {
            EXPECT_THAT(why_no_image(whole.substr(0, length)), HasSubstr("damaged ")) << name << " of " << length;
        }
    }
    EXPECT_THAT(refusal_of({"histogram", "-"}, contents(seeds + "rgb.jpg").substr(0, 600)), HasSubstr("damaged JPEG: "))
        << "and no library prints";
}

TEST(picture, that_claims_too_much_gets_no_memory) {
    std::string jpeg = contents(seeds + "flat.jpg");
    const std::size_t frame = jpeg.find("\xFF\xC0");
    jpeg.replace(frame + 5, 4, "\xFF\xDC\xFF\xDC");
    EXPECT_THAT(why_no_image(jpeg), HasSubstr("holds more than 1000 times its own size"));
}

TEST(picture, in_commands) {
    const auto found = records_of({"histogram", seeds + "rgb.jpg"});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[1]["channel"], "green");
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    records_of({"transpose", seeds + "rgb.jpg", "-o", out});
    EXPECT_EQ(element_input::open(out, {}).shape(), (std::vector<std::uint64_t>{7, 5, 3}));
    records_of({"convolve", seeds + "flat.jpg", "--mask", "box3", "-o", out});
    EXPECT_EQ(element_input::open(out, {}).shape(), (std::vector<std::uint64_t>{5, 7}));
    EXPECT_THAT(refusal_of({"reduce", seeds + "rgb.jpg"}),
                HasSubstr("rgb.jpg: is an image, which histogram, convolve"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
