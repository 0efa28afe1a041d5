// Compressed files and archives as other programs write them (tests/fuzz/corpus/input: NumPy, zip,
// zstd), and what is said of files that are damaged or of no format that is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <lab/base/errors.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string seeds = STRIDER_SOURCE "/tests/fuzz/corpus/input/";

/// What is said when all of the elements are to be read.
std::string why_not(const std::string& path) {
    return error_of([&] { element_input::open(path, {}); });
}

/// Of a file's bytes, in a file of that name.
std::string why_not(const std::string& name, std::string_view bytes) {
    const scratch_folder folder;
    return why_not(folder.file(name, bytes));
}

TEST(packed, is_read_as_what_it_holds) {
    for (const char* ending : {"gz", "bz2", "xz", "zst", "lz4"}) {
        const std::string path = seeds + "text." + ending;
        EXPECT_THAT(npy_values<std::int64_t>(path), ElementsAre(1, 2, 3, 40, -5)) << ending;
        EXPECT_EQ(records_of({"reduce", "-"}, contents(path))[0]["sum"], 41) << ending << ", from standard input";
    }
    EXPECT_EQ(records_of({"reduce", seeds + "text.gz", "--type", "u8"})[0]["elements"], 12) << "raw bytes of the text";
}

TEST(packed, that_is_damaged_is_refused_wherever_it_ends) {
    for (const char* ending : {"gz", "bz2", "xz", "zst", "lz4"}) {
        const std::string name = std::string("text.") + ending, whole = contents(seeds + name);
        const std::size_t first_member = 26;  // of text.gz, which has two
        for (std::size_t length = 10; length < whole.size(); ++length) {
            if (name == "text.gz" && length == first_member) continue;
            EXPECT_THAT(why_not(name, whole.substr(0, length)), HasSubstr(": damaged ")) << name << " of " << length;
        }
        std::string wrong = whole;
        wrong[whole.size() - 6] ^= 1;
        EXPECT_THAT(why_not(name, wrong), HasSubstr(": damaged ")) << name;
    }
    EXPECT_THAT(why_not("a.gz", contents(seeds + "text.gz") + "more"),
                HasSubstr("damaged gzip: incorrect header check"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, contents(seeds + "text.gz").substr(0, 20)),
                HasSubstr("standard input: damaged gzip: it ends too early"));
}

/// Before the data, as pzstd writes it, and behind it.
TEST(packed, frames_without_data_are_skipped) {
    using namespace std::string_literals;
    const std::string first = "\x50\x2A\x4D\x18\x04\0\0\0abcd"s, last = "\x5F\x2A\x4D\x18\0\0\0\0"s;
    const scratch_folder folder;
    for (const char* ending : {"zst", "lz4"}) {
        const std::string text = contents(seeds + "text." + ending);
        const std::string path = folder.file(std::string("a.") + ending, first + last + text + first);
        EXPECT_THAT(npy_values<std::int64_t>(path), ElementsAre(1, 2, 3, 40, -5)) << ending;
        EXPECT_EQ(records_of({"reduce", "-"}, first + text)[0]["sum"], 41) << ending;
    }
    for (std::size_t length = 4; length < first.size(); ++length) {
        EXPECT_THAT(why_not("a.zst", first.substr(0, length)), HasSubstr("damaged zstd: ")) << length;
    }
    EXPECT_THAT(why_not("a.zst", first + "1 2 3"), HasSubstr("damaged zstd: "));
}

