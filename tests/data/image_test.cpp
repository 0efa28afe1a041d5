// Images: what readers take, what they refuse, and that writers give it back.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <data/readers/raster.hpp>
#include <data/writers/raster.hpp>
#include <lab/base/errors.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ladders::element_type;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string why_not(std::string_view bytes) {
    return error_of([&] { parse_image(bytes); });
}

std::vector<int> samples(const raster& image) {
    std::vector<int> values(image.samples());
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = image.type == element_type::u8 ? image.as<std::uint8_t>()[at] : image.as<std::uint16_t>()[at];
    }
    return values;
}

raster ramp(element_type type, std::uint64_t rows, std::uint64_t columns, unsigned channels) {
    raster image(type, rows, columns, channels, type == element_type::u8 ? 255 : 65535);
    for (std::uint64_t at = 0; at < image.samples(); ++at) {
        if (type == element_type::u8)
            image.as<std::uint8_t>()[at] = static_cast<std::uint8_t>(at * 37 + 5);
        else
            image.as<std::uint16_t>()[at] = static_cast<std::uint16_t>(at * 9973 + 5);
    }
    return image;
}

TEST(image, plain_and_raw_pnm) {
    const raster gray = parse_image("P2 # a comment\n3 2\n# another\n7\n0 1 2\n3 4 7\n");
    EXPECT_EQ(gray.columns, 3u);
    EXPECT_EQ(gray.rows, 2u);
    EXPECT_EQ(gray.channels, 1u);
    EXPECT_EQ(gray.peak, 7u);
    EXPECT_THAT(samples(gray), ElementsAre(0, 1, 2, 3, 4, 7));
    EXPECT_THAT(samples(parse_image("P3\n1 1 255 1 2 3")), ElementsAre(1, 2, 3));
    EXPECT_THAT(samples(parse_image(std::string("P5 2 1 255\n\x00\xFF", 13))), ElementsAre(0, 255));
    EXPECT_THAT(samples(parse_image(std::string("P5 1 1 65535\n\x01\x02", 15))), ElementsAre(258)) << "big-endian";
    EXPECT_THAT(samples(parse_image("P6 1 1 255 ABC")), ElementsAre('A', 'B', 'C'));
    EXPECT_THAT(samples(parse_image("P5 1 1 255 A\n")), ElementsAre('A'));
}

TEST(image, damaged_pnm_is_refused) {
    const std::pair<std::string, const char*> wrong[] = {
        {"P2", "is not an image"},
        {"P4 1 1 ", "is not an image"},
        {"P2 ", "ends where its width is missing"},
        {"P2 x", "'x' stands where its width is missing"},
        {"P2 0 1 255", "its width is not from 1"},
        {"P2 1 99999999999 255", "its height is not from 1"},
        {"P2 1 1 0 0", "its maximum is not from 1 to 65535"},
        {"P2 1 1 65536 0", "its maximum is not from 1 to 65535"},
        {"P2 1 1 9 10", "its next sample is not from 0 to 9"},
        {"P2 2 2 9 1 2 3", "promises 2 x 2 pixels, and only 6 bytes follow it"},
        {"P2 2 1 9   1", "ends where its next sample is missing"},
        {"P2 1 1 9 1 2", "1 bytes follow the image"},
        {"P5 2 2 255 abc", "promises 2 x 2 pixels, and only 3 bytes"},
        {"P5 2147483647 2147483647 65535 ", "and only 0 bytes"},
        {"P5 1 1 255", "no white space ends its header"},
        {"P5 1 1 9 A", "a sample is 65, above its maximum of 9"},
        {"P5 1 1 255 ABC", "2 bytes follow the image; files of several images"},
    };
    for (const auto& [bytes, said] : wrong) EXPECT_THAT(why_not(bytes), HasSubstr(said)) << bytes;
}

TEST(image, what_is_written_is_read_back) {
    const scratch_folder folder;
    for (const element_type type : {element_type::u8, element_type::u16}) {
        for (const unsigned channels : {1u, 2u, 3u, 4u}) {
            const raster image = ramp(type, 5, 7, channels);
            for (const char* name : {"a.png", "a.pgm", "a.ppm", "a.npy"}) {
                if ((name[2] == 'p' && name[3] == 'g' && channels != 1) || (name[3] == 'p' && channels != 3)) continue;
                const std::string path = (folder.path() / name).string();
                raster_output({path, {}}, image.type, image.channels, image.peak).write(image);
                const raster back = read_raster(path);
                EXPECT_EQ(back.rows, 5u);
                EXPECT_EQ(back.columns, 7u);
                EXPECT_EQ(back.channels, channels);
                EXPECT_EQ(back.type, type);
                EXPECT_EQ(samples(back), samples(image)) << path << ", " << channels;
            }
        }
    }
    const raster few = parse_image("P2 2 1 7 3 7");
    const std::string path = (folder.path() / "few.pgm").string();
    raster_output({path, {}}, few.type, few.channels, few.peak).write(few);
    EXPECT_EQ(contents(path), "P5\n2 1\n7\n\x03\x07");
}

