#include <data/readers/recognise.hpp>

#include <fmt/format.h>

#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using namespace std::string_view_literals;

struct known_format {
    recognised as;
    std::string_view start;
    std::size_t at = 0;  ///< where more of it stands
    std::string_view there = {};
};

constexpr known_format known_formats[] = {
    {{content::npy, ".npy"}, npy_magic},
    {{content::packed, "gzip"}, "\x1F\x8B\x08"},
    {{content::packed, "zstd"}, "\x28\xB5\x2F\xFD"},
    {{content::packed, "xz"}, "\xFD\x37\x7A\x58\x5A\x00"sv},
    {{content::packed, "lzma"}, "\x5D\0\0"sv, 5, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0"sv},
    {{content::packed, "bzip2"}, "BZh"},
    {{content::packed, "lz4"}, "\x04\x22\x4D\x18"},
    {{content::packed, "zip"}, "PK\x03\x04"},
    {{content::image, "PNG"}, "\x89PNG\r\n\x1A\n"},
    {{content::image, "JPEG"}, "\xFF\xD8\xFF"},
    {{content::foreign, "a TIFF image"}, "II*\0"sv},
    {{content::foreign, "a TIFF image"}, "MM\0*"sv},
    {{content::foreign, "a GIF image"}, "GIF8"},
    {{content::foreign, "a WebP image"}, "RIFF", 8, "WEBP"},
    {{content::foreign, "a BMP image"}, "BM", 6, "\0\0\0\0"sv},
    {{content::foreign, "a WAV file"}, "RIFF", 8, "WAVE"},
    {{content::foreign, "a FLAC file"}, "fLaC"},
    {{content::foreign, "an Ogg file"}, "OggS"},
    {{content::foreign, "an MP3 file"}, "ID3", 4, "\0"sv},
    {{content::foreign, "an HDF5 file"}, "\x89HDF\r\n\x1A\n"},
    {{content::foreign, "a NetCDF file"}, "CDF\x01"},
    {{content::foreign, "a NetCDF file"}, "CDF\x02"},
    {{content::foreign, "a MATLAB file"}, "MATLAB 5.0 MAT-file"},
    {{content::foreign, "a FITS file"}, "SIMPLE  ="},
    {{content::foreign, "a GRIB file"}, "GRIB"},
    {{content::foreign, "a Parquet file"}, "PAR1"},
    {{content::foreign, "an Arrow file"}, "ARROW1"},
    {{content::foreign, "an Avro file"}, "Obj\x01"},
    {{content::foreign, "an ORC file"}, "ORC"},
    {{content::foreign, "an SQLite database"}, "SQLite format 3\0"sv},
    {{content::foreign, "a pickle of Python"}, "\x80\x02"},
    {{content::foreign, "a pickle of Python"}, "\x80\x03"},
    {{content::foreign, "a pickle of Python"}, "\x80\x04\x95"},
    {{content::foreign, "a pickle of Python"}, "\x80\x05\x95"},
    {{content::foreign, "an old file of Excel or Word"}, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"},
    {{content::foreign, "an empty zip archive"}, "PK\x05\x06"},
    {{content::foreign, "a 7z archive"}, "7z\xBC\xAF\x27\x1C"},
    {{content::foreign, "an LZMA file that states its size (xz -d unpacks it)"}, "\x5D\0\0"sv, 10, "\0\0\0\0"sv},
    {{content::foreign, "a RAR archive"}, "Rar!\x1A\x07"},
    {{content::foreign, "a tar archive"}, "", 257, "ustar"},
    {{content::foreign, "a PDF document"}, "%PDF-"},
    {{content::foreign, "an ELF program"}, "\x7F\x45LF"},
    {{content::foreign, "a video, or a HEIF or AVIF image"}, "", 4, "ftyp"},
    {{content::foreign, "a JPEG 2000 image"}, "\0\0\0\x0CjP  "sv},
};

/// "P2" to "P6", then white space or a comment.
bool is_pnm(std::string_view front) {
    constexpr std::string_view kinds = "2356", after = " \t\r\n#";
    return front.size() >= 3 && front[0] == 'P' && kinds.find(front[1]) != std::string_view::npos &&
           after.find(front[2]) != std::string_view::npos;
}

}  // namespace

bool is_skippable_frame(std::string_view front) {
    return front.size() >= 4 && (front[0] & 0xF0) == 0x50 && front.substr(1).starts_with("\x2A\x4D\x18");
}

recognised recognise(std::string_view front) {
    for (const known_format& known : known_formats) {
        if (front.size() < known.at || !front.starts_with(known.start)) continue;
        if (front.substr(known.at).starts_with(known.there)) return known.as;
    }
    if (is_pnm(front)) return {content::image, "PNM"};
    if (is_skippable_frame(front)) return {content::packed, "zstd"};
    return {};
}

void refuse_without_numbers(std::string_view front) {
    const recognised format = recognise(front);
    if (format.what == content::image) throw usage_error("is an image, which histogram, convolve and transpose take");
    if (format.what != content::foreign) return;
    throw usage_error(fmt::format(
        "looks like {}, which Strider does not read; save its numbers from Python as .npy (numpy.save)", format.name));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
