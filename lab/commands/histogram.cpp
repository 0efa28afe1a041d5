// strider histogram FILE: how often which values stand in a file, or in each channel of an image.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <lab/commands.hpp>
#include <lab/output/destination.hpp>
#include <lab/output/numbers.hpp>
#include <lab/output/plot.hpp>
#include <lab/policies.hpp>
#include <lab/readers/npy.hpp>
#include <lab/readers/pieces.hpp>
#include <lab/readers/raster.hpp>
#include <lab/readers/text.hpp>
#include <ladders/requests.hpp>
#include <strider/histogram.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr std::uint64_t usual_bins = 64;

struct histogram_options : file_options {
    std::string as = "auto";
    std::string bins, range, edges;
    std::string svg;
};

using ladders::edge_of;

/// Either `count` even bins [low, high), or bins between edges, of which the last one holds its upper edge too.
template <class Edge>
struct edged_bins {
    std::uint64_t count;
    Edge low, high;
    std::vector<Edge> edges;  ///< count + 1 of them; none where bins are even

    even_bins<Edge> even() const { return {count, low, high}; }
};
template <class T>
using bins_for = edged_bins<edge_of<T>>;

struct counted_bins {
    std::vector<std::uint64_t> counts;
    outside others = {};
};

__extension__ using wide_unsigned = unsigned __int128;

/// The library's call in a module.
template <class T>
outside count_in_bins(const module_policy& on, std::span<const T> elements, const bins_for<T>& bins,
                      std::vector<std::uint64_t>& counts) {
    const edge_of<T> range[] = {bins.low, bins.high};
    const ladders::bins_request asked{bins.count, bins.edges.empty() ? range : nullptr};
    std::vector<std::uint64_t> results(bins.count + sizeof(outside) / sizeof(std::uint64_t));
    ladders::arguments with;
    with.type = type_of<T>();
    with.elements = elements.size();
    with.input = elements.data();
    with.side_input = bins.edges.data();
    with.output = results.data();
    with.request = &asked;
    on.run("histogram", with,
           {elements.size_bytes(), results.size() * sizeof(std::uint64_t), bins.edges.size() * sizeof(edge_of<T>)});
    std::copy_n(results.begin(), bins.count, counts.begin());
    return {results[bins.count], results[bins.count + 1], results[bins.count + 2]};
}
template <class Policy, class T>
outside count_in_bins(Policy policy, std::span<const T> elements, const bins_for<T>& bins,
                      std::vector<std::uint64_t>& counts) {
    if (bins.edges.empty()) return strider::histogram(policy, elements, bins.even(), counts);
    return strider::histogram(policy, elements, bins.edges, counts);
}

/// Adds the elements to the counts.
template <class Policy, class T>
void count_elements(Policy policy, std::span<const T> elements, const bins_for<T>& bins, counted_bins& into) {
    std::vector<std::uint64_t> counts(bins.count);
    const outside others = count_in_bins(policy, elements, bins, counts);
    std::transform(counts.begin(), counts.end(), into.counts.begin(), into.counts.begin(), std::plus<>());
    into.others.below += others.below;
    into.others.above += others.above;
    into.others.nan += others.nan;
}

std::optional<std::uint64_t> bins_given(const histogram_options& given) {
    if (given.bins.empty()) return std::nullopt;
    std::uint64_t count = 0;
    const char* const end = given.bins.data() + given.bins.size();
    const auto [stop, error] = std::from_chars(given.bins.data(), end, count);
    if (error != std::errc{} || stop != end || count < 1 || count > most_bins) {
        throw usage_error(fmt::format("--bins \"{}\" is no number from 1 to {}", given.bins, most_bins));
    }
    return count;
}

/// Numbers as the user wrote them, as text_parser takes them. Integers stay exact.
struct number_list {
    bool integers;
    std::vector<std::uint64_t> words;

    double real(std::size_t at) const {
        return integers ? static_cast<double>(static_cast<std::int64_t>(words[at])) : std::bit_cast<double>(words[at]);
    }
};

number_list parse_list(std::string_view option, std::string_view text) {
    text_parser parser;
    try {
        parser.feed(text);
        parser.finish();
    } catch (const usage_error& error) {
        throw usage_error(fmt::format("{}: {}", option, error.what()));
    }
    return {parser.integers(), parser.take()};
}

