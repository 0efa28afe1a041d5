// strider convolve IMAGE --mask MASK: an image or a matrix under a mask.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include <data/commands/commands.hpp>
#include <data/commands/file_options.hpp>
#include <data/readers/elements.hpp>
#include <data/readers/npy.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/raster.hpp>
#include <data/readers/shown.hpp>
#include <data/readers/text.hpp>
#include <data/writers/raster.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/suggest.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// By the numbers that the library gives them.
constexpr std::string_view boundary_names[] = {"zero", "constant", "replicate", "symmetric", "reflect", "wrap"};

struct convolve_request : file_options {
    std::string mask;
    std::string outside = "zero";
    std::optional<double> fill;
    bool flip = false;
    std::string anchor;
};

struct weights {
    std::uint64_t rows, columns;
    std::vector<double> values;
};

struct named_mask {
    std::string_view name;
    std::uint64_t edge;
    std::vector<double> values;
    double divisor;
};

const named_mask named_masks[] = {
    {"gauss5", 5, {1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1}, 256},
    {"box3", 3, {1, 1, 1, 1, 1, 1, 1, 1, 1}, 9},
    {"sobel-x", 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}, 1},
    {"sharpen", 3, {0, -1, 0, -1, 5, -1, 0, -1, 0}, 1},
};

/// A mask as text: a line for each row.
weights parse_mask(std::string_view text) {
    weights mask{0, 0, {}};
    for (std::uint64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        text_parser parser;
        try {
            parser.feed(text.substr(0, end));
            parser.finish();
        } catch (const usage_error& error) {  // which counts lines from here
            throw usage_error(fmt::format("row {}: {}", line, error.what()));
        }
        text.remove_prefix(std::min(text.size(), end + 1));
        const text_numbers numbers = parser.take();
        std::vector<std::uint64_t> words = numbers.words;
        if (words.empty()) continue;
        if (numbers.type() != ladders::element_type::f64) {
            for (std::uint64_t& word : words) word = numbers.as_f64(word);
        }
        if (mask.rows++ == 0) mask.columns = words.size();
        if (words.size() != mask.columns) {
            throw usage_error(
                fmt::format("line {} has {} weights, and the first row {}", line, words.size(), mask.columns));
        }
        for (const std::uint64_t word : words) mask.values.push_back(std::bit_cast<double>(word));
    }
    return mask;
}

weights read_array_mask(byte_input input) {
    const element_input array = element_input::open(std::move(input));
    require_c_order(array);
    const auto& shape = array.shape();
    if (shape.size() != 2) {
        throw usage_error(fmt::format("its shape is ({}); a mask has two extents", fmt::join(shape, ", ")));
    }
    if (array.elements() > widest_mask * widest_mask) throw usage_error("a mask has at most 63 rows and columns");
    weights mask{shape[0], shape[1], {}};
    ladders::with_type(array.type(), [&](auto zero) {
        std::vector<decltype(zero)> values(array.elements());
        array.read(0, array.elements(), values.data());
        mask.values.assign(values.begin(), values.end());
    });
    return mask;
}

weights read_mask_file(const std::string& path) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
    byte_input input = as_regular(open_unpacked(path));
    const std::string name = input.name;
    return with_name(name, [&] {
        weights mask{0, 0, {}};
        if (input.front.starts_with(npy_magic)) {
            mask = read_array_mask(std::move(input));
        } else {
            if (input.size > most_bytes) throw usage_error("is larger than any mask");
            std::string text(input.size, '\0');
            read_at(input, 0, text);
            mask = parse_mask(text);
        }
        if (mask.rows < 1 || mask.columns < 1 || mask.rows > widest_mask || mask.columns > widest_mask) {
            throw usage_error(
                fmt::format("a mask of {} x {} weights; 1 to 63 rows and columns are taken", mask.rows, mask.columns));
        }
        return mask;
    });
}

std::vector<std::string_view> mask_names() {
    std::vector<std::string_view> names;
    for (const named_mask& named : named_masks) names.push_back(named.name);
    return names;
}

weights mask_of(const std::string& given) {
    for (const named_mask& known : named_masks) {
        if (known.name != given) continue;
        weights mask{known.edge, known.edge, known.values};
        for (double& weight : mask.values) weight /= known.divisor;
        return mask;
    }
    std::error_code none;
    if (given.find_first_of("./") == std::string::npos && given != standard_stream &&
        !std::filesystem::exists(given, none)) {
        throw usage_error(
            fmt::format("--mask: \"{}\" is not known; it is one of: {}, or a file (.npy, or text with a line a row){}",
                        shown(given), fmt::join(mask_names(), ", "), did_you_mean(given, mask_names())));
    }
    return read_mask_file(given);
}

boundary boundary_named(std::string_view name) {
    const auto* const found = std::find(std::begin(boundary_names), std::end(boundary_names), name);
    return static_cast<boundary>(found - std::begin(boundary_names));
}