TEST(packed, zeros_behind_gzip_are_padding) {
    const std::string text = contents(seeds + "text.gz"), few(100, '\0'), many(400'000, '\0');
    const scratch_folder folder;
    for (const std::string& zeros : {few, many}) {
        EXPECT_THAT(npy_values<std::int64_t>(folder.file("a.gz", text + zeros)), ElementsAre(1, 2, 3, 40, -5));
        EXPECT_THAT(why_not("a.gz", text + zeros + "more"), HasSubstr("damaged gzip: incorrect header check"));
    }
    EXPECT_EQ(records_of({"reduce", "-"}, text + few + text)[0]["sum"], 82) << "one more file";
    EXPECT_THAT(why_not("a.gz", few + text), Not(HasSubstr("taken"))) << "not before the first";
}

TEST(packed, what_follows_is_not_dropped) {
    for (const char* ending : {"gz", "bz2", "xz", "zst", "lz4"}) {
        const std::string name = std::string("text.") + ending;
        EXPECT_THAT(why_not(name, contents(seeds + name) + "and more"), HasSubstr(": damaged ")) << name;
    }
}

/// What `xz --format=lzma` makes of "1 2\n3,40\n-5\n": its size is not told in advance.
std::string lzma_file() {
    return {
        "\x5D\x00\x00\x80\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x00\x18\x88\x02\xA6"
        "\xBB\xD1\x00\x28\x8B\x9B\x2A\xFE\x4D\x24\x06\xF5\xFF\xFF\xB6\x08\x00\x00",
        36};
}

TEST(packed, lzma_of_before_xz_is_read) {
    const std::string whole = lzma_file();
    const scratch_folder folder;
    EXPECT_THAT(npy_values<std::int64_t>(folder.file("a.lzma", whole)), ElementsAre(1, 2, 3, 40, -5));
    EXPECT_EQ(records_of({"reduce", "-"}, whole)[0]["sum"], 41);
    for (std::size_t length = 14; length < whole.size(); ++length) {
        EXPECT_THAT(why_not("a.lzma", whole.substr(0, length)), HasSubstr("damaged lzma: ")) << length;
    }
    std::string sized = whole;
    sized.replace(5, 8, std::string("\x0C\0\0\0\0\0\0\0", 8));
    EXPECT_THAT(why_not("a.lzma", sized), HasSubstr("looks like an LZMA file that states its size (xz -d unpacks it)"));
    EXPECT_EQ(records_of({"reduce", "-", "--type", "u8"}, sized)[0]["elements"], 36) << "raw binary may look so";
}

TEST(packed, twice_is_refused) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2");
    EXPECT_EQ(shell(folder, "gzip a.txt && gzip -c a.txt.gz >b.gz").status, 0);
    EXPECT_THAT(why_not((folder.path() / "b.gz").string()), HasSubstr("b.gz: is packed twice (gzip, then gzip)"));
}

TEST(packed, that_expands_beyond_measure_is_refused_before_the_disk_is_full) {
    const std::string zeros = contents(STRIDER_SOURCE "/tests/data/zeros_128MiB.zst");
    std::string bomb;
    for (int copies = 0; copies < 12; ++copies) bomb += zeros;
    const scratch_folder folder;
    byte_input input = open_unpacked(folder.file("bomb.zst", bomb));
    std::vector<char> piece(std::size_t{1} << 24);
    std::uint64_t held = 0;
    try {
        while (const std::size_t got = read_some(input, piece)) held += got;
        FAIL() << held << " bytes";
    } catch (const usage_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("bomb.zst: holds more than 1000 times its own size"));
    }
    EXPECT_LE(held, std::uint64_t{1} << 30);
    byte_input small = open_unpacked(folder.file("zeros.zst", zeros));
    held = 0;
    while (const std::size_t got = read_some(small, piece)) held += got;
    EXPECT_EQ(held, std::uint64_t{1} << 27) << "what fits any disk is taken";
}

TEST(archive, of_one_member_is_that_member) {
    for (const char* name : {"one.npz", "piped.npz"}) {
        EXPECT_THAT(npy_values<float>(seeds + name), ElementsAre(0, 1, 2, 3, 4, 5)) << name;
        EXPECT_EQ(records_of({"reduce", "-"}, contents(seeds + name))[0]["sum"], 15) << name;
    }
    EXPECT_THAT(npy_values<std::int64_t>(seeds + "folder.zip"), ElementsAre(1, 2, 3, 40, -5));
}

