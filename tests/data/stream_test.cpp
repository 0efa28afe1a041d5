// Pipes: what needs one look at each element is streamed, and gives what the same file gives.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

/// A pipe for which no temporary file can be made: what was to be kept of it would be refused.
outcome piped(const scratch_folder& where, const std::string& file, const std::string& command) {
    return shell(where, fmt::format("cat {} | TMPDIR=/nowhere \"$STRIDER\" {} --format jsonl", file, command));
}

/// The record of a file, as if it were standard input.
std::string record_of(const scratch_folder& where, const std::string& file, const std::string& command) {
    return shell(where, fmt::format("\"$STRIDER\" {} --format jsonl < {}", command, file)).out;
}

std::string text_of(std::size_t count, const std::function<std::string(std::size_t)>& number) {
    std::string text;
    for (std::size_t at = 0; at < count; ++at) text += number(at) + "\n";
    return text;
}

/// More than one piece of 2^21 elements, and more than the fewest.
constexpr std::size_t many = 5'000'000;

template <class T>
std::string random_bytes(std::size_t count) {
    std::mt19937_64 engine(7);
    std::vector<T> values(count);
    for (T& one : values) {
        if constexpr (std::is_floating_point_v<T>)
            one = std::uniform_real_distribution<T>(-1, 1)(engine);
        else
            one = static_cast<T>(engine());
    }
    return bytes_of(values);
}

TEST(stream, reduce_has_the_bits_of_the_file) {
    const scratch_folder folder;
    folder.file("f32", random_bytes<float>(many));
    folder.file("f64", random_bytes<double>(many));
    folder.file("i16", random_bytes<std::int16_t>(many));
    folder.file("u64", random_bytes<std::uint64_t>(many));
    folder.file("a.npy", npy("<f8", fmt::format("({},)", many), random_bytes<double>(many)));
    folder.file("few", random_bytes<double>(1000));
    folder.file("none", "");
    for (const auto& [file, words] : {std::pair("f32", "--type f32"),
                                      {"f64", "--type f64"},
                                      {"i16", "--type i16"},
                                      {"u64", "--type u64"},
                                      {"a.npy", ""},
                                      {"few", "--type f64"},
                                      {"none", "--type i8"}}) {
        const std::string command = fmt::format("reduce - {}", words);
        const outcome found = piped(folder, file, command);
        EXPECT_EQ(found.error, "") << file;
        EXPECT_EQ(found.out, record_of(folder, file, command)) << file;
    }
}

TEST(stream, reduce_of_text_has_the_bits_of_the_file) {
    const scratch_folder folder;
    folder.file("i64", text_of(many, [](std::size_t at) { return std::to_string(at * 37 % 1000); }));
    folder.file("late_f64",
                text_of(many, [](std::size_t at) { return at + 1 == many ? "0.5" : std::to_string(at % 1000); }));
    folder.file("f64", text_of(many, [](std::size_t at) { return fmt::format("{}.{}", at % 10, at); }));
    folder.file("late_u64", text_of(many, [](std::size_t at) {
                    return at + 1 == many ? "18446744073709551615" : std::to_string(at);
                }));
    folder.file("few", "3 1 2.5");
    folder.file("none", "");
    for (const char* file : {"i64", "late_f64", "f64", "late_u64", "few", "none"}) {
        const outcome found = piped(folder, file, "reduce -");
        EXPECT_EQ(found.error, "") << file;
        EXPECT_EQ(found.out, record_of(folder, file, "reduce -")) << file;
    }
    EXPECT_THAT(shell(folder, "printf '9007199254740993\\n0.5\\n' | \"$STRIDER\" reduce -").error,
                HasSubstr("standard input: line 1, column 1: the integer \"9007199254740993\" would be rounded"));
}

