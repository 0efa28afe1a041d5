// strider histogram FILE: how often which values stand in a file, or in each channel of an image.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <data/calls/bins.hpp>
#include <data/calls/count.hpp>
#include <data/commands/commands.hpp>
#include <data/commands/draw.hpp>
#include <data/commands/file_options.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>

namespace strider::lab {
namespace {

struct histogram_options : file_options {
    bool bytes = false;
    bin_options bins;
    std::string svg;
    bool logarithmic = false;
};

/// Whether a file that starts like this is text: no byte that text does not have.
bool is_text(std::string_view front) {
    return std::none_of(front.begin(), front.end(), [](char letter) {
        const bool is_space = letter == ' ' || (letter >= '\t' && letter <= '\r');
        return (static_cast<unsigned char>(letter) < ' ' && !is_space) || letter == '\x7F';
    });
}

/// Whether it is no known format and no text, so that its bytes are counted.
bool is_bytes(const byte_input& input, const reading& how) {
    const bool is_binary = recognise(input.front).what == content::unknown && !is_text(input.front);
    return is_binary && !how.raw_type && !input.name.ends_with(".npy");
}

/// What `read` gives; what it refuses is said with the name of what is read, and that bytes are counted of anything.
template <class Read>
auto read_or_advise(const std::string& name, const Read& read) {
    try {
        return with_name(name, read);
    } catch (const usage_error& error) {
        throw usage_error(fmt::format("{}; --bytes counts the bytes of any file", error.what()));
    }
}

/// What the file says that it holds, or its bytes where that is nothing.
element_input elements_of(byte_input input, const reading& how) {
    if (is_bytes(input, how)) return element_input::open_as_bytes(std::move(input));
    const std::string name = input.name;
    return read_or_advise(name, [&] { return element_input::open(std::move(input), how); });
}

/// Below the histogram: what was decided and left out where the file was read.
void say_notes(section& view, const reading_notes& notes) {
    if (notes.missing != 0) view.notes.push_back(fmt::format("missing {}", notes.missing));
    if (notes.comments != 0) view.notes.push_back(fmt::format("comments {}", notes.comments));
    if (notes.ends_in_cr) view.notes.emplace_back("lines end in CR");
    view.warnings = warnings_of(notes);
}

struct counted_file {
    std::string type;
    reading_notes notes = {};
    std::vector<histogram> found = {};
};

/// What is no file and no table is counted as it comes, where its bins do not go by its elements.
std::optional<counted_file> count_stream(const histogram_options& given, ladders::library& calls, byte_input& input) {
    const reading how = given.how();
    const std::string name = input.name;
    const bool are_bytes = given.bytes || is_bytes(input, how);
    if (!are_bytes && read_or_advise(name, [&] { return is_table(input, how); })) return std::nullopt;
    const bool are_given = !given.bins.range.empty() || !given.bins.edges.empty();
    const auto known = are_bytes ? std::optional(ladders::element_type::u8) : how.raw_type;
    if (known ? !bins_of_type(given.bins, *known) : !are_given) return std::nullopt;
    if (!known && recognise(input.front).what == content::unknown && !name.ends_with(".npy")) {
        const reading_notes notes = read_or_advise(name, [&] { return notes_of_list(input); });
        text_histogram text = read_or_advise(name, [&] { return count_text(calls, input, given.bins); });
        if (!text.counted) throw usage_error(text.refused);
        return counted_file{std::string(ladders::name(text.type)), notes, {std::move(*text.counted)}};
    }
    std::optional<element_stream> from =
        are_bytes ? element_stream::raw(std::move(input), *known) : element_stream::take(input, how);
    if (!from) return std::nullopt;
    const std::optional<chosen_bins> bins = bins_of_type(given.bins, from->type());
    return with_name(name, [&] {
        return counted_file{std::string(from->stored().name), {}, {count_elements(calls, *from, *bins)}};
    });
}

int run(const histogram_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    const auto [device, calls] = library_for(given.device, "histogram");
    const reading how = given.how();
    if (given.bytes && how.raw_type) throw usage_error("--type says what the file is; leave out --bytes");

    byte_input input = given.bytes ? open_bytes(given.file) : open_unpacked(given.file);
    const std::string name = input.name;
    destination records(given.output.report_path());
    std::optional<destination> picture;
    if (!given.svg.empty() && peers.is_first()) picture.emplace(given.svg, "--svg");

    std::optional<counted_file> streamed;
    if (given.may_stream(input, device, peers) && (given.bytes || how.raw_type || !is_image(input.front)))
        streamed = count_stream(given, *calls, input);
    auto [type, notes, found] = streamed ? *streamed : counted_file{};
    if (streamed) {
        // it is counted
    } else if (!given.bytes && !how.raw_type && is_image(input.front)) {
        if (!peers.is_alone())
            throw usage_error(name + ": is an image, and only one process can read it; leave out the launcher");
        const raster image = read_image(std::move(input));
        type = ladders::name(image.type);
        found = count_channels(*calls, image, bins_of_samples(given.bins, image.type, image.peak));
    } else {
        const shared_elements elements(
            given.bytes ? element_input::open_as_bytes(std::move(input)) : elements_of(std::move(input), how), peers);
        type = elements.stored().name;
        notes = elements.notes();
        found.push_back(count_elements(*calls, elements, bins_of_elements(given.bins, elements)));
    }

    const std::string title = fmt::format("{}, on {}", name, device);
    section whole;
    report all;
    for (const histogram& counts : found) {
        add_notes(whole.records.emplace_back(to_record(device, type, counts)), notes);
        for (record& bin : bin_rows(counts)) whole.rows.push_back(std::move(bin));
    }
    all.push_back(std::move(whole));
    for (const histogram& counts : found) all.push_back(plot(counts, title, given.logarithmic));
    say_notes(all.back(), notes);
    if (picture) picture->write(picture_of(name, found, given.logarithmic));
    deliver(all, format, records);
    return exit_success;
}

}  // namespace

shared_action declare_histogram(command_line& options) {
    const auto given = std::make_shared<histogram_options>();
    declare_file(options, *given,
                 fmt::format("an image ({}), .npy, .npz, text, any file, or - for standard input", image_formats));
    options.add_flag("--bytes", given->bytes, "count the bytes of the file as it is stored, whatever it is");
    options.add("--bins", "N", given->bins.bins,
                "how many bins, 1 to 2^20, or a rule: sturges, fd (Freedman and Diaconis), auto (the more of both)");
    options.add("--range", "LOW,HIGH", given->bins.range, "even bins from LOW on, and below HIGH");
    options.add("--edges", "EDGES", given->bins.edges, "the bins' edges: a list, or a file of numbers");
    options.reads(given->bins.edges);
    options.add_flag("--log", given->logarithmic, "bars as long as the logarithms of the counts");
    options.add("--svg", "OUT.svg", given->svg, "draw it to this file as well");
    options.writes([given = given.get()] { return named_path{"--svg", given->svg}; });
    declare_report(options, given->output);
    options.footer(
        "An image gives a histogram of each channel, a .npy file or text a histogram of its numbers, and any other "
        "file a histogram of its bytes. Bins hold their lower edge but not their upper edge; the last bin holds both, "
        "except with --range. The default is 256 bins for bytes and images, else 64 bins from the least to the "
        "greatest finite element. Elements below, above, and NaN are counted apart. The file is read in pieces, so it "
        "may be larger than memory; images are held in it.");
    options.example("photo.png --svg histogram.svg", "each channel, drawn as well");
    options.example("data.npy --bins 20 --range 0,10", "20 bins from 0 on and below 10");
    return [given](ranks& peers) { return run(*given, peers); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