TEST(archive, members_are_named) {
    EXPECT_THAT(npy_values<std::int64_t>(seeds + "two.npz:y"), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(npy_values<float>(seeds + "two.npz:x.npy"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(npy_values<std::int64_t>(seeds + "folder.zip:data/text.csv"), ElementsAre(1, 2, 3, 40, -5));
    EXPECT_THAT(why_not(seeds + "two.npz"), HasSubstr("two.npz: holds 2 files; name one, as "));
    EXPECT_THAT(why_not(seeds + "two.npz"), HasSubstr("two.npz:x.npy (it has: x.npy, y.npy)"));
    EXPECT_THAT(why_not(seeds + "two.npz:z"), HasSubstr("two.npz: has no member \"z\"; it has: x.npy, y.npy"));
    EXPECT_THAT(why_not(seeds + "text.gz:x"), HasSubstr("text.gz: is not an archive with members; leave out \":x\""));
    EXPECT_THAT(why_not(seeds + "empty.zip"), HasSubstr("looks like an empty zip archive"));
    EXPECT_THAT(why_not(seeds + "encrypted.zip"), HasSubstr("encrypted.zip:a.txt: is encrypted"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, contents(seeds + "two.npz")), HasSubstr("standard input: holds 2 files"));
    const scratch_folder folder;
    EXPECT_THAT(npy_values<std::int64_t>(folder.file("a:b", "7")), ElementsAre(7)) << "a colon in a file's name";
}

/// A zip archive that stores these files in this order, with the flags that stand beside their names.
struct zip_member {
    std::string name, bytes;
    std::uint32_t flags = 0;
};
constexpr std::uint32_t name_is_utf8 = 0x800;

std::string zip_of(const std::vector<zip_member>& members) {
    std::string files, directory;
    for (const zip_member& one : members) {
        std::uint32_t crc = 0xFFFFFFFF;
        for (const char byte : one.bytes) {
            crc ^= static_cast<unsigned char>(byte);
            for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
        }
        const auto size = static_cast<std::uint32_t>(one.bytes.size());
        const std::string shared = in_bytes(20, 2) + in_bytes(one.flags, 2) + in_bytes(0, 4) + in_bytes(33, 2) +
                                   in_bytes(~crc, 4) + in_bytes(size, 4) + in_bytes(size, 4) +
                                   in_bytes(static_cast<std::uint32_t>(one.name.size()), 2) + in_bytes(0, 2);
        directory += "PK\1\2" + in_bytes(20, 2) + shared + in_bytes(0, 10) +
                     in_bytes(static_cast<std::uint32_t>(files.size()), 4) + one.name;
        files += "PK\3\4" + shared + one.name + one.bytes;
    }
    const auto count = static_cast<std::uint32_t>(members.size());
    return files + directory + "PK\5\6" + in_bytes(0, 4) + in_bytes(count, 2) + in_bytes(count, 2) +
           in_bytes(static_cast<std::uint32_t>(directory.size()), 4) +
           in_bytes(static_cast<std::uint32_t>(files.size()), 4) + in_bytes(0, 2);
}

std::string one_number(double value) { return npy("<f8", "(1,)", bytes_of(std::vector<double>{value})); }

TEST(archive, names_beyond_ascii_are_read) {
    const scratch_folder folder;
    const std::string path = folder.file("a.npz", zip_of({{"plain.npy", one_number(10)},
                                                          {"gr\u00F6\u00DFe.npy", one_number(3), name_is_utf8},
                                                          {"\u6570.npy", one_number(4), name_is_utf8},
                                                          {"gr\x94\xE1"
                                                           "e.npy",
                                                           one_number(5)}}));
    EXPECT_THAT(npy_values<double>(path + ":plain"), ElementsAre(10));
    EXPECT_THAT(npy_values<double>(path + ":gr\u00F6\u00DFe"), ElementsAre(3));
    EXPECT_THAT(npy_values<double>(path + ":\u6570.npy"), ElementsAre(4));
    EXPECT_THAT(npy_values<double>(path + ":gr\x94\xE1"
                                          "e"),
                ElementsAre(5))
        << "the bytes of an older code page";
    EXPECT_EQ(records_of({"reduce", path + ":plain"})[0]["sum"], 10.0);
    EXPECT_THAT(why_not(path + ":x"), HasSubstr("has no member \"x\"; it has: plain.npy, gr\\xc3\\xb6"));
    EXPECT_THAT(why_not("a.npz", zip_of({{"\xFF.npy", one_number(1), name_is_utf8}})), HasSubstr("damaged zip: "));
}

TEST(archive, two_members_of_one_name_are_refused) {
    const scratch_folder folder;
    const std::string path =
        folder.file("a.npz", zip_of({{"x.npy", one_number(10)}, {"y.npy", one_number(7)}, {"x.npy", one_number(15)}}));
    for (const char* member : {":x", ":x.npy"}) {
        EXPECT_THAT(refusal_of({"reduce", path + member}),
                    HasSubstr("a.npz: has 2 members named x.npy; unpack the one that you mean (NumPy reads the last)"));
    }
    EXPECT_THAT(npy_values<double>(path + ":y"), ElementsAre(7));
}

TEST(archive, that_is_damaged_is_refused) {
    const std::string whole = contents(seeds + "one.npz");
    for (std::size_t length = 4; length < whole.size(); ++length) {
        EXPECT_THAT(why_not("a.npz", whole.substr(0, length)), HasSubstr("damaged zip: ")) << length;
    }
    std::string wrong = contents(seeds + "two.npz");
    wrong[wrong.find("NUMPY") + 130] ^= 1;  // an element of x
    const scratch_folder folder;
    EXPECT_THAT(why_not(folder.file("a.npz", wrong) + ":x"), HasSubstr("damaged zip: ZIP bad CRC"));
    EXPECT_EQ(why_not((folder.path() / "a.npz").string() + ":y"), "taken");
}

TEST(archive, is_an_input_that_no_output_replaces) {
    const scratch_folder folder;
    const std::string path = folder.file("a.npz", contents(seeds + "two.npz"));
    EXPECT_THAT(refusal_of({"scan", path + ":x", "-o", path, "--output-format", "npy"}),
                HasSubstr("would overwrite the input"));
}

TEST(content, that_is_not_read_is_named) {
    const std::string tar = std::string(257, 'a') + "ustar";
    const std::pair<std::string, const char*> files[] = {
        {"\x89HDF\r\n\x1A\n", "an HDF5 file"},
        {"%PDF-1.7", "a PDF document"},
        {"\x7F\x45LF\x02", "an ELF program"},
        {std::string("SQLite format 3\0", 16), "an SQLite database"},
        {"MATLAB 5.0 MAT-file,", "a MATLAB file"},
        {"\x80\x04\x95", "a pickle of Python"},
        {tar, "a tar archive"},
        {"7z\xBC\xAF\x27\x1C", "a 7z archive"},
        {std::string("RIFF\x24\0\0\0WAVEfmt ", 16), "a WAV file"},
        {"fLaC", "a FLAC file"},
        {std::string("II*\0", 4), "a TIFF image"},
        {"GIF89a", "a GIF image"},
        {"PAR1", "a Parquet file"},
        {"ARROW1", "an Arrow file"},
    };
    for (const auto& [bytes, name] : files) {
        EXPECT_THAT(why_not("a", bytes),
                    HasSubstr(std::string("looks like ") + name +
                              ", which Strider does not read; save its numbers from Python as .npy"));
        EXPECT_THAT(refusal_of({"histogram", "-"}, bytes),
                    AllOf(HasSubstr(name), HasSubstr("--bytes counts the bytes of any file")));
        EXPECT_EQ(records_of({"histogram", "-", "--bytes"}, bytes)[0]["elements"], bytes.size());
    }
    EXPECT_THAT(refusal_of({"convolve", "-", "--mask", "box3", "-o", "o.png"}, files[0].first),
                HasSubstr("an HDF5 file"));
    EXPECT_THAT(refusal_of({"transpose", "-", "-o", "o.npy"}, files[0].first), HasSubstr("an HDF5 file"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
