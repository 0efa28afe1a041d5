#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <data/readers/elements.hpp>
#include <data/readers/half.hpp>
#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::in_bytes;
using testing::npy;

std::string refusal_of(std::string_view bytes) {
    return testing::error_of([&] { parse_npy_header(bytes); });
}

/// A file of this version with this text as its header.
std::string file_of(int version, const std::string& text) {
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    return bytes + in_bytes(static_cast<std::uint32_t>(text.size()), version == 1 ? 2 : 4) + text;
}

TEST(npy, header_as_numpy_writes_it) {
    const npy_header header = parse_npy_header(npy("<f4", "(3, 4)", ""));
    EXPECT_EQ(header.stored.type, element_type::f32);
    EXPECT_EQ(header.stored.name, "f32");
    EXPECT_FALSE(header.big_endian);
    EXPECT_FALSE(header.fortran_order);
    EXPECT_THAT(header.shape, ElementsAre(3u, 4u));
    EXPECT_EQ(header.elements, 12u);
    EXPECT_EQ(header.offset % 64, 0u);
}

TEST(npy, versions_1_to_3) {
    const std::string text = "{'descr': '>i8', 'fortran_order': True, 'shape': (5,), }\n";
    for (const int version : {1, 2, 3}) {
        const npy_header header = parse_npy_header(file_of(version, text));
        EXPECT_EQ(header.stored.type, element_type::i64);
        EXPECT_TRUE(header.big_endian);
        EXPECT_TRUE(header.fortran_order);
        EXPECT_EQ(header.offset, text.size() + (version == 1 ? 10 : 12));
    }
    EXPECT_THAT(refusal_of(file_of(4, text)), HasSubstr("version 4"));
    EXPECT_THAT(refusal_of(file_of(0, text)), HasSubstr("version 0"));
}

TEST(npy, every_numeric_type) {
    const std::pair<const char*, const char*> types[] = {
        {"|b1", "bool"}, {"|i1", "i8"},  {"|u1", "u8"},  {"<i2", "i16"}, {"<u2", "u16"},
        {"<i4", "i32"},  {"<u4", "u32"}, {"<i8", "i64"}, {"<u8", "u64"}, {"<f2", "f16"},
        {"<f4", "f32"},  {"<f8", "f64"}, {"=f8", "f64"}, {">f8", "f64"}};
    for (const auto& [descr, name] : types) EXPECT_EQ(parse_npy_header(npy(descr, "(1,)", "")).stored.name, name);
    for (const char* descr : {"<c8", "<c16", "<f16", "<U5", "|S3", "|O", "<M8[ns]", "<i3", "i", "", "|V4", "<?"}) {
        EXPECT_THAT(refusal_of(npy(descr, "(1,)", "")), HasSubstr("are not taken")) << descr;
    }
    EXPECT_THAT(refusal_of(npy("|i4", "(1,)", "")), HasSubstr("no byte order"));
}

TEST(npy, shapes) {
    EXPECT_EQ(parse_npy_header(npy("<f4", "()", "")).elements, 1u);
    EXPECT_EQ(parse_npy_header(npy("<f4", "(7,)", "")).elements, 7u);
    EXPECT_EQ(parse_npy_header(npy("<f4", "(7L, 2L)", "")).elements, 14u);
    EXPECT_EQ(parse_npy_header(npy("<f4", "(2, 3)", "")).elements, 6u);
    EXPECT_EQ(parse_npy_header(npy("<f4", "(18446744073709551615, 0, 18446744073709551615)", "")).elements, 0u);
}

/// NumPy 2 writes such a header where open_memmap is given a shape of NumPy's numbers (numpy issue 28334).
TEST(npy, extents_may_be_numbers_of_numpy) {
    const auto header_of = [](const char* shape) { return npy("|u1", shape, ""); };
    EXPECT_THAT(parse_npy_header(header_of("(np.int64(1), np.int64(4))")).shape, ElementsAre(1u, 4u));
    EXPECT_THAT(parse_npy_header(header_of("(np.uint8(7),)")).shape, ElementsAre(7u));
    EXPECT_THAT(refusal_of(header_of("(np.int64(1, np.int64(4))")), HasSubstr("no ')' after an extent"));
    EXPECT_THAT(refusal_of(header_of("(np.float64(1),)")), HasSubstr("an extent of the shape is not a number"));
    EXPECT_THAT(refusal_of(header_of("(np.int64()),)")), HasSubstr("an extent of the shape is not a number"));
}

TEST(npy, sizes_that_overflow_are_refused) {
    for (const char* shape :
         {"(18446744073709551616,)", "(4294967296, 4294967296)", "(4611686018427387904,)", "(4611686018427387903,)"}) {
        EXPECT_THAT(refusal_of(npy("<f4", shape, "")), HasSubstr("64 bits")) << shape;
    }
}