/// The number as an edge: of integers, the least one that is not below it (`up`), or the greatest that is not above it.
template <class Edge>
Edge edge_at(const number_list& list, std::size_t at, bool up, std::string_view option) {
    if constexpr (std::is_floating_point_v<Edge>) {
        const auto value = static_cast<Edge>(list.real(at));
        if (!std::isfinite(value))
            throw usage_error(fmt::format("{}: edges are finite numbers of the elements' type", option));
        return value;
    } else {
        if (list.integers) {
            const auto value = static_cast<std::int64_t>(list.words[at]);
            return std::is_unsigned_v<Edge> && value < 0 ? Edge(0) : static_cast<Edge>(value);
        }
        const double value = up ? std::ceil(list.real(at)) : std::floor(list.real(at));
        constexpr double least = static_cast<double>(std::numeric_limits<Edge>::lowest());
        constexpr double beyond = static_cast<double>(std::numeric_limits<Edge>::max());  // rounded up to 2^63 or 2^64
        if (!(value >= least && value < beyond)) {
            throw usage_error(fmt::format("{}: {} is no edge for integers of 64 bits", option, list.real(at)));
        }
        return static_cast<Edge>(value);
    }
}

template <class Edge>
edged_bins<Edge> bins_between(const number_list& list, std::string_view option) {
    const std::size_t size = list.words.size();
    if (size < 2 || size > most_bins + 1) {
        throw usage_error(
            fmt::format("{}: {} edges; 2 or more make a bin, and {} are the most", option, size, most_bins + 1));
    }
    edged_bins<Edge> bins{size - 1, {}, {}, {}};
    for (std::size_t at = 0; at < size; ++at) {
        if (at != 0 && !(list.real(at - 1) < list.real(at))) {
            throw usage_error(fmt::format("{}: edge {} is not above the one before it", option, at));
        }
        bins.edges.push_back(edge_at<Edge>(list, at, at + 1 != size, option));
    }
    // Fractions between two integers, of integers, make bins that hold nothing: also an order of their own.
    bins.edges.back() = std::max(bins.edges.back(), bins.edges[size - 2]);
    return bins;
}

template <class T>
bins_for<T> even_bins_given(const histogram_options& given, std::uint64_t count) {
    const number_list list = parse_list("--range", given.range);
    if (list.words.size() != 2) throw usage_error("--range: give two numbers, LOW,HIGH");
    if (std::is_integral_v<T> && !list.integers) {
        throw usage_error("--range: the elements are integers; give two integers, or --edges");
    }
    using edge = edge_of<T>;
    const bins_for<T> bins{count, edge_at<edge>(list, 0, true, "--range"), edge_at<edge>(list, 1, true, "--range"), {}};
    if (!(bins.low < bins.high)) throw usage_error("--range: the first number must be below the second");
    try {
        static_cast<void>(binning::rule_of<T>(bins.even()));  // the library says which bins elements can have
    } catch (const std::invalid_argument& refused) {
        throw usage_error(fmt::format("--range: {}", refused.what()));
    }
    return bins;
}

/// Bins of one width from the least to the greatest finite element, both included.
template <class T>
bins_for<T> bins_of_extremes(T least, T greatest, std::optional<std::uint64_t> asked) {
    if constexpr (std::is_floating_point_v<T>) {
        // As NumPy has them: edges, of which the last one is in its bin.
        double low = least, high = greatest;
        if (low == high) {
            low -= 0.5;
            high += 0.5;
        }
        if (!std::isfinite(high - low)) {
            throw usage_error("the elements' range is too wide to be divided; give --range or --edges");
        }
        const std::uint64_t count = asked.value_or(usual_bins);
        bins_for<T> bins{count, {}, {}, {}};
        const double width = (high - low) / static_cast<double>(count);
        for (std::uint64_t bin = 0; bin < count; ++bin) {
            bins.edges.push_back(static_cast<T>(low + static_cast<double>(bin) * width));
        }
        bins.edges.push_back(static_cast<T>(high));
        return bins;
    } else {
        using edge = edge_of<T>;
        // Even bins of elements of up to 4 bytes are at most 2^32 values.
        constexpr std::uint64_t longest = sizeof(T) <= 4 ? std::uint64_t{1} << 32 : ~std::uint64_t{0};
        constexpr edge most = std::numeric_limits<edge>::max();
        const auto low = static_cast<edge>(least);
        const std::uint64_t last = static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(low);  // offset
        // Bins of as many whole numbers each, as few as cover all.
        const std::uint64_t wanted = asked.value_or(std::min(usual_bins - 1, last) + 1);
        const std::uint64_t width = last / wanted + 1;
        const std::uint64_t count = asked ? wanted : last / width + 1;
        const wide_unsigned end = static_cast<wide_unsigned>(width) * count;
        if (end <= std::min(longest, static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(low))) {
            return {
                count, low, static_cast<edge>(static_cast<std::uint64_t>(low) + static_cast<std::uint64_t>(end)), {}};
        }
        // The end is beyond that: edges, of which the last one is in its bin.
        bins_for<T> bins{count, {}, {}, {}};
        for (std::uint64_t bin = 0; bin < count; ++bin) {
            const std::uint64_t offset = std::min(width * bin, last);
            bins.edges.push_back(static_cast<edge>(static_cast<std::uint64_t>(low) + offset));
        }
        bins.edges.push_back(static_cast<edge>(greatest));
        return bins;
    }
}

