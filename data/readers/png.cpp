// PNG images, by libpng.
#include <fmt/format.h>
#include <png.h>

#include <bit>
#include <csetjmp>
#include <cstring>
#include <vector>

#include <data/readers/orientation.hpp>
#include <data/readers/raster.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// What a decoder works on. libpng reports errors by a jump, which runs no destructor: so everything that has one lives
/// here, outside of the functions that are jumped out of.
struct decoder {
    const char* at;
    std::size_t left;
    png_structp png = nullptr;
    png_infop info = nullptr;
    char problem[128] = "";
    raster image;
    std::vector<png_bytep> rows;

    ~decoder() { png_destroy_read_struct(&png, &info, nullptr); }
};

void note(png_structp png, png_const_charp message) {
    auto& of = *static_cast<decoder*>(png_get_error_ptr(png));
    std::strncpy(of.problem, message, sizeof of.problem - 1);
    png_longjmp(png, 1);
}
void ignore(png_structp, png_const_charp) {}

void take(png_structp png, png_bytep to, png_size_t count) {
    auto& from = *static_cast<decoder*>(png_get_io_ptr(png));
    if (count > from.left) png_error(png, "it ends too early");
    std::memcpy(to, from.at, count);
    from.at += count;
    from.left -= count;
}

/// Reads what stands before the pixels, and asks for 8 or 16 bits of gray or colors, with or without alpha. False where
/// it is damaged.
bool read_header(decoder& image) {
    if (setjmp(png_jmpbuf(image.png))) return false;
    png_read_info(image.png, image.info);
    return true;
}

bool set_up(decoder& image) {
    if (setjmp(png_jmpbuf(image.png))) return false;
    png_set_expand(image.png);  // palettes, few bits, one transparent color
    if (std::endian::native == std::endian::little) png_set_swap(image.png);
    png_set_interlace_handling(image.png);
    png_read_update_info(image.png, image.info);
    return true;
}

bool read_pixels(decoder& image) {
    if (setjmp(png_jmpbuf(image.png))) return false;
    png_read_image(image.png, image.rows.data());
    png_read_end(image.png, image.info);
    return true;
}

/// The EXIF block, which may stand before the pixels or behind them; empty where there is none.
std::string_view exif_of(const decoder& image) {
    png_uint_32 bytes = 0;
    png_bytep exif = nullptr;
    if (png_get_eXIf_1(image.png, image.info, &bytes, &exif) == 0) return {};
    return {reinterpret_cast<const char*>(exif), bytes};
}

usage_error damaged(const decoder& image) { return usage_error(fmt::format("damaged PNG: {}", image.problem)); }

}  // namespace

raster parse_png(std::string_view bytes) {
    decoder image{};
    image.at = bytes.data();
    image.left = bytes.size();
    image.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &image, note, ignore);
    image.info = image.png ? png_create_info_struct(image.png) : nullptr;
    if (!image.info) throw usage_error("there is not enough memory for a PNG decoder");
    png_set_read_fn(image.png, &image, take);
    png_set_user_limits(image.png, 0x7FFFFFFF, 0x7FFFFFFF);
    if (!read_header(image)) throw damaged(image);

    // Deflate makes at most 1,032 bytes of one: an image that claims more is none, and gets no memory.
    constexpr std::uint64_t most_expansion = 1032;
    const std::uint64_t columns = png_get_image_width(image.png, image.info),
                        rows = png_get_image_height(image.png, image.info);
    if (png_get_rowbytes(image.png, image.info) > most_expansion * bytes.size() / rows) {
        throw usage_error(fmt::format("damaged PNG: it claims {} x {} pixels, more than its {} bytes can hold", columns,
                                      rows, bytes.size()));
    }
    if (!set_up(image)) throw damaged(image);
    const bool wide = png_get_bit_depth(image.png, image.info) == 16;
    image.image = raster(wide ? ladders::element_type::u16 : ladders::element_type::u8, rows, columns,
                         png_get_channels(image.png, image.info), wide ? 65535 : 255);
    const std::size_t row_bytes = static_cast<std::size_t>(columns) * image.image.pixel_bytes();
    for (std::uint64_t row = 0; row < rows; ++row) {
        image.rows.push_back(reinterpret_cast<png_bytep>(image.image.data()) + row * row_bytes);
    }
    if (!read_pixels(image)) throw damaged(image);
    return upright(std::move(image.image), orientation_of(exif_of(image)));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