TEST(npy, damage_is_refused) {
    EXPECT_THAT(refusal_of(""), HasSubstr("does not start"));
    EXPECT_THAT(refusal_of("\x93NUMPX"), HasSubstr("does not start"));
    const std::string good = npy("<f4", "(3,)", "");
    for (std::size_t length = 6; length < good.size(); ++length) {
        EXPECT_THAT(refusal_of(good.substr(0, length)), HasSubstr("ends inside")) << length;
    }
    const char* const texts[] = {
        "",
        "{}",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3.5,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 3}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
        "{'descr: '<f4', 'fortran_order': False, 'shape': (3,)}",
    };
    for (const char* text : texts) EXPECT_THAT(refusal_of(file_of(1, text)), HasSubstr("damaged .npy header")) << text;
    EXPECT_THAT(refusal_of(file_of(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}")),
                HasSubstr("structured"));
    EXPECT_THAT(refusal_of(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12)), HasSubstr("4294967295 bytes"));
}

TEST(npy, a_header_that_lies_about_the_file_is_refused) {
    const testing::scratch_folder folder;
    const std::string three = testing::bytes_of(std::vector<float>{1, 2, 3});
    EXPECT_EQ(element_input::open(folder.file("right.npy", npy("<f4", "(3,)", three))).elements(), 3u);
    for (const char* shape : {"(4,)", "(2,)", "(1000000000000,)", "(0,)"}) {
        EXPECT_THROW(element_input::open(folder.file("lies.npy", npy("<f4", shape, three))), usage_error) << shape;
    }
    EXPECT_THROW(element_input::open(folder.file("cut.npy", npy("<f4", "(3,)", three.substr(0, 11)))), usage_error);
    EXPECT_THROW(element_input::open(folder.file("text.npy", "1 2 3")), usage_error);
    EXPECT_THROW(element_input::open(folder.file("typed.npy", npy("<f4", "(3,)", three)), reading{element_type::f32}),
                 usage_error);
}

TEST(npy, elements_of_either_byte_order) {
    const testing::scratch_folder folder;
    const auto input = element_input::open(
        folder.file("a.npy", npy(">i4", "(3,)", std::string("\0\0\0\1\0\0\1\0\xFF\xFF\xFF\xFE", 12))));
    std::vector<std::int32_t> values(3);
    input.read(0, 3, values.data());
    EXPECT_THAT(values, ElementsAre(1, 256, -2));
    input.read(1, 2, values.data());
    EXPECT_THAT(values, ElementsAre(256, -2, -2));
}

TEST(npy, indices_of_fortran_order_are_counted_in_c_order) {
    const testing::scratch_folder folder;
    const std::string data = testing::bytes_of(std::vector<float>(24));
    const auto input = element_input::open(folder.file("f.npy", npy("<f4", "(2, 3, 4)", data, true)));
    ASSERT_TRUE(input.reordered());
    std::uint64_t position = 0;
    for (std::uint64_t k = 0; k < 4; ++k) {
        for (std::uint64_t j = 0; j < 3; ++j) {
            for (std::uint64_t i = 0; i < 2; ++i) EXPECT_EQ(input.c_index(position++), (i * 3 + j) * 4 + k);
        }
    }
    EXPECT_FALSE(element_input::open(folder.file("v.npy", npy("<f4", "(24, 1)", data, true))).reordered());
    EXPECT_FALSE(element_input::open(folder.file("c.npy", npy("<f4", "(2, 12)", data))).reordered());
}

TEST(half, widens_exactly) {
    EXPECT_EQ(widen_half(0x3C00), 1.0f);
    EXPECT_EQ(widen_half(0xC000), -2.0f);
    EXPECT_EQ(widen_half(0x7BFF), 65504.0f);
    EXPECT_EQ(widen_half(0x0400), 0x1p-14f);
    EXPECT_EQ(widen_half(0x0001), 0x1p-24f);
    EXPECT_EQ(widen_half(0x83FF), -1023 * 0x1p-24f);
    EXPECT_EQ(widen_half(0x7C00), std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(widen_half(0x7E00)));
    EXPECT_TRUE(std::signbit(widen_half(0x8000)));
}

TEST(half, is_what_it_was_when_narrowed_again) {
    for (unsigned half = 0; half < 65536; ++half) {
        EXPECT_EQ(narrow_half(widen_half(static_cast<std::uint16_t>(half))), half);
    }
}

TEST(half, is_read_as_f32) {
    const testing::scratch_folder folder;
    std::vector<std::uint16_t> halves;
    for (std::uint16_t at = 0; at < 1000; ++at) halves.push_back(static_cast<std::uint16_t>(at * 31));
    const auto input = element_input::open(folder.file("h.npy", npy("<f2", "(1000,)", testing::bytes_of(halves))));
    EXPECT_EQ(input.stored().name, "f16");
    ASSERT_EQ(input.type(), element_type::f32);
    std::vector<float> values(1000);
    input.read(0, 1000, values.data());
    for (std::size_t at = 0; at < values.size(); ++at) EXPECT_EQ(values[at], widen_half(halves[at])) << at;
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
