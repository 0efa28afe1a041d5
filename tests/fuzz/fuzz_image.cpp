// Any bytes as an image: either refused in one line, or an image whose sizes are consistent and samples within its
// maximum.
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <data/readers/raster.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

namespace {

/// A PNG file's chunks with their check sums right: otherwise nothing behind the first one would ever be reached.
std::string mended(std::string_view bytes) {
    std::string file(bytes);
    const auto* const data = reinterpret_cast<const unsigned char*>(file.data());
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::size_t length = std::size_t{data[at]} << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
        if (length > file.size() - at - 12) break;
        const auto sum = static_cast<std::uint32_t>(crc32(0, data + at + 4, static_cast<unsigned>(length + 4)));
        for (std::size_t byte = 0; byte < 4; ++byte) {
            file[at + 8 + length + byte] = static_cast<char>(sum >> (24 - 8 * byte));
        }
        at += length + 12;
    }
    return file;
}

void parse(std::string_view bytes) {
    using namespace strider;
    using fuzz::require;
    const std::size_t size = bytes.size();
    try {
        const lab::raster image = lab::parse_image(bytes);
        require(image.rows >= 1 && image.columns >= 1, "an image has a pixel");
        require(image.channels >= 1 && image.channels <= 4, "and 1 to 4 channels");
        require(image.bytes() / image.pixel_bytes() / image.rows == image.columns, "its sizes do not overflow");
        require(image.words.size() == (image.bytes() + 7) / 8, "there is room for all samples");
        require(image.bytes() <= 8 * 3 * 8 * 1032 * size, "which the file can hold");
        const bool wide = image.type == ladders::element_type::u16;
        require(wide || image.type == ladders::element_type::u8, "samples are u8 or u16");
        for (std::uint64_t at = 0; at < image.samples(); ++at) {
            require((wide ? image.as<std::uint16_t>()[at] : image.as<std::uint8_t>()[at]) <= image.peak,
                    "within the maximum");
        }
    } catch (const lab::usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    parse(bytes);
    if (bytes.starts_with("\x89PNG")) parse(mended(bytes));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
