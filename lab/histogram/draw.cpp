#include <lab/histogram/draw.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <lab/output/numbers.hpp>

namespace strider::lab {
namespace {

std::string color_of(std::string_view channel) {
    if (channel == "red") return "#c0392b";
    if (channel == "green") return "#27ae60";
    if (channel == "blue") return "#2980b9";
    return "#555555";
}

}  // namespace

record to_record(std::string_view device, std::string_view type, const histogram& of) {
    record one;
    one["schema"] = record_schema;
    one["command"] = "histogram";
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
                                     grouped(of.bars.size()), grouped(of.others.below), grouped(of.others.above),
                                     grouped(of.others.nan)));
    return view;
}

std::string picture_of(std::string_view title, const std::vector<histogram>& all) {
    std::vector<panel> panels;
    for (const histogram& one : all) {
        panels.push_back({one.channel.empty() ? fmt::format("{} elements", grouped(one.elements)) : one.channel,
                          color_of(one.channel), one.bars});
    }
    return svg_of(title, panels);
}

}  // namespace strider::lab
