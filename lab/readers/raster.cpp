#include <lab/readers/raster.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <new>
#include <stdexcept>

#include <lab/errors.hpp>
#include <lab/readers/elements.hpp>
#include <lab/readers/npy.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;

/// Runs `read` so that what it refuses is said with the input's name.
template <class Read>
raster named(const std::string& name, Read read) {
    try {
        return read();
    } catch (const usage_error& error) {
        const std::string what = error.what();
        throw usage_error(what.starts_with(name) ? what : name + ": " + what);
    }
}

raster read_array(byte_input input) {
    const element_input array = element_input::open(std::move(input), npy_magic);
    require_c_order(array);
    const std::vector<std::uint64_t>& shape = array.shape();
    const bool plane = shape.size() == 2;
    if (!plane && !(shape.size() == 3 && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4))) {
        throw usage_error(
            fmt::format("its shape is ({}); an image has two extents, or three of which the last is 1, 3 or 4",
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
            fmt::format("there is no memory for {} x {} pixels of {} bytes", columns, rows, pixel_bytes()));
    }
}

bool is_image(std::string_view front) {
    if (front.starts_with("\x89PNG\r\n\x1A\n")) return true;
    constexpr std::string_view kinds = "2356", after = " \t\r\n#";
    return front.size() >= 3 && front[0] == 'P' && kinds.find(front[1]) != std::string_view::npos &&
           after.find(front[2]) != std::string_view::npos;
}

raster parse_image(std::string_view bytes) {
    if (!is_image(bytes)) throw usage_error("is no image; PNG, PGM (P2, P5) and PPM (P3, P6) are taken");
    return bytes.front() == 'P' ? parse_pnm(bytes) : parse_png(bytes);
}

raster read_image(byte_input input) {
    const std::string name = input.name;
    return named(name, [&] {
        const byte_input whole = as_regular(std::move(input));
        if (whole.size > most_bytes) throw usage_error("is larger than the 4 GiB that an image may take");
        std::string bytes(whole.size, '\0');
        read_at(whole, 0, bytes);
        return parse_image(bytes);
    });
}

raster read_raster(const std::string& path) {
    std::string front;
    byte_input input = open_bytes(path, image_front_bytes, front);
    const std::string name = input.name;
    if (is_image(front)) return read_image(std::move(input));
    return named(name, [&] {
        if (!front.starts_with(npy_magic)) {
            throw usage_error("is neither an image (PNG, PGM, PPM) nor a .npy array");
        }
        return read_array(as_regular(std::move(input)));
    });
}

}  // namespace strider::lab
