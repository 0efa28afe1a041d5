#include <data/calls/bins.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <data/calls/quantiles.hpp>
#include <data/calls/wide.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>
#include <ladders/library.hpp>
#include <strider/pattern/bins.hpp>

namespace strider::lab {
namespace {

using ladders::edge_of, ladders::element_type;

constexpr std::uint64_t usual_bins = 64;

using binning::wide_signed, binning::wide_unsigned;

template <class T>
using bins_for = edged_bins<edge_of<T>>;

/// The rules that --bins can name instead of a number.
constexpr std::string_view rules[] = {"auto", "sturges", "fd"};

bool names_a_rule(const bin_options& given) {
    return std::ranges::find(rules, std::string_view(given.bins)) != std::end(rules);
}

std::optional<std::uint64_t> bins_given(const bin_options& given) {
    if (given.bins.empty()) return std::nullopt;
    if (names_a_rule(given)) {
        throw usage_error(fmt::format(
            "--bins {} depends on the elements; give a number with --range, --edges or an image", given.bins));
    }
    std::uint64_t count = 0;
    const char* const end = given.bins.data() + given.bins.size();
    const auto [stop, error] = std::from_chars(given.bins.data(), end, count);
    if (error != std::errc{} || stop != end || count < 1 || count > most_bins) {
        throw usage_error(
            fmt::format("--bins \"{}\" is not a number from 1 to {}, nor one of the rules auto, sturges and fd",
                        given.bins, most_bins));
    }
    return count;
}

/// Numbers as the user wrote them, as text_parser takes them. Integers stay exact.
struct number_list {
    element_type type;  ///< i64, u64 or f64
    std::vector<std::uint64_t> words;