TEST(stream, histogram_by_given_bins) {
    const scratch_folder folder;
    folder.file("i16", random_bytes<std::int16_t>(many));
    folder.file("text", "1 2 3.5 nan -7");
    folder.file("integers", "-1 2 3 18446744073709551615.");
    folder.file("a.npy", npy("<f4", "(3,)", bytes_of(std::vector<float>{1, 2, 3})));
    for (const auto& [file, words] : {std::pair("i16", "--type i16 --range -40000,40000 --bins 7"),
                                      {"i16", "--bytes"},
                                      {"text", "--edges '0 1.5 4'"},
                                      {"integers", "--range 0,4"},
                                      {"a.npy", "--edges '0 2 4'"}}) {
        const std::string command = fmt::format("histogram - {}", words);
        const outcome found = piped(folder, file, command);
        EXPECT_EQ(found.error, "") << words;
        EXPECT_EQ(found.out, record_of(folder, file, command)) << words;
    }
    EXPECT_THAT(shell(folder, "echo 1 2 | \"$STRIDER\" histogram - --edges '2 1'").error,
                HasSubstr("strider: --edges: "));
}

TEST(stream, scan_and_compact) {
    const scratch_folder folder;
    folder.file("f32", random_bytes<float>(20'000'000));  // more than a piece
    folder.file("u8", random_bytes<std::uint8_t>(1000));
    folder.file("a.npy", npy("<f8", fmt::format("({},)", many), random_bytes<double>(many)));
    for (const auto& [file, words] : {std::pair("f32", "scan - --type f32"),
                                      {"f32", "scan - --type f32 --exclusive --operator max"},
                                      {"u8", "scan - --type u8 --exclusive"},
                                      {"a.npy", "scan -"},
                                      {"f32", "compact - --type f32 --where 'x > 0.5 && i % 3 == 1'"},
                                      {"a.npy", "compact - --where 'x > 0'"}}) {
        const outcome found = piped(folder, file, fmt::format("{} -o piped.raw", words));
        EXPECT_EQ(found.error, "") << words;
        const std::string from_file = record_of(folder, file, fmt::format("{} -o piped.raw", words));
        EXPECT_EQ(found.out, from_file) << words;
        piped(folder, file, fmt::format("{} -o piped.raw", words));
        record_of(folder, file, fmt::format("{} -o file.raw", words));
        EXPECT_EQ(shell(folder, "cmp piped.raw file.raw").status, 0) << words;
    }
}

TEST(stream, rows_of_a_table_are_kept_as_they_come) {
    const scratch_folder folder;
    folder.file("a.csv", "a,b\n1,x\n2,y\n");
    EXPECT_EQ(shell(folder, R"(cat a.csv | TMPDIR=/nowhere "$STRIDER" compact - --where "b == 'y'" -o -)").out,
              "a,b\n2,y\n");
}

TEST(stream, that_is_cut_off_is_refused) {
    const scratch_folder folder;
    folder.file("a.npy", npy("<f4", "(3,)", "abcdefgh"));
    folder.file("b.npy", npy("<f4", "(1,)", "abcdefgh"));
    folder.file("raw", "abcde");
    const auto why = [&](const std::string& command) { return shell(folder, command).error; };
    EXPECT_THAT(why("cat a.npy | \"$STRIDER\" reduce -"),
                HasSubstr("standard input: its header promises 3 elements of f32 (12 bytes), and 8 bytes follow it"));
    EXPECT_THAT(why("cat b.npy | \"$STRIDER\" reduce -"), HasSubstr("(4 bytes), and more bytes follow it"));
    EXPECT_THAT(why("cat raw | \"$STRIDER\" scan - --type f32 -o o.raw"),
                HasSubstr("its 5 bytes are not a whole number of f32 elements (4 bytes each)"));
}

TEST(stream, what_needs_a_second_look_is_kept) {
    const scratch_folder folder;
    folder.file("text", "1 2 3 4");
    EXPECT_EQ(piped(folder, "text", "reduce - --statistics").status, 2) << "no temporary file can be made";
    EXPECT_EQ(shell(folder, "cat text | \"$STRIDER\" reduce - --statistics").status, 0);
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