std::string png_file() {
    const scratch_folder folder;
    const std::string path = (folder.path() / "a.png").string();
    const raster image = ramp(element_type::u8, 9, 11, 3);
    raster_output({path, {}}, image.type, image.channels, image.peak).write(image);
    return contents(path);
}

TEST(image, truncated_png_is_refused_wherever_it_ends) {
    const std::string whole = png_file();
    EXPECT_EQ(why_not(whole), "taken");
    for (std::size_t length = 8; length < whole.size(); ++length) {
        EXPECT_THAT(why_not(whole.substr(0, length)), HasSubstr("damaged PNG: ")) << length;
    }
}

/// Of a chunk's type and data.
std::string check_sum(std::string_view chunk) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : chunk) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    std::string sum;
    for (int shift = 24; shift >= 0; shift -= 8) sum += static_cast<char>(~crc >> shift);
    return sum;
}

TEST(image, png_that_a_camera_turned_is_read_upright) {
    const std::string whole = png_file();
    const raster stored = parse_image(whole);
    const std::string chunk("eXIfII*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0", 30);
    const std::string exif = std::string("\0\0\0\x1A", 4) + chunk + check_sum(chunk);
    for (const std::size_t at : {whole.find("IDAT") - 4, whole.find("IEND") - 4}) {
        const raster image = parse_image(std::string(whole).insert(at, exif));
        EXPECT_EQ(image.orientation, 6u);
        EXPECT_EQ(image.rows, stored.columns);
        ASSERT_EQ(image.columns, stored.rows);
        const auto* const last_row = stored.as<std::uint8_t>() + (stored.rows - 1) * stored.columns * 3;
        EXPECT_TRUE(std::equal(last_row, last_row + 3, image.as<std::uint8_t>())) << "its start is at the top left";
    }
}

TEST(image, png_that_lies_is_refused_before_there_is_memory_for_it) {
    std::string huge = png_file();
    huge.replace(16, 8, std::string("\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF", 8));
    EXPECT_THAT(why_not(huge), HasSubstr("damaged PNG: IHDR: CRC error"));
    huge.replace(29, 4, check_sum(std::string_view(huge).substr(12, 17)));  // the same with the check sum right
    EXPECT_THAT(why_not(huge), HasSubstr("it claims 2147483647 x 2147483647 pixels, more than its"));
}

TEST(image, outputs_that_cannot_hold_it_are_refused) {
    const scratch_folder folder;
    const auto why = [&](const char* name, element_type type, unsigned channels, unsigned peak) {
        return error_of([&] { raster_output({(folder.path() / name).string(), {}}, type, channels, peak); });
    };
    EXPECT_THAT(why("a.jpg", element_type::u8, 1, 255), HasSubstr("name it .png, .pgm, .ppm or .npy"));
    EXPECT_THAT(why("a.png", element_type::f32, 1, 65535), HasSubstr("images hold u8 and u16"));
    EXPECT_THAT(why("a.pgm", element_type::u8, 3, 255), HasSubstr("PGM holds gray"));
    EXPECT_THAT(why("a.ppm", element_type::u8, 4, 255), HasSubstr("PPM holds three channels"));
    EXPECT_THAT(why("a.png", element_type::u8, 1, 7), HasSubstr("name it .pgm"));
    EXPECT_TRUE(folder.names().empty());
}

TEST(image, arrays_as_images) {
    const scratch_folder folder;
    const auto why = [&](std::string_view descr, std::string_view shape, std::size_t bytes) -> std::string {
        try {
            return fmt::format("{} channels",
                               read_raster(folder.file("a.npy", npy(descr, shape, std::string(bytes, '\0')))).channels);
        } catch (const usage_error& error) {
            return error.what();
        }
    };
    EXPECT_EQ(why("<f4", "(2, 3)", 24), "1 channels");
    EXPECT_EQ(why("|u1", "(2, 3, 4)", 24), "4 channels");
    EXPECT_THAT(why("<f4", "(6,)", 24), HasSubstr("its shape is (6); an image has two extents"));
    EXPECT_THAT(why("<f4", "(1, 2, 5)", 40), HasSubstr("its shape is (1, 2, 5)"));
    EXPECT_THAT(why("<i4", "(2, 3)", 24), HasSubstr("its elements are i32; u8, u16, f32 and f64 are taken"));
    EXPECT_THAT(why("<f4", "(2, 3)", 20), HasSubstr("promises 6 elements"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