/// The least and the greatest finite element; nothing where there is none.
template <class T>
std::optional<std::pair<T, T>> extremes_of(const element_input& input) {
    std::optional<std::pair<T, T>> found;
    for_each_piece(input, 1, [&](std::uint64_t, const void* data, std::uint64_t count) {
        const T* const values = static_cast<const T*>(data);
        for (std::uint64_t at = 0; at < count; ++at) {
            if constexpr (std::is_floating_point_v<T>) {
                if (!std::isfinite(values[at])) continue;
            }
            if (!found) found = {values[at], values[at]};
            found->first = std::min(found->first, values[at]);
            found->second = std::max(found->second, values[at]);
        }
    });
    return found;
}

/// What --edges names: a list, or a file of numbers.
struct given_edges {
    number_list list;
    std::string source;  ///< for messages
};

given_edges edges_given(const std::string& option) {
    std::error_code none;
    if (!std::filesystem::exists(option, none)) return {parse_list("--edges", option), "--edges"};
    const element_input file = element_input::open(option, {});
    if (file.elements() > most_bins + 1) {
        throw usage_error(fmt::format("{}: {} edges; {} are the most", file.name(), file.elements(), most_bins + 1));
    }
    number_list list{true, {}};
    ladders::with_type(file.type(), [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> values(file.elements());
        file.read(0, file.elements(), values.data());
        list.integers = std::is_integral_v<T>;
        for (const T value : values) {
            if constexpr (std::is_integral_v<T>)
                list.words.push_back(static_cast<std::uint64_t>(value));
            else
                list.words.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
        }
    });
    return {std::move(list), file.name()};
}

/// Bins as the options say; `usual(asked)` where they leave them open.
template <class T, class Usual>
bins_for<T> choose_bins(const histogram_options& given, std::uint64_t usual_count, Usual usual) {
    const std::optional<std::uint64_t> asked = bins_given(given);
    if (given.edges.empty()) {
        return given.range.empty() ? usual(asked) : even_bins_given<T>(given, asked.value_or(usual_count));
    }
    if (asked || !given.range.empty())
        throw usage_error("--edges say all about the bins; leave out --bins and --range");
    const given_edges edges = edges_given(given.edges);
    return bins_between<edge_of<T>>(edges.list, edges.source);
}

/// One channel's histogram, its edges as numbers and as records hold them.
struct histogram {
    std::string channel;
    std::uint64_t elements;
    record edges = record::array();
    std::vector<bar> bars;
    counted_bins counted;
};

template <class Edge>
histogram described(const edged_bins<Edge>& bins, counted_bins counted, std::string channel, std::uint64_t elements) {
    histogram found{std::move(channel), elements, record::array(), {}, std::move(counted)};
    std::vector<double> edges;
    const auto add = [&](auto edge) {
        edges.push_back(static_cast<double>(edge));
        found.edges.push_back(value_record(edge));
    };
    if (!bins.edges.empty()) {
        for (const auto edge : bins.edges) add(edge);
    } else {
        for (std::uint64_t bin = 0; bin <= bins.count; ++bin) {
            if constexpr (std::is_integral_v<Edge>) {
                const std::uint64_t length =
                    static_cast<std::uint64_t>(bins.high) - static_cast<std::uint64_t>(bins.low);
                const std::uint64_t width = length / bins.count;
                if (length % bins.count == 0) {
                    add(static_cast<Edge>(static_cast<std::uint64_t>(bins.low) + width * bin));
                    continue;
                }
            }
            const double low = static_cast<double>(bins.low), high = static_cast<double>(bins.high);
            const double share = static_cast<double>(bin) / static_cast<double>(bins.count);
            add(bin == bins.count ? high : low + (high - low) * share);
        }
    }
    for (std::uint64_t bin = 0; bin < bins.count; ++bin) {
        found.bars.push_back({edges[bin], edges[bin + 1], found.counted.counts[bin]});
    }
    return found;
}