/// Sets the anchor that was given as ROW,COLUMN, both from 0, if one was.
void set_anchor(const std::string& given, const weights& mask, convolve_options& of) {
    if (given.empty()) return;
    std::uint64_t row = 0, column = 0;
    const char* const end = given.data() + given.size();
    const auto [comma, no_row] = std::from_chars(given.data(), end, row);
    const bool has_comma = no_row == std::errc{} && comma != end && *comma == ',';
    const auto [stop, no_column] = std::from_chars(has_comma ? comma + 1 : end, end, column);
    if (!has_comma || no_column != std::errc{} || stop != end || row >= mask.rows || column >= mask.columns) {
        throw usage_error(fmt::format("--anchor \"{}\" is not a weight of the mask; give ROW,COLUMN from 0,0 to {},{}",
                                      shown(given), mask.rows - 1, mask.columns - 1));
    }
    of.anchor_row = row;
    of.anchor_column = column;
}

raster convolved(ladders::library& calls, const raster& image, const weights& mask, const convolve_options& how) {
    raster result(image.type, image.rows, image.columns, image.channels, image.peak);
    calls.convolve(image.type, {image.data(), image.rows, image.columns * image.channels},
                   {mask.values.data(), mask.rows, mask.columns}, result.data(), how);
    const auto limit = [&]<class T>(T) {  // a PGM or PPM file says its own
        if (image.peak == std::numeric_limits<T>::max()) return;
        for (T* at = result.as<T>(); at != result.as<T>() + result.samples(); ++at) {
            *at = std::min(*at, static_cast<T>(image.peak));
        }
    };
    if (image.type == element_type::u8) limit(std::uint8_t{});
    if (image.type == element_type::u16) limit(std::uint16_t{});
    return result;
}

int run(const convolve_request& given) {
    const output_format& format = format_of(given.output);
    const auto [device, calls] = library_for(given.device, "convolve");
    const boundary outside = boundary_named(given.outside);
    const weights mask = mask_of(given.mask);
    if (given.fill && outside != boundary::constant) {
        throw usage_error("--fill is the value of --boundary constant; give that as well");
    }
    const double fill = given.fill.value_or(0);
    convolve_options how{.outside = outside, .fill = fill, .flip = given.flip};
    set_anchor(given.anchor, mask, how);
    const raster image = read_raster(given.file);
    const bool integers = image.type == element_type::u8 || image.type == element_type::u16;
    if (integers && !(fill >= 0 && fill <= image.peak && fill == std::floor(fill))) {
        throw usage_error(
            fmt::format("--fill {} is not a pixel of this image; give a whole number from 0 to {}", fill, image.peak));
    }
    destination records(given.output.report_path());
    raster_output into(given.output.results, image.type, image.channels, image.peak);
    how.channels = image.channels;
    into.write(convolved(*calls, image, mask, how));

    record row = record_of("convolve");
    row["device"] = device;
    row["rows"] = image.rows;
    row["columns"] = image.columns;
    row["channels"] = image.channels;
    row["type"] = image.stored.name;
    if (image.stored != image.type) row["output_type"] = ladders::name(image.type);
    if (image.orientation != 1) row["exif_orientation"] = image.orientation;
    row["mask"] = given.mask;
    row["mask_rows"] = mask.rows;
    row["mask_columns"] = mask.columns;
    row["boundary"] = given.outside;
    if (outside == boundary::constant) row["fill"] = number(fill);
    row["flip"] = given.flip;
    if (how.anchor_row) row["anchor"] = {*how.anchor_row, *how.anchor_column};
    row["output"] = given.output.results.path;
    deliver_record(row, fmt::format("{}, on {}", given.file == "-" ? "standard input" : given.file, device), format,
                   records);
    return exit_success;
}

}  // namespace

action declare_convolve(command_line& options) {
    const auto given = std::make_shared<convolve_request>();
    options.require("image", "IMAGE", given->file,
                    fmt::format("{}, .npy (u8, u16, f32, f64), or - for standard input", image_formats));
    options.reads(given->file);
    options.require("--mask", "MASK", given->mask,
                    fmt::format("{}, or a file: .npy, or text with a line a row", fmt::join(mask_names(), ", ")));
    options.reads(given->mask);
    options.add_choice("--boundary", "BOUNDARY", given->outside, boundary_names);
    options.add("--fill", "VALUE", given->fill, "the pixels outside of the image, with --boundary constant");
    options.add_flag("--flip", given->flip, "turn the mask round: the convolution of mathematics, not a correlation");
    options.add("--anchor", "ROW,COLUMN", given->anchor,
                "the weight for the pixel itself, from 0,0; else the middle weight");
    declare_file_device(options, given->device);
    declare_results(options, given->output, ".png, .pgm, .ppm or .npy");
    options.footer(
        "Images of 8 and 16 bits keep their depth: sums are rounded (halves to even) and clamped from 0 to the "
        "maximum. So negative results, as of sobel-x, become 0; give a .npy file of f32 to keep them. Each channel, "
        "alpha too, is convolved by itself. Boundaries: symmetric repeats the edge (b a | a b c), reflect does not (c "
        "b | a b c).\n"
        "Images are held in memory. Photos that a camera stored rotated are turned upright first: the record has their "
        "exif_orientation.");
    options.example("photo.png --mask gauss5 --boundary reflect -o blurred.png", "a blurred image");
    options.example("photo.png --mask mask.txt -o sharper.png", "by the weights in a file, a line a row");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
