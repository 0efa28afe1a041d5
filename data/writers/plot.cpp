#include <data/writers/plot.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <lab/base/output/html.hpp>

namespace strider::lab {
namespace {

std::uint64_t greatest_of(const std::vector<bar>& bars) {
    std::uint64_t greatest = 1;
    for (const bar& drawn : bars) greatest = std::max(greatest, drawn.count);
    return greatest;
}

}  // namespace

std::vector<bar> merged(const std::vector<bar>& bars, std::size_t most) {
    const std::size_t together = (bars.size() + most - 1) / most;
    std::vector<bar> fewer;
    for (std::size_t first = 0; first < bars.size(); first += together) {
        const std::size_t end = std::min(first + together, bars.size());
        bar drawn{bars[first].low, bars[end - 1].high, 0, bars[first].bin};
        for (std::size_t place = first; place < end; ++place) drawn.count += bars[place].count;
        fewer.push_back(drawn);
    }
    return fewer;
}

std::string bar_text(std::uint64_t count, std::uint64_t greatest, unsigned width) {
    constexpr std::string_view parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (count == 0) return {};
    const double share = static_cast<double>(count) / static_cast<double>(greatest);
    const auto eighths = std::max(1u, static_cast<unsigned>(share * width * 8 + 0.5));
    std::string text;
    for (unsigned block = 0; block < eighths / 8; ++block) text += "█";
    return text.append(parts[eighths % 8]);
}

std::string svg_of(std::string_view title, const std::vector<panel>& panels) {
    constexpr double width = 960, margin = 60, panel_height = 220, plot_height = 150, top = 50;
    constexpr double plot_width = width - 2 * margin;
    const double height = top + panel_height * static_cast<double>(panels.size());
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n<text x=\"{2}\" y=\"30\" font-size=\"16\">{3}</text>\n",
        width, height, margin, as_html(title));
    double base = top + plot_height + 20;
    for (const panel& part : panels) {
        // More bars than the plot has points would only be drawn over each other.
        const std::vector<bar> bars = merged(part.bars, static_cast<std::size_t>(plot_width));
        const std::uint64_t greatest = greatest_of(bars);
        const double low = bars.front().low, high = bars.back().high, span = high > low ? high - low : 1;
        out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n<g fill=\"{}\">\n", margin, base - plot_height - 8,
                           as_html(part.title), part.color);
        for (const bar& drawn : bars) {
            if (drawn.count == 0) continue;
            const double tall = plot_height * static_cast<double>(drawn.count) / static_cast<double>(greatest);
            out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>\n",
                               margin + (drawn.low - low) / span * plot_width, base - tall,
                               (drawn.high - drawn.low) / span * plot_width, tall);
        }
        out += fmt::format(
            "</g>\n<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"black\"/>\n"
            "<text x=\"{0}\" y=\"{3}\">{4}</text>\n<text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">{5}</text>\n"
            "<text x=\"{6}\" y=\"{7}\" text-anchor=\"end\">{8}</text>\n",
            margin, base, margin + plot_width, base + 16, part.low, part.high, margin - 6, base - plot_height + 10,
            greatest);
        base += panel_height;
    }
    return out + "</svg>\n";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