/// All values of a type of one byte are 256 bins; the bins of an image are its values, 256 at most.
template <class T>
bins_for<T> bins_of_values(std::int64_t low, std::int64_t high, std::optional<std::uint64_t> asked) {
    const auto count = asked.value_or(std::min<std::uint64_t>(256, static_cast<std::uint64_t>(high - low)));
    return {count, static_cast<edge_of<T>>(low), static_cast<edge_of<T>>(high), {}};
}

histogram of_elements(std::string_view device, const histogram_options& given, const element_input& input) {
    progress said;
    return ladders::with_type(input.type(), [&](auto zero) {
        using T = decltype(zero);
        const bins_for<T> bins =
            choose_bins<T>(given, sizeof(T) == 1 ? 256 : usual_bins, [&](auto asked) -> bins_for<T> {
                if constexpr (sizeof(T) == 1) {
                    return bins_of_values<T>(std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max() + 1,
                                             asked);
                } else {
                    const auto extremes = extremes_of<T>(input);
                    if (!extremes)
                        return {asked.value_or(usual_bins), 0, static_cast<edge_of<T>>(asked.value_or(usual_bins)), {}};
                    return bins_of_extremes(extremes->first, extremes->second, asked);
                }
            });
        counted_bins counted;
        counted.counts.resize(bins.count);
        for_each_piece(input, 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
            said.say_share(first, input.elements());
            with_policy(device, [&](auto policy) {
                count_elements(policy, std::span(static_cast<const T*>(data), count), bins, counted);
            });
        });
        return described(bins, std::move(counted), "", input.elements());
    });
}

template <class T>
std::vector<histogram> of_channels(std::string_view device, const histogram_options& given, const raster& image) {
    constexpr std::string_view names[] = {"red", "green", "blue", "alpha"};
    const bins_for<T> bins = choose_bins<T>(given, std::min(256u, image.peak + 1), [&](auto asked) {
        return bins_of_values<T>(0, std::int64_t{image.peak} + 1, asked);
    });
    std::vector<histogram> found;
    std::vector<T> plane(image.rows * image.columns);
    for (unsigned channel = 0; channel < image.channels; ++channel) {
        const T* const samples = image.as<T>() + channel;
        for (std::uint64_t at = 0; at < plane.size(); ++at) plane[at] = samples[at * image.channels];
        counted_bins counted;
        counted.counts.resize(bins.count);
        with_policy(device, [&](auto policy) { count_elements(policy, std::span<const T>(plane), bins, counted); });
        found.push_back(described(bins, std::move(counted), std::string(image.channels == 1 ? "gray" : names[channel]),
                                  plane.size()));
    }
    return found;
}

record to_record(std::string_view device, std::string_view type, const histogram& of) {
    record one;
    one["schema"] = record_schema;
    one["command"] = "histogram";
    one["device"] = device;
    if (!of.channel.empty()) one["channel"] = of.channel;
    one["elements"] = of.elements;
    one["type"] = type;
    one["edges"] = of.edges;
    one["counts"] = of.counted.counts;
    const outside& others = of.counted.others;
    one["outside"] = others.below + others.above;
    one["below"] = others.below;
    one["above"] = others.above;
    one["nan"] = others.nan;
    return one;
}

