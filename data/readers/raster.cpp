#include <data/readers/raster.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <new>
#include <utility>

#include <data/readers/elements.hpp>
#include <data/readers/npy.hpp>
#include <data/readers/packed.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;

raster read_array(byte_input input) {
    const element_input array = element_input::open(std::move(input));
    require_c_order(array);
    const std::vector<std::uint64_t>& shape = array.shape();
    const bool plane = shape.size() == 2;
    if (!plane && !(shape.size() == 3 && shape[2] >= 1 && shape[2] <= 4)) {
        throw usage_error(fmt::format("its shape is ({}); an image has two extents, or three with 1 to 4 channels last",
                                      fmt::join(shape, ", ")));
    }
    const element_type type = array.type();
    if (type != element_type::u8 && type != element_type::u16 && type != element_type::f32 &&
        type != element_type::f64) {
        throw usage_error(fmt::format("its elements are {}; u8, u16, f32 and f64 are taken", array.stored().name));
    }
    raster image(type, shape[0], shape[1], plane ? 1 : static_cast<unsigned>(shape[2]),
                 type == element_type::u8 ? 255 : 65535);
    image.stored = array.stored();
    array.read(0, array.elements(), image.data());
    return image;
}

}  // namespace

raster::raster(element_type of, std::uint64_t row_count, std::uint64_t column_count, unsigned channel_count,
               unsigned greatest)
    : type(of), stored(of), rows(row_count), columns(column_count), channels(channel_count), peak(greatest) {
    std::uint64_t total = 0;
    if (__builtin_mul_overflow(rows, columns, &total) ||
        __builtin_mul_overflow(total, std::uint64_t{pixel_bytes()}, &total) || total > most_bytes) {
        throw usage_error(fmt::format("{} x {} pixels of {} bytes are more than the 4 GiB that an image may take",
                                      columns, rows, pixel_bytes()));
    }
    try {
        words.resize((total + 7) / 8);
    } catch (const std::bad_alloc&) {
        throw usage_error(
            fmt::format("there is not enough memory for {} x {} pixels of {} bytes", columns, rows, pixel_bytes()));
    }
}

raster parse_image(std::string_view bytes) {
    if (!is_image(bytes)) throw usage_error(fmt::format("is not an image; {} are taken", image_formats));
    const std::string_view format = recognise(bytes).name;
    if (format == "PNM") return parse_pnm(bytes);
    if (format == "PNG") return parse_png(bytes);
    return parse_jpeg(bytes);
}

raster read_image(byte_input input) {
    const std::string name = input.name;
    return with_name(name, [&] {
        const byte_input whole = as_regular(std::move(input));
        if (whole.size > most_bytes) throw usage_error("is larger than the 4 GiB that an image may take");
        std::string bytes(whole.size, '\0');
        read_at(whole, 0, bytes);
        return parse_image(bytes);
    });
}

raster read_raster(const std::string& path) {
    byte_input input = open_unpacked(path);
    const std::string name = input.name;
    if (is_image(input.front)) return read_image(std::move(input));
    return with_name(name, [&] {
        if (!input.front.starts_with(npy_magic)) {
            refuse_without_numbers(input.front);
            throw usage_error(fmt::format("is neither an image ({}) nor a .npy array", image_formats));
        }
        return read_array(as_regular(std::move(input)));
    });
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
