#include <data/readers/orientation.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

namespace strider::lab {
namespace {

using namespace std::string_view_literals;

/// What shows the pixels of an orientation upright: rows and columns swap, and run from the end.
struct turn {
    bool swaps, from_below, from_right;
};
constexpr turn turns[] = {{false, false, false}, {false, false, true}, {false, true, true}, {false, true, false},
                          {true, false, false},  {true, true, false},  {true, true, true},  {true, false, true}};

/// A number of an EXIF block, which is a TIFF file; 0 beyond its end.
std::uint64_t number_of(std::string_view exif, std::uint64_t place, std::size_t bytes) {
    if (place + bytes > exif.size()) return 0;
    const bool is_big_endian = exif.front() == 'M';
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        number = number << 8 | static_cast<unsigned char>(exif[place + (is_big_endian ? i : bytes - 1 - i)]);
    }
    return number;
}

}  // namespace

unsigned orientation_of(std::string_view exif) {
    constexpr std::uint64_t entry_bytes = 12, orientation_tag = 0x0112, long_type = 4;
    if (!exif.starts_with("MM\0*"sv) && !exif.starts_with("II*\0"sv)) return 1;
    const std::uint64_t directory = number_of(exif, 4, 4), entries = number_of(exif, directory, 2);
    for (std::uint64_t entry = 0; entry < entries; ++entry) {
        const std::uint64_t place = directory + 2 + entry * entry_bytes;
        if (number_of(exif, place, 2) != orientation_tag) continue;
        const std::uint64_t value = number_of(exif, place + 8, number_of(exif, place + 2, 2) == long_type ? 4 : 2);
        return value >= 1 && value <= std::size(turns) ? static_cast<unsigned>(value) : 1;
    }
    return 1;
}

raster upright(raster stored, unsigned orientation) {
    if (orientation == 1) return stored;
    const turn how = turns[orientation - 1];
    raster image(stored.type, how.swaps ? stored.columns : stored.rows, how.swaps ? stored.rows : stored.columns,
                 stored.channels, stored.peak);
    image.orientation = orientation;
    const std::size_t bytes = stored.pixel_bytes();
    char* to = image.data();
    for (std::uint64_t row = 0; row < image.rows; ++row) {
        for (std::uint64_t column = 0; column < image.columns; ++column, to += bytes) {
            std::uint64_t y = row, x = column;
            if (how.swaps) std::swap(y, x);
            if (how.from_below) y = stored.rows - 1 - y;
            if (how.from_right) x = stored.columns - 1 - x;
            std::memcpy(to, stored.data() + (y * stored.columns + x) * bytes, bytes);
        }
    }
    return image;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
