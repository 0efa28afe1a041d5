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
bool read_header(decoder& of) {
    if (setjmp(png_jmpbuf(of.png))) return false;
    png_read_info(of.png, of.info);
    return true;
}

bool set_up(decoder& of) {
    if (setjmp(png_jmpbuf(of.png))) return false;
    png_set_expand(of.png);  // palettes, few bits, one transparent color
    if (std::endian::native == std::endian::little) png_set_swap(of.png);
    png_set_interlace_handling(of.png);
    png_read_update_info(of.png, of.info);
    return true;
}

bool read_pixels(decoder& of) {
    if (setjmp(png_jmpbuf(of.png))) return false;
    png_read_image(of.png, of.rows.data());
    png_read_end(of.png, of.info);
    return true;
}

/// The EXIF block, which may stand before the pixels or behind them; empty where there is none.
std::string_view exif_of(const decoder& of) {
    png_uint_32 bytes = 0;
    png_bytep exif = nullptr;
    if (png_get_eXIf_1(of.png, of.info, &bytes, &exif) == 0) return {};
    return {reinterpret_cast<const char*>(exif), bytes};
}

usage_error damaged(const decoder& of) { return usage_error(fmt::format("damaged PNG: {}", of.problem)); }

}  // namespace

raster parse_png(std::string_view bytes) {
    decoder of{};
    of.at = bytes.data();
    of.left = bytes.size();
    of.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &of, note, ignore);
    of.info = of.png ? png_create_info_struct(of.png) : nullptr;
    if (!of.info) throw usage_error("there is not enough memory for a PNG decoder");
    png_set_read_fn(of.png, &of, take);
    png_set_user_limits(of.png, 0x7FFFFFFF, 0x7FFFFFFF);
    if (!read_header(of)) throw damaged(of);

    // Deflate makes at most 1,032 bytes of one: an image that claims more is none, and gets no memory.
    constexpr std::uint64_t most_expansion = 1032;
    const std::uint64_t columns = png_get_image_width(of.png, of.info), rows = png_get_image_height(of.png, of.info);
    if (png_get_rowbytes(of.png, of.info) > most_expansion * bytes.size() / rows) {
        throw usage_error(fmt::format("damaged PNG: it claims {} x {} pixels, more than its {} bytes can hold", columns,
                                      rows, bytes.size()));
    }
    if (!set_up(of)) throw damaged(of);
    const bool wide = png_get_bit_depth(of.png, of.info) == 16;
    of.image = raster(wide ? ladders::element_type::u16 : ladders::element_type::u8, rows, columns,
                      png_get_channels(of.png, of.info), wide ? 65535 : 255);
    const std::size_t row_bytes = static_cast<std::size_t>(columns) * of.image.pixel_bytes();
    for (std::uint64_t row = 0; row < rows; ++row) {
        of.rows.push_back(reinterpret_cast<png_bytep>(of.image.data()) + row * row_bytes);
    }
    if (!read_pixels(of)) throw damaged(of);
    return upright(std::move(of.image), orientation_of(exif_of(of)));
}

}  // namespace strider::lab
