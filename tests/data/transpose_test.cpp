// strider transpose FILE: matrices of any type, and images.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(transpose, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    const std::string file = folder.file("a.npy", npy("<f4", "(2, 3)", bytes_of(std::vector<float>{1, 2, 3, 4, 5, 6})));
    EXPECT_EQ(records_of({"transpose", file, "-o", out}).at(0).dump(),
              R"({"schema":1,"command":"transpose","device":"cpu","rows":2,"columns":3,"type":"<f4","output":")" + out +
                  "\"}");
    EXPECT_THAT(npy_values<float>(out), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(contents(out), HasSubstr("'shape': (3, 2)"));
}

TEST(transpose, elements_of_any_size) {
    const scratch_folder folder;
    for (const char* descr : {"|b1", "<i2", "|S3", ">f4", "|V6", "<c8", "<U3", "<c16", "<M8[ns]"}) {
        const std::size_t digits = std::string_view(descr).find_first_of("0123456789");
        const std::size_t number = std::stoul(descr + digits), bytes = descr[1] == 'U' ? 4 * number : number;
        std::string data(6 * bytes, '\0'), expected(data.size(), '\0');
        for (std::size_t at = 0; at < data.size(); ++at) data[at] = static_cast<char>(at + 1);
        for (std::size_t row = 0; row < 2; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                expected.replace((column * 2 + row) * bytes, bytes, data, (row * 3 + column) * bytes, bytes);
            }
        }
        const std::string file = folder.file("a.npy", npy(descr, "(2, 3)", data));
        for (const char* device : {"cpu", "serial"}) {
            const std::string out = (folder.path() / "o.npy").string();
            records_of({"transpose", file, "-o", out, "--device", device});
            EXPECT_EQ(contents(out).substr(contents(out).size() - data.size()), expected) << descr;
            EXPECT_THAT(contents(out), HasSubstr(descr)) << "type and byte order stay";
        }
    }
}

TEST(transpose, fortran_order_becomes_c_order) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    // {{1, 2, 3}, {4, 5, 6}} in Fortran order.
    const std::string file =
        folder.file("a.npy", npy("<i4", "(2, 3)", bytes_of(std::vector<std::int32_t>{1, 4, 2, 5, 3, 6}), true));
    records_of({"transpose", file, "-o", out});
    EXPECT_THAT(npy_values<std::int32_t>(out), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(contents(out), HasSubstr("'fortran_order': False, 'shape': (3, 2)"));
}

/// Larger than what is in memory at once: tile by tile.
TEST(transpose, several_tiles) {
    constexpr std::uint32_t rows = 9001, columns = 9103;
    std::vector<std::uint16_t> values(std::size_t{rows} * columns);
    for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<std::uint16_t>(at * 40503u >> 3);
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    const std::string file = folder.file("a.npy", npy("<u2", "(9001, 9103)", bytes_of(values)));
    records_of({"transpose", file, "-o", out});
    const std::vector<std::uint16_t> found = npy_values<std::uint16_t>(out);
    ASSERT_EQ(found.size(), values.size());
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            wrong += found[column * rows + row] != values[row * columns + column];
        }
    }
    EXPECT_EQ(wrong, 0u);
}

TEST(transpose, empty_and_long_matrices) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    records_of({"transpose", folder.file("e.npy", npy("<f8", "(0, 3)", "")), "-o", out});
    EXPECT_THAT(contents(out), HasSubstr("'shape': (3, 0)"));
    const std::string row = folder.file("r.npy", npy("|u1", "(1, 5)", "abcde"));
    records_of({"transpose", row, "-o", out});
    EXPECT_THAT(contents(out), HasSubstr("'shape': (5, 1)"));
    EXPECT_THAT(contents(out), ::testing::EndsWith("abcde"));
}

TEST(transpose, images) {
    const scratch_folder folder;
    const std::string image = folder.file("a.ppm", "P3 2 1 255 1 2 3 4 5 6"), out = (folder.path() / "o.ppm").string();
    const std::string png = (folder.path() / "o.png").string();
    EXPECT_EQ(records_of({"transpose", image, "-o", out}).at(0)["type"], "u8");
    EXPECT_EQ(contents(out), "P6\n1 2\n255\n\x01\x02\x03\x04\x05\x06");
    records_of({"transpose", folder.file("w.pgm", "P2 1 2 65535 258 3"), "-o", png});
    records_of({"transpose", png, "-o", (folder.path() / "o.pgm").string()});
    EXPECT_EQ(contents(folder.path() / "o.pgm"), std::string("P5\n1 2\n65535\n\x01\x02\x00\x03", 17));
}

TEST(transpose, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder inputs, outputs;
    const std::string out = (outputs.path() / "o.npy").string();
    const auto why = [&](const std::string& bytes) { return refusal_of({"transpose", "-", "-o", out}, bytes); };
    EXPECT_THAT(why(std::string("\0\1\2", 3)), HasSubstr("is neither a .npy matrix, nor an image"));
    EXPECT_THAT(why(npy("<f4", "(6,)", std::string(24, '\0'))), HasSubstr("a matrix has two extents"));
    EXPECT_THAT(why(npy("<f4", "(2, 3)", std::string(23, '\0'))), HasSubstr("promises 6 elements"));
    EXPECT_THAT(why(npy("<f4", "(4294967296, 4294967296)", "")), HasSubstr("64 bits"));
    EXPECT_THAT(why(npy("|O", "(2, 3)", std::string(48, '\0'))), HasSubstr("are not taken"));
    EXPECT_THAT(why(npy("|S5", "(2, 1)", std::string(10, '\0'))), HasSubstr("elements of 5 bytes are not taken"));
    EXPECT_THAT(why("\x93NUMPY"), HasSubstr("ends inside"));
    EXPECT_THAT(refusal_of({"transpose", "-", "-o", (outputs.path() / "o.txt").string()}, npy("<f4", "(1, 1)", "abcd")),
                HasSubstr("a matrix is written as .npy"));
    EXPECT_TRUE(outputs.names().empty());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