    bool integers() const { return type != element_type::f64; }
    double real(std::size_t place) const {
        return integers() ? static_cast<double>(integer(place)) : std::bit_cast<double>(words[place]);
    }
    wide_signed integer(std::size_t place) const {
        return type == element_type::i64 ? wide_signed{static_cast<std::int64_t>(words[place])}
                                         : wide_signed{words[place]};
    }
    /// Whether number `place` is above the one before it.
    bool ascends(std::size_t place) const {
        return integers() ? integer(place - 1) < integer(place) : real(place - 1) < real(place);
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
    text_numbers numbers = parser.take();
    return {numbers.type(), std::move(numbers.words)};
}

/// The number as an edge: of integers, the least one that is not below it (`up`), or the greatest that is not above it.
template <class Edge>
Edge edge_at(const number_list& list, std::size_t place, bool up, std::string_view option) {
    if constexpr (std::is_floating_point_v<Edge>) {
        const auto value = static_cast<Edge>(list.real(place));
        if (!std::isfinite(value))
            throw usage_error(fmt::format("{}: edges are finite numbers of the elements' type", option));
        return value;
    } else {
        if (list.integers()) {
            const wide_signed value = list.integer(place);
            if (std::is_unsigned_v<Edge> && value < 0) return Edge(0);
            if (value <= std::numeric_limits<Edge>::max()) return static_cast<Edge>(value);
            throw usage_error(fmt::format("{}: {} does not fit in i64, the type of these edges", option, value));
        }
        const double value = up ? std::ceil(list.real(place)) : std::floor(list.real(place));
        constexpr double least = static_cast<double>(std::numeric_limits<Edge>::lowest());
        constexpr double beyond = static_cast<double>(std::numeric_limits<Edge>::max());  // rounded up to 2^63 or 2^64
        if (!(value >= least && value < beyond)) {
            throw usage_error(
                fmt::format("{}: {} cannot be an edge for integers of 64 bits", option, list.real(place)));
        }
        return static_cast<Edge>(value);
    }
}

template <class Edge>
edged_bins<Edge> bins_between(const number_list& list, std::string_view option) {
    const std::size_t size = list.words.size();
    if (size < 2 || size > most_bins + 1) {
        throw usage_error(fmt::format("{}: {} edges; give 2 to {}", option, size, most_bins + 1));
    }
    edged_bins<Edge> bins{size - 1, {}, {}, {}};
    for (std::size_t i = 0; i < size; ++i) {
        if (i != 0 && !list.ascends(i)) {
            throw usage_error(fmt::format("{}: edge {} is not above the one before it", option, i));
        }
        bins.edges.push_back(edge_at<Edge>(list, i, i + 1 != size, option));
    }
    // Fractions between two integers, of integers, make bins that hold nothing: also an order of their own.
    bins.edges.back() = std::max(bins.edges.back(), bins.edges[size - 2]);
    return bins;
}

template <class T>
bins_for<T> even_bins_given(const bin_options& given, std::uint64_t count) {
    const number_list list = parse_list("--range", given.range);
    if (list.words.size() != 2) throw usage_error("--range: give two numbers, LOW,HIGH");
    if (std::is_integral_v<T> && !list.integers()) {
        throw usage_error("--range: the elements are integers; give two integers, or --edges");
    }
    using edge = edge_of<T>;
    const bins_for<T> bins{count, edge_at<edge>(list, 0, true, "--range"), edge_at<edge>(list, 1, true, "--range"), {}};
    if (!(bins.low < bins.high)) throw usage_error("--range: the first number must be below the second");
    try {
        static_cast<void>(binning::rule_of<T>(
            even_bins<edge>{count, bins.low, bins.high}));  // the library says which bins elements can have
    } catch (const std::invalid_argument& refused) {
        throw usage_error(fmt::format("--range: {}", refused.what()));
    }
    return bins;
}

/// Bins of one width from the least to the greatest finite element, both included: as many as `asked`, or about
/// `usual`.
template <class T>
bins_for<T> bins_of_extremes(T least, T greatest, std::optional<std::uint64_t> asked, std::uint64_t usual) {
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
        const std::uint64_t count = asked.value_or(usual);
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
        const std::uint64_t wanted = asked.value_or(std::min(usual - 1, last) + 1);
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
std::optional<std::pair<T, T>> extremes_of(const shared_elements& input) {
    std::optional<std::pair<T, T>> found;
    const auto add = [&](T least, T greatest) {
        found = found ? std::pair(std::min(found->first, least), std::max(found->second, greatest))
                      : std::pair(least, greatest);
    };
    input.for_each_piece(input.mine(), 1, [&](std::uint64_t, const void* data, std::uint64_t count) {
        const T* const values = static_cast<const T*>(data);
        for (std::uint64_t i = 0; i < count; ++i) {
            if constexpr (std::is_floating_point_v<T>) {
                if (!std::isfinite(values[i])) continue;
            }
            add(values[i], values[i]);
        }
    });
    std::vector<T> mine;
    if (found) mine = {found->first, found->second};
    const std::vector<T> all = input.peers().gather_arrays(mine);
    for (std::size_t i = 0; i < all.size(); i += 2) add(all[i], all[i + 1]);
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
    const element_input file = element_input::open(option);
    if (file.elements() > most_bins + 1) {
        throw usage_error(fmt::format("{}: {} edges; {} are the most", file.name(), file.elements(), most_bins + 1));
    }
    number_list list{type_of_sums(file.type(), element_type::f64), {}};
    ladders::with_type(file.type(), [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> values(file.elements());
        file.read(0, file.elements(), values.data());
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
bins_for<T> choose_bins(const bin_options& given, std::uint64_t usual_count, Usual usual) {
    const std::optional<std::uint64_t> asked = bins_given(given);
    if (given.edges.empty()) {
        return given.range.empty() ? usual(asked) : even_bins_given<T>(given, asked.value_or(usual_count));
    }
    if (asked || !given.range.empty())
        throw usage_error("--edges already define the bins; leave out --bins and --range");
    const given_edges edges = edges_given(given.edges);
    return bins_between<edge_of<T>>(edges.list, edges.source);
}

/// All values of a type of one byte are 256 bins; the bins of an image are its values, 256 at most.
template <class T>
bins_for<T> bins_of_values(std::int64_t low, std::int64_t high, std::optional<std::uint64_t> asked) {
    const auto count = asked.value_or(std::min<std::uint64_t>(256, static_cast<std::uint64_t>(high - low)));
    return {count, static_cast<edge_of<T>>(low), static_cast<edge_of<T>>(high), {}};
}

/// How many bins a rule makes of the elements, which lie from `least` to `greatest`: Sturges' one more than the binary
/// logarithm of their number; Freedman and Diaconis' of twice the interquartile range by the cube root of their number;
/// "auto" the greater of the two.
std::uint64_t bins_by_rule(std::string_view rule, const shared_elements& input, double least, double greatest) {
    const auto elements = static_cast<double>(input.elements());
    const double sturges = std::ceil(std::log2(elements)) + 1;
    if (rule == "sturges") return static_cast<std::uint64_t>(sturges);
    constexpr double quartiles[] = {.25, .75};
    const std::vector<record> found = quantiles(input, quartiles);
    const double range =
        found[1].is_number() && found[0].is_number() ? found[1].get<double>() - found[0].get<double>() : 0;
    const double count = std::ceil((greatest - least) / (2 * range / std::cbrt(elements)));
    const double least_count = rule == "auto" ? sturges : 1;
    return static_cast<std::uint64_t>(std::isfinite(count) ? std::clamp(count, least_count, double{most_bins})
                                                           : least_count);
}

/// By the extremes of the elements: 0 and 1 where there are none.
template <class T>
bins_for<T> bins_by_extremes(const bin_options& given, const shared_elements& input) {
    const auto [least, greatest] = extremes_of<T>(input).value_or(std::pair(T{0}, T{1}));
    const std::uint64_t usual =
        bins_by_rule(given.bins, input, static_cast<double>(least), static_cast<double>(greatest));
    return bins_of_extremes(least, greatest, std::nullopt, usual);
}

}  // namespace

std::optional<chosen_bins> bins_of_type(const bin_options& given, element_type type) {
    return ladders::with_type(type, [&](auto zero) -> std::optional<chosen_bins> {
        using T = decltype(zero);
        if constexpr (sizeof(T) == 1) {
            if (given.range.empty() && given.edges.empty() && names_a_rule(given)) return std::nullopt;
            return choose_bins<T>(given, 256, [](auto asked) {
                return bins_of_values<T>(std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max() + 1, asked);
            });
        } else {
            if (given.range.empty() && given.edges.empty()) return std::nullopt;
            return choose_bins<T>(given, usual_bins, [](auto) -> bins_for<T> {
                throw std::logic_error("bins_of_type: the bins are given");
            });
        }
    });
}

chosen_bins bins_of_elements(const bin_options& given, const shared_elements& input) {
    if (std::optional<chosen_bins> bins = bins_of_type(given, input.type())) return std::move(*bins);
    return ladders::with_type(input.type(), [&](auto zero) -> chosen_bins {
        using T = decltype(zero);
        if (names_a_rule(given) && input.elements() != 0) return bins_by_extremes<T>(given, input);
        const std::optional<std::uint64_t> asked = bins_given(given);
        const auto extremes = extremes_of<T>(input);
        if (extremes) return bins_of_extremes(extremes->first, extremes->second, asked, usual_bins);
        const std::uint64_t count = asked.value_or(usual_bins);
        return bins_for<T>{count, 0, static_cast<edge_of<T>>(count), {}};
    });
}

chosen_bins bins_of_samples(const bin_options& given, ladders::element_type type, unsigned peak) {
    const auto choose = [&]<class T>(T) -> chosen_bins {
        return choose_bins<T>(given, std::min(256u, peak + 1),
                              [&](auto asked) { return bins_of_values<T>(0, std::int64_t{peak} + 1, asked); });
    };
    return type == ladders::element_type::u8 ? choose(std::uint8_t{}) : choose(std::uint16_t{});
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
