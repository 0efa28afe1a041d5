// JPEG images, by libjpeg-turbo.
#include <fmt/format.h>
#include <turbojpeg.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <data/readers/orientation.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/raster.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// The EXIF block of a JPEG file; empty where it has none.
std::string_view exif_of(std::string_view jpeg) {
    constexpr char start = '\xFF', application_1 = '\xE1', scan = '\xDA';
    constexpr std::string_view name("Exif\0\0", 6);
    for (std::size_t place = 2; place + 4 <= jpeg.size() && jpeg[place] == start && jpeg[place + 1] != scan;) {
        if (jpeg[place + 1] == start) {  // one more of them fills
            ++place;
            continue;
        }
        const auto byte = [&](std::size_t behind) {
            return std::size_t{static_cast<unsigned char>(jpeg[place + behind])};
        };
        const std::size_t length = std::max<std::size_t>(2, byte(2) << 8 | byte(3));  // of itself, too
        const std::string_view segment = jpeg.substr(place + 4, length - 2);
        if (jpeg[place + 1] == application_1 && segment.starts_with(name)) return segment.substr(name.size());
        place += 2 + length;
    }
    return {};
}

}  // namespace

raster parse_jpeg(std::string_view bytes) {
    struct closer {
        void operator()(void* of) const { tjDestroy(of); }
    };
    const std::unique_ptr<void, closer> decoder(tjInitDecompress());
    const auto require = [&](int status) {
        if (status != 0) throw usage_error(fmt::format("damaged JPEG: {}", one_line(tjGetErrorStr2(decoder.get()))));
    };
    const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
    int columns = 0, rows = 0, subsampling = 0, colors = 0;
    require(tjDecompressHeader3(decoder.get(), data, bytes.size(), &columns, &rows, &subsampling, &colors));
    if (colors == TJCS_CMYK || colors == TJCS_YCCK) {
        throw usage_error("is a CMYK JPEG, which is not read; convert it to RGB");
    }
    const unsigned channels = colors == TJCS_GRAY ? 1 : 3;
    require_plausible(static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows) * channels, bytes.size());
    raster image(ladders::element_type::u8, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns),
                 channels, 255);
    // Pixels of damaged parts would be made up, and hundreds of scans take minutes.
    require(tjDecompress2(decoder.get(), data, bytes.size(), image.as<unsigned char>(), columns, 0, rows,
                          channels == 1 ? TJPF_GRAY : TJPF_RGB, TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS));
    return upright(std::move(image), orientation_of(exif_of(bytes)));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
