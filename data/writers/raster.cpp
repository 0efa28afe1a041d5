#include <data/writers/raster.hpp>

#include <fmt/format.h>
#include <png.h>

#include <bit>
#include <csetjmp>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// What an encoder works on; see readers/png.cpp for why it stands outside of the functions.
struct encoder {
    png_structp png = nullptr;
    png_infop info = nullptr;
    char problem[128] = "";
    std::string bytes;
    std::vector<png_bytep> rows;

    ~encoder() { png_destroy_write_struct(&png, &info); }
};

void note(png_structp png, png_const_charp message) {
    auto& of = *static_cast<encoder*>(png_get_error_ptr(png));
    std::strncpy(of.problem, message, sizeof of.problem - 1);
    png_longjmp(png, 1);
}
void ignore(png_structp, png_const_charp) {}
void flush(png_structp) {}

void give(png_structp png, png_bytep from, png_size_t count) {
    bool taken = false;
    try {
        static_cast<encoder*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(from), count);
        taken = true;
    } catch (const std::bad_alloc&) {  // not through libpng's frames
    }
    if (!taken) png_error(png, "no memory");
}

bool encode(encoder& of, const raster& image) {
    if (setjmp(png_jmpbuf(of.png))) return false;
    const int color = image.channels == 1   ? PNG_COLOR_TYPE_GRAY
                      : image.channels == 2 ? PNG_COLOR_TYPE_GRAY_ALPHA
                      : image.channels == 3 ? PNG_COLOR_TYPE_RGB
                                            : PNG_COLOR_TYPE_RGB_ALPHA;
    png_set_user_limits(of.png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_IHDR(of.png, of.info, static_cast<png_uint_32>(image.columns), static_cast<png_uint_32>(image.rows),
                 image.type == element_type::u16 ? 16 : 8, color, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(of.png, of.info);
    if (std::endian::native == std::endian::little) png_set_swap(of.png);
    png_write_image(of.png, of.rows.data());
    png_write_end(of.png, of.info);
    return true;
}

std::string png_of(const raster& image) {
    encoder of{};
    of.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &of, note, ignore);
    of.info = of.png ? png_create_info_struct(of.png) : nullptr;
    if (!of.info) throw std::runtime_error("there is not enough memory for a PNG encoder");
    png_set_write_fn(of.png, &of, give, flush);
    const std::size_t row_bytes = static_cast<std::size_t>(image.columns) * image.pixel_bytes();
    for (std::uint64_t row = 0; row < image.rows; ++row) {
        // libpng takes rows that it may write to, and does not.
        of.rows.push_back(reinterpret_cast<png_bytep>(const_cast<char*>(image.data())) + row * row_bytes);
    }
    if (!encode(of, image)) throw std::runtime_error(fmt::format("the PNG file cannot be made: {}", of.problem));
    return std::move(of.bytes);
}

std::string pnm_of(const raster& image) {
    std::string bytes =
        fmt::format("P{}\n{} {}\n{}\n", image.channels == 1 ? 5 : 6, image.columns, image.rows, image.peak);
    if (image.type == element_type::u8) return bytes.append(image.data(), image.bytes());
    const auto* const samples = image.as<std::uint16_t>();
    for (std::uint64_t i = 0; i < image.samples(); ++i) {
        bytes += static_cast<char>(samples[i] >> 8);
        bytes += static_cast<char>(samples[i] & 0xFF);
    }
    return bytes;
}

std::string npy_of(const raster& image) {
    std::vector<std::uint64_t> shape = {image.rows, image.columns};
    if (image.channels != 1) shape.push_back(image.channels);
    return npy_header_of(npy_descr(image.type), shape).append(image.data(), image.bytes());
}

}  // namespace

raster_output::format raster_output::format_of(const wanted_results& wanted, element_type type, unsigned channels,
                                               unsigned peak) {
    const auto refuse = [&](const std::string& what) {
        return usage_error(fmt::format("-o {}: {}", wanted.path, what));
    };
    const bool integers = type == element_type::u8 || type == element_type::u16;
    const std::string ending = wanted.ending(integers ? "png" : "npy");
    if (ending == "npy") return format::npy;
    const bool png = ending == "png", pgm = ending == "pgm", ppm = ending == "ppm";
    if (!png && !pgm && !ppm && !wanted.format.empty()) {
        throw usage_error(
            fmt::format("--output-format \"{}\" is not known; it is one of: png, pgm, ppm, npy", wanted.format));
    }
    if (!png && !pgm && !ppm) {
        throw refuse("the ending does not name a format; name it .png, .pgm, .ppm or .npy, or give --output-format");
    }
    if (!integers) {
        throw refuse(fmt::format("images hold u8 and u16, and this is {}; name it .npy", ladders::name(type)));
    }
    if (pgm && channels != 1)
        throw refuse(fmt::format("PGM holds gray, and this has {} channels; name it .png", channels));
    if (ppm && channels != 3) {
        throw refuse(fmt::format("PPM holds three channels, and this has {}; name it .png", channels));
    }
    if (png && peak != 255 && peak != 65535) {
        throw refuse(fmt::format("PNG's maximum is 255 or 65535, and this image's {}; name it {}", peak,
                                 channels == 1 ? ".pgm" : ".ppm"));
    }
    return png ? format::png : format::pnm;
}

raster_output::raster_output(const wanted_results& wanted, element_type type, unsigned channels, unsigned peak)
    : format_(format_of(wanted, type, channels, peak)), to_(wanted.path, "-o") {}

void raster_output::write(const raster& image) {
    if (format_ != format::npy && (image.rows == 0 || image.columns == 0)) {
        throw usage_error(fmt::format("-o {}: an image has at least one pixel; name it .npy", to_.path()));
    }
    to_.write(format_ == format::png ? png_of(image) : format_ == format::pnm ? pnm_of(image) : npy_of(image));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
