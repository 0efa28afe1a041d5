// Compressed files, archives and JPEG images as other programs write them (tests/fuzz/corpus/input: NumPy, Pillow,
// zip, zstd), and what is said of files that are damaged or of no format that is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <lab/errors.hpp>
#include <lab/readers/packed.hpp>
#include <lab/readers/raster.hpp>
#include <lab/readers/recognise.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ladders::element_type;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string seeds = STRIDER_SOURCE "/tests/fuzz/corpus/input/";

template <class T>
std::vector<T> values_of(const std::string& path) {
    const element_input input = element_input::open(path, {});
    std::vector<T> values(input.elements());
    EXPECT_EQ(npy_descr(input.type()), npy_descr_of<T>()) << path;
    if (npy_descr(input.type()) == npy_descr_of<T>()) input.read(0, values.size(), values.data());
    return values;
}

/// What is said when all of the elements are to be read.
std::string why_not(const std::string& path) {
    try {
        element_input::open(path, {});
    } catch (const usage_error& error) {
        return error.what();
    }
    return "taken";
}

/// Of a file's bytes, in a file of that name.
std::string why_not(const std::string& name, std::string_view bytes) {
    const scratch_folder folder;
    return why_not(folder.file(name, bytes));
}

TEST(packed, is_read_as_what_it_holds) {
    for (const char* ending : {"gz", "bz2", "xz", "zst", "lz4"}) {
        const std::string path = seeds + "text." + ending;
        EXPECT_THAT(values_of<std::int64_t>(path), ElementsAre(1, 2, 3, 40, -5)) << ending;
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

TEST(packed, twice_is_refused) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2");
    EXPECT_EQ(shell(folder, "gzip a.txt && gzip -c a.txt.gz >b.gz").status, 0);
    EXPECT_THAT(why_not((folder.path() / "b.gz").string()), HasSubstr("b.gz: is packed twice (gzip, then gzip)"));
}

TEST(packed, that_expands_beyond_measure_is_refused_before_the_disk_is_full) {
    const std::string zeros = contents(STRIDER_SOURCE "/tests/lab/zeros_128MiB.zst");
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
        EXPECT_THAT(values_of<float>(seeds + name), ElementsAre(0, 1, 2, 3, 4, 5)) << name;
        EXPECT_EQ(records_of({"reduce", "-"}, contents(seeds + name))[0]["sum"], 15) << name;
    }
    EXPECT_THAT(values_of<std::int64_t>(seeds + "folder.zip"), ElementsAre(1, 2, 3, 40, -5));
}

TEST(archive, members_are_named) {
    EXPECT_THAT(values_of<std::int64_t>(seeds + "two.npz:y"), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(values_of<float>(seeds + "two.npz:x.npy"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(values_of<std::int64_t>(seeds + "folder.zip:data/text.csv"), ElementsAre(1, 2, 3, 40, -5));
    EXPECT_THAT(why_not(seeds + "two.npz"), HasSubstr("two.npz: holds 2 files; name one, as "));
    EXPECT_THAT(why_not(seeds + "two.npz"), HasSubstr("two.npz:x.npy (it has: x.npy, y.npy)"));
    EXPECT_THAT(why_not(seeds + "two.npz:z"), HasSubstr("two.npz: has no member \"z\"; it has: x.npy, y.npy"));
    EXPECT_THAT(why_not(seeds + "text.gz:x"), HasSubstr("text.gz: is no archive that has members; leave out \":x\""));
    EXPECT_THAT(why_not(seeds + "empty.zip"), HasSubstr("looks like an empty zip archive"));
    EXPECT_THAT(why_not(seeds + "encrypted.zip"), HasSubstr("encrypted.zip:a.txt: is encrypted"));
    EXPECT_THAT(refusal_of({"reduce", "-"}, contents(seeds + "two.npz")), HasSubstr("standard input: holds 2 files"));
    const scratch_folder folder;
    EXPECT_THAT(values_of<std::int64_t>(folder.file("a:b", "7")), ElementsAre(7)) << "a colon in a file's name";
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
                HasSubstr("is the same file as the input"));
}

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
    try {
        parse_image(bytes);
    } catch (const usage_error& error) {
        return error.what();
    }
    return "taken";
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