/// A line a bin, or a few of them together where there are many.
section plot(const histogram& of, const std::string& title) {
    constexpr std::size_t most_lines = 32;
    constexpr unsigned width = 48;
    const std::vector<bar> bars = merged(of.bars, most_lines);
    std::uint64_t greatest = 1;
    for (const bar& one : bars) greatest = std::max(greatest, one.count);
    section view;
    view.is_view = true;
    view.title = of.channel.empty() ? title : fmt::format("{}: {}", title, of.channel);
    for (const bar& one : bars) {
        view.records.push_back(
            {{"from", one.low}, {"to", one.high}, {"count", one.count}, {"bar", bar_text(one.count, greatest, width)}});
    }
    const auto edge = [](const char* field) {
        return [field](const record& row) { return fmt::format("{:.6g}", row[field].template get<double>()); };
    };
    view.columns = {
        {"", "from", side::right, edge("from")},
        {"", "to", side::right, edge("to")},
        {"", "count", side::right, [](const record& row) { return grouped(row["count"].get<std::uint64_t>()); }},
        {"", "", side::left, [](const record& row) { return text_at(row, "bar"); }}};
    view.notes.push_back(fmt::format("{} elements in {} bins; below {}, above {}, NaN {}", grouped(of.elements),
                                     grouped(of.bars.size()), grouped(of.counted.others.below),
                                     grouped(of.counted.others.above), grouped(of.counted.others.nan)));
    return view;
}

std::string color_of(std::string_view channel) {
    if (channel == "red") return "#c0392b";
    if (channel == "green") return "#27ae60";
    if (channel == "blue") return "#2980b9";
    return "#555555";
}

bool is_numbers_name(std::string_view name) {
    return name.ends_with(".txt") || name.ends_with(".csv") || name.ends_with(".tsv");
}

int run(const histogram_options& given) {
    const output_format& format = format_named(given.output.format);
    const std::string_view device = file_device(given.device);
    const auto raw_type = given.raw_type();
    if (given.as != "auto" && given.as != "bytes" && given.as != "text") {
        throw usage_error(fmt::format("--as \"{}\" is not known; it is one of: auto, bytes, text", given.as));
    }
    if (given.as != "auto" && raw_type) throw usage_error("--type says what the file is; leave out --as");

    std::string front;
    byte_input input = as_regular(open_bytes(given.file, image_front_bytes, front));
    const std::string name = input.name;
    destination records(given.output.file);
    std::optional<destination> picture;
    if (!given.svg.empty()) picture.emplace(given.svg, "--svg");

    std::vector<histogram> found;
    std::string type;
    if (given.as == "auto" && !raw_type && is_image(front)) {
        const raster image = read_image(std::move(input));
        type = ladders::name(image.type);
        found = image.type == element_type::u8 ? of_channels<std::uint8_t>(device, given, image)
                                               : of_channels<std::uint16_t>(device, given, image);
    } else {
        const bool numbers =
            raw_type || given.as == "text" ||
            (given.as == "auto" && (front.starts_with(npy_magic) || name.ends_with(".npy") || is_numbers_name(name)));
        front.resize(std::min(front.size(), npy_magic.size()));
        const element_input elements = numbers ? element_input::open(std::move(input), front, raw_type)
                                               : element_input::open_as_bytes(std::move(input));
        type = elements.type_name();
        found.push_back(of_elements(device, given, elements));
    }

    const std::string title = fmt::format("{}, on {}", name, device);
    section whole;
    report all;
    for (const histogram& one : found) whole.records.push_back(to_record(device, type, one));
    all.push_back(std::move(whole));
    for (const histogram& one : found) all.push_back(plot(one, title));
    if (picture) {
        std::vector<panel> panels;
        for (const histogram& one : found) {
            panels.push_back({one.channel.empty() ? fmt::format("{} elements", grouped(one.elements)) : one.channel,
                              color_of(one.channel), one.bars});
        }
        picture->write(svg_of(name, panels));
    }
    deliver(all, format, records);
    return exit_success;
}

}  // namespace

action declare_histogram(command_line& options) {
    const auto given = std::make_shared<histogram_options>();
    declare_file(options, *given, "an image, .npy, numbers as text, any file, or - for standard input");
    options.add("--as", "KIND", given->as, "what the file is: auto, bytes (of any file), text (numbers)");
    options.add("--bins", "N", given->bins, "how many bins, 1 to 2^20");
    options.add("--range", "LOW,HIGH", given->range, "even bins from LOW on, and below HIGH");
    options.add("--edges", "EDGES", given->edges, "the bins' edges: a list, or a file of numbers");
    options.add("--svg", "OUT.svg", given->svg, "draw it to this file as well");
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
    return [given] { return run(*given); };
}

}  // namespace strider::lab
