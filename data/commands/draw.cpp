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

    shown_bars(const histogram& counts, std::size_t most) : bars(merged(counts.bars, most)) {
        std::vector<record> numbers;
        for (const bar& drawn : bars) numbers.push_back(counts.edges[drawn.bin]);
        numbers.push_back(counts.edges.back());
        const auto written = [](int digits) {
            return [digits](const record& edge) {
                return edge.is_number_integer() ? edge.dump() : fmt::format("{:.{}g}", edge.get<double>(), digits);
            };
        };
        edges.resize(numbers.size());
        for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
            std::transform(numbers.begin(), numbers.end(), edges.begin(), written(digits));
            bool told_apart = true;
            for (std::size_t place = 1; place < edges.size(); ++place) {
                told_apart = told_apart && (edges[place] != edges[place - 1] || numbers[place] == numbers[place - 1]);
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

record to_record(std::string_view device, std::string_view type, const histogram& drawn) {
    record row = record_of("histogram");
    row["device"] = device;
    if (!drawn.channel.empty()) row["channel"] = drawn.channel;
    row["elements"] = drawn.elements;
    row["type"] = type;
    row["edges"] = drawn.edges;
    record& counts = row["counts"] = record::array();
    for (const bar& bin : drawn.bars) counts.push_back(bin.count);
    row["outside"] = drawn.others.below + drawn.others.above;
    row["below"] = drawn.others.below;
    row["above"] = drawn.others.above;
    row["nan"] = drawn.others.nan;
    return row;
}

std::vector<record> bin_rows(const histogram& counts) {
    std::vector<record> rows;
    const auto add = [&](const record& from, const record& to, std::uint64_t count) {
        record& row = rows.emplace_back();
        if (!counts.channel.empty()) row["channel"] = counts.channel;
        row["from"] = from;
        row["to"] = to;
        row["count"] = count;
    };
    if (counts.others.below != 0) add("-inf", counts.edges.front(), counts.others.below);
    for (const bar& bin : counts.bars) add(counts.edges[bin.bin], counts.edges[bin.bin + 1], bin.count);
    if (counts.others.above != 0) add(counts.edges.back(), "inf", counts.others.above);
    if (counts.others.nan != 0) add("nan", "nan", counts.others.nan);
    return rows;
}

section plot(const histogram& counts, const std::string& title, bool logarithmic) {
    constexpr unsigned width = 48;
    const shown_bars shown(counts, most_lines);
    const std::vector<bar>& bars = shown.bars;
    std::uint64_t greatest = 1;
    for (const bar& drawn : bars) greatest = std::max(greatest, height_of(drawn.count, logarithmic));
    section view;
    view.is_view = true;
    view.title = counts.channel.empty() ? title : fmt::format("{}: {}", title, counts.channel);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        view.records.push_back({{"from", shown.edges[i]},
                                {"to", shown.edges[i + 1]},
                                {"count", grouped(bars[i].count)},
                                {"bar", bar_text(height_of(bars[i].count, logarithmic), greatest, width)}});
    }
    const auto text = [](const char* field) { return [field](const record& row) { return text_at(row, field); }; };
    view.columns = {{"", "from", side::right, text("from")},
                    {"", "to", side::right, text("to")},
                    {"", "count", side::right, text("count")},
                    {"", logarithmic ? "by logarithm" : "", side::left, text("bar")}};
    view.notes.push_back(fmt::format("{} elements in {} bins; below {}, above {}, NaN {}", grouped(counts.elements),
                                     grouped(counts.bars.size()), grouped(counts.others.below),
                                     grouped(counts.others.above), grouped(counts.others.nan)));
    return view;
}

std::string picture_of(std::string_view title, const std::vector<histogram>& all, bool logarithmic) {
    std::vector<panel> panels;
    for (const histogram& counts : all) {
        const shown_bars shown(counts, most_lines);
        std::vector<bar> bars = counts.bars;
        for (bar& each : bars) each.count = height_of(each.count, logarithmic);
        panels.push_back(
            {(counts.channel.empty() ? fmt::format("{} elements", grouped(counts.elements)) : counts.channel) +
                 (logarithmic ? ", by logarithm" : ""),
             color_of(counts.channel), std::move(bars), shown.edges.front(), shown.edges.back()});
    }
    return svg_of(title, panels);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
