#include <data/commands/draw.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lab/base/numbers.hpp>

namespace strider::lab {
namespace {

std::string color_of(std::string_view channel) {
    if (channel == "red") return "#c0392b";
    if (channel == "green") return "#27ae60";
    if (channel == "blue") return "#2980b9";
    return "#555555";
}

/// At most `most` bars, and the texts of their edges with as many digits as tell neighbours apart: integers in full.
struct shown_bars {
    std::vector<bar> bars;
    std::vector<std::string> edges;

    shown_bars(const histogram& of, std::size_t most) : bars(merged(of.bars, most)) {
        std::vector<record> numbers;
        for (const bar& one : bars) numbers.push_back(of.edges[one.bin]);
        numbers.push_back(of.edges.back());
        const auto written = [](int digits) {
            return [digits](const record& edge) {
                return edge.is_number_integer() ? edge.dump() : fmt::format("{:.{}g}", edge.get<double>(), digits);
            };
        };
        edges.resize(numbers.size());
        for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
            std::transform(numbers.begin(), numbers.end(), edges.begin(), written(digits));
            bool told_apart = true;
            for (std::size_t at = 1; at < edges.size(); ++at) {
                told_apart = told_apart && (edges[at] != edges[at - 1] || numbers[at] == numbers[at - 1]);
            }
            if (told_apart) break;
        }
    }
};

constexpr std::size_t most_lines = 32;

/// What a bar is drawn for: the count, or its logarithm, in units that whole numbers tell apart.
std::uint64_t height_of(std::uint64_t count, bool logarithmic) {
    return logarithmic ? static_cast<std::uint64_t>(std::llround(1e6 * std::log2(1 + static_cast<double>(count))))
                       : count;
}

}  // namespace

record to_record(std::string_view device, std::string_view type, const histogram& of) {
    record one = record_of("histogram");
    one["device"] = device;
    if (!of.channel.empty()) one["channel"] = of.channel;
    one["elements"] = of.elements;
    one["type"] = type;
    one["edges"] = of.edges;
    record& counts = one["counts"] = record::array();
    for (const bar& bin : of.bars) counts.push_back(bin.count);
    one["outside"] = of.others.below + of.others.above;
    one["below"] = of.others.below;
    one["above"] = of.others.above;
    one["nan"] = of.others.nan;
    return one;
}

std::vector<record> bin_rows(const histogram& of) {
    std::vector<record> rows;
    const auto add = [&](const record& from, const record& to, std::uint64_t count) {
        record& row = rows.emplace_back();
        if (!of.channel.empty()) row["channel"] = of.channel;
        row["from"] = from;
        row["to"] = to;
        row["count"] = count;
    };
    if (of.others.below != 0) add("-inf", of.edges.front(), of.others.below);
    for (const bar& bin : of.bars) add(of.edges[bin.bin], of.edges[bin.bin + 1], bin.count);
    if (of.others.above != 0) add(of.edges.back(), "inf", of.others.above);
    if (of.others.nan != 0) add("nan", "nan", of.others.nan);
    return rows;
}

section plot(const histogram& of, const std::string& title, bool logarithmic) {
    constexpr unsigned width = 48;
    const shown_bars shown(of, most_lines);
    const std::vector<bar>& bars = shown.bars;
    std::uint64_t greatest = 1;
    for (const bar& one : bars) greatest = std::max(greatest, height_of(one.count, logarithmic));
    section view;
    view.is_view = true;
    view.title = of.channel.empty() ? title : fmt::format("{}: {}", title, of.channel);
    for (std::size_t at = 0; at < bars.size(); ++at) {
        view.records.push_back({{"from", shown.edges[at]},
                                {"to", shown.edges[at + 1]},
                                {"count", grouped(bars[at].count)},
                                {"bar", bar_text(height_of(bars[at].count, logarithmic), greatest, width)}});
    }
    const auto text = [](const char* field) { return [field](const record& row) { return text_at(row, field); }; };
    view.columns = {{"", "from", side::right, text("from")},
                    {"", "to", side::right, text("to")},
                    {"", "count", side::right, text("count")},
                    {"", logarithmic ? "by logarithm" : "", side::left, text("bar")}};
    view.notes.push_back(fmt::format("{} elements in {} bins; below {}, above {}, NaN {}", grouped(of.elements),
                                     grouped(of.bars.size()), grouped(of.others.below), grouped(of.others.above),
                                     grouped(of.others.nan)));
    return view;
}

std::string picture_of(std::string_view title, const std::vector<histogram>& all, bool logarithmic) {
    std::vector<panel> panels;
    for (const histogram& one : all) {
        const shown_bars shown(one, most_lines);
        std::vector<bar> bars = one.bars;
        for (bar& each : bars) each.count = height_of(each.count, logarithmic);
        panels.push_back({(one.channel.empty() ? fmt::format("{} elements", grouped(one.elements)) : one.channel) +
                              (logarithmic ? ", by logarithm" : ""),
                          color_of(one.channel), std::move(bars), shown.edges.front(), shown.edges.back()});
    }
    return svg_of(title, panels);
}

}  // namespace strider::lab
