// strider histogram FILE: how often which values stand in a file, or in each channel of an image.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <lab/commands.hpp>
#include <lab/histogram/bins.hpp>
#include <lab/histogram/count.hpp>
#include <lab/histogram/draw.hpp>
#include <lab/output/destination.hpp>
#include <lab/readers/npy.hpp>

namespace strider::lab {
namespace {

struct histogram_options : file_options {
    std::string as = "auto";
    bin_options bins;
    std::string svg;
    bool logarithmic = false;
};

bool is_numbers_name(std::string_view name) {
    return name.ends_with(".txt") || name.ends_with(".csv") || name.ends_with(".tsv");
}

int run(const histogram_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    const auto [device, calls] = library_for(given.device, "histogram");
    const reading how = given.how();
    if (given.as != "auto" && given.as != "bytes" && given.as != "text") {
        throw usage_error(fmt::format("--as \"{}\" is not known; it is one of: auto, bytes, text", given.as));
    }
    if (given.as != "auto" && how.raw_type) throw usage_error("--type says what the file is; leave out --as");

    std::string front;
    byte_input input = as_regular(open_bytes(given.file, image_front_bytes, front));
    const std::string name = input.name;
    destination records(given.output.report_path());
    std::optional<destination> picture;
    if (!given.svg.empty() && peers.is_first()) picture.emplace(given.svg, "--svg");

    std::vector<histogram> found;
    std::string type;
    if (given.as == "auto" && !how.raw_type && is_image(front)) {
        refuse_image(peers, name);
        const raster image = read_image(std::move(input));
        type = ladders::name(image.type);
        found = count_channels(*calls, image, bins_of_samples(given.bins, image.type, image.peak));
    } else {
        const bool numbers =
            how.raw_type || how.table.are_given() || given.as == "text" ||
            (given.as == "auto" && (front.starts_with(npy_magic) || name.ends_with(".npy") || is_numbers_name(name)));
        front.resize(std::min(front.size(), npy_magic.size()));
        const element_input elements = numbers ? element_input::open(std::move(input), front, how)
                                               : element_input::open_as_bytes(std::move(input));
        type = elements.stored().name;
        require_same_array(peers, elements);
        found.push_back(count_elements(*calls, elements, bins_of_elements(given.bins, elements, peers), peers));
    }

    const std::string title = fmt::format("{}, on {}", name, device);
    section whole;
    report all;
    for (const histogram& one : found) {
        whole.records.push_back(to_record(device, type, one));
        for (record& bin : bin_rows(one)) whole.rows.push_back(std::move(bin));
    }
    all.push_back(std::move(whole));
    for (const histogram& one : found) all.push_back(plot(one, title, given.logarithmic));
    if (picture) picture->write(picture_of(name, found, given.logarithmic));
    deliver(all, format, records);
    return exit_success;
}

}  // namespace

action declare_histogram(command_line& options) {
    const auto given = std::make_shared<histogram_options>();
    declare_file(options, *given, "an image, .npy, numbers as text, any file, or - for standard input");
    options.add("--as", "KIND", given->as, "what the file is: auto, bytes (of any file), text (numbers)");
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
        "Images (PNG, PGM, PPM) give one histogram a channel, .npy files and names that end in .txt, .csv or .tsv one "
        "of\n"
        "their numbers, and any other file one of its bytes. Even bins hold their lower edge and not their upper one; "
        "the\n"
        "last bin between given edges holds both. Left open: 256 bins for bytes and images; else 64 from the least to "
        "the\n"
        "greatest finite element. Elements below, above, and NaN are counted apart. The file is read in pieces, so it "
        "may\n"
        "be larger than memory; images are held in it.");
    return [given, &peers = options.peers()] { return run(*given, peers); };
}

}  // namespace strider::lab
