// PGM and PPM images, plain and raw. Source: https://netpbm.sourceforge.net/doc/pgm.html and ppm.html
#include <fmt/format.h>

#include <charconv>

#include <data/readers/raster.hpp>
#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// Takes numbers off the front of the file.
class pnm_parser {
public:
    explicit pnm_parser(std::string_view bytes) : rest_(bytes) {}

    void skip(std::size_t count) { rest_.remove_prefix(count); }

    /// White space, and comments from '#' to the line's end.
    void skip_spaces() {
        while (!rest_.empty()) {
            if (rest_.front() == '#') {
                const std::size_t end = rest_.find_first_of("\r\n");
                rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
            } else if (is_space(rest_.front())) {
                rest_.remove_prefix(1);
            } else {
                return;
            }
        }
    }

    std::uint32_t number(std::string_view what, std::uint32_t least, std::uint32_t most) {
        skip_spaces();
        if (rest_.empty()) throw usage_error(fmt::format("ends where its {} is missing", what));
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error == std::errc::invalid_argument) {
            throw usage_error(fmt::format("'{}' stands where its {} is missing", shown(rest_.substr(0, 8)), what));
        }
        if (error != std::errc{} || value < least || value > most) {
            throw usage_error(fmt::format("its {} is not from {} to {}", what, least, most));
        }
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return value;
    }

    /// The one white space between the header of a raw image and its samples.
    void end_header() {
        if (rest_.empty() || !is_space(rest_.front())) throw usage_error("no white space ends its header");
        rest_.remove_prefix(1);
    }

    std::string_view rest() const { return rest_; }

private:
    static bool is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }
    std::string_view rest_;
};

/// Throws usage_error where a sample is above the image's own maximum.
void require_sample(unsigned sample, unsigned peak) {
    if (sample > peak) throw usage_error(fmt::format("a sample is {}, above its maximum of {}", sample, peak));
}

template <class T>
void read_plain(pnm_parser& text, raster& image) {
    T* const samples = image.as<T>();
    const std::uint64_t count = image.samples();
    for (std::uint64_t i = 0; i < count; ++i) {
        samples[i] = static_cast<T>(text.number("next sample", 0, image.peak));
    }
}

void read_raw(std::string_view bytes, raster& image) {
    const std::uint64_t count = image.samples();
    const auto byte = [&bytes](std::uint64_t place) { return static_cast<unsigned char>(bytes[place]); };
    if (image.type == element_type::u8) {
        auto* const samples = image.as<std::uint8_t>();
        for (std::uint64_t i = 0; i < count; ++i) require_sample(samples[i] = byte(i), image.peak);
    } else {
        auto* const samples = image.as<std::uint16_t>();
        for (std::uint64_t i = 0; i < count; ++i) {  // the more significant byte first
            samples[i] = static_cast<std::uint16_t>(byte(2 * i) << 8 | byte(2 * i + 1));
            require_sample(samples[i], image.peak);
        }
    }
}

}  // namespace

raster parse_pnm(std::string_view bytes) {
    constexpr std::uint32_t longest_edge = 0x7FFFFFFF;
    const char kind = bytes[1];
    const bool plain = kind == '2' || kind == '3', color = kind == '3' || kind == '6';
    pnm_parser text(bytes);
    text.skip(2);
    const std::uint64_t columns = text.number("width", 1, longest_edge), rows = text.number("height", 1, longest_edge);
    const unsigned peak = text.number("maximum", 1, 65535);
    if (!plain) text.end_header();

    // Before there is room for the samples: their bytes must be there. Plain ones need a digit and a space each.
    const unsigned channels = color ? 3 : 1;
    const std::uint64_t sample_bytes = peak > 255 ? 2 : 1, held = text.rest().size();
    const std::uint64_t pixels = columns * rows;  // below 2^62
    const std::uint64_t most_pixels = plain ? (held + 1) / 2 / channels : held / (channels * sample_bytes);
    if (pixels > most_pixels) {
        throw usage_error(
            fmt::format("its header promises {} x {} pixels, and only {} bytes follow it", columns, rows, held));
    }
    raster image(peak > 255 ? element_type::u16 : element_type::u8, rows, columns, channels, peak);
    if (plain) {
        if (peak > 255)
            read_plain<std::uint16_t>(text, image);
        else
            read_plain<std::uint8_t>(text, image);
    } else {
        read_raw(text.rest(), image);
        text.skip(static_cast<std::size_t>(image.bytes()));
    }
    text.skip_spaces();
    if (!text.rest().empty()) {
        throw usage_error(
            fmt::format("{} bytes follow the image; files of several images are not taken", text.rest().size()));
    }
    return image;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
