// Tables for people: aligned, at most as wide as the style says, one line a record.
#include <fmt/format.h>

#include <algorithm>

#include <lab/base/output/report.hpp>
#include <lab/base/output/syntax.hpp>

namespace strider::lab {

cells cells_of(const section& from) {
    cells result;
    for (const column& candidate : from.columns) {
        const auto fills = [&](const record& row) { return !candidate.text(row).empty(); };
        if (std::any_of(from.records.begin(), from.records.end(), fills)) result.columns.push_back(&candidate);
    }
    for (const record& row : from.records) {
        auto& texts = result.rows.emplace_back();
        for (const column* shown : result.columns) texts.push_back(shown->text(row));
    }
    return result;
}

std::string legend_of(const cells& table) {
    std::vector<std::string> legends;
    for (const column* shown : table.columns) {
        if (!shown->legend.empty() && std::ranges::find(legends, shown->legend) == legends.end()) {
            legends.push_back(shown->legend);
        }
    }
    return fmt::format("{}", fmt::join(legends, "; "));
}

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (display_width(text) > width) {
        std::size_t place = text.rfind(' ', width);
        if (place == std::string_view::npos || place == 0) place = text.find(' ');
        if (place == std::string_view::npos || place == 0) break;
        lines.emplace_back(text.substr(0, place));
        text.remove_prefix(place + 1);
    }
    lines.emplace_back(text);
    return lines;
}

namespace {

constexpr std::string_view gap = "  ";

/// Lines of prose are not made longer than this, however wide the terminal is.
constexpr unsigned widest_text = 120;

std::string pad(std::string_view text, std::size_t width, side align) {
    const std::string blank(width - std::min(width, display_width(text)), ' ');
    return align == side::left ? std::string(text) + blank : blank + std::string(text);
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

class painter {
public:
    explicit painter(bool terminal) : terminal_(terminal) {}
    std::string bold(const std::string& text) const { return painted("\033[1m", text); }
    std::string dim(const std::string& text) const { return painted("\033[2m", text); }
    /// A line of a diff, by the mark that it begins with.
    std::string marked(const std::string& text) const {
        if (!terminal_ || text.empty()) return text;
        if (text.front() == '@') return dim(text);
        return with_syntax(text, text.front() == '+' ? "\033[32m" : text.front() == '-' ? "\033[31m" : "");
    }

private:
    std::string painted(const char* start, const std::string& text) const {
        return terminal_ && !text.empty() ? start + text + "\033[0m" : text;
    }
    bool terminal_;
};

/// The heading over the columns' titles: each group's name over its columns, underlined by dashes to both sides.
std::string group_line(const cells& table, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < widths.size();) {
        const std::string& group = table.columns[i]->group;
        std::size_t width = widths[i], end = i + 1;
        for (; end < widths.size() && table.columns[end]->group == group && !group.empty(); ++end) {
            width += gap.size() + widths[end];
        }
        if (group.empty()) {
            line += std::string(width, ' ');
        } else {
            const std::size_t dashes = width - std::min(width, display_width(group) + 2);
            const std::string left(dashes / 2, '-'), right(dashes - dashes / 2, '-');
            line += dashes == 0 ? pad(group, width, side::right) : left + " " + group + " " + right;
        }
        line += gap;
        i = end;
    }
    return trimmed(line);
}

std::vector<std::size_t> widths_of(const cells& table) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::size_t width = display_width(table.columns[i]->title);
        for (const auto& row : table.rows) width = std::max(width, display_width(row[i]));
        widths.push_back(width);
    }
    // A group's name must fit over its columns: the last of them makes room.
    for (std::size_t i = 0; i < widths.size();) {
        const std::string& group = table.columns[i]->group;
        std::size_t width = widths[i], end = i + 1;
        for (; end < widths.size() && table.columns[end]->group == group && !group.empty(); ++end) {
            width += gap.size() + widths[end];
        }
        if (width < display_width(group)) widths[end - 1] += display_width(group) - width;
        i = end;
    }
    return widths;
}

std::size_t line_width(const std::vector<std::size_t>& widths) {
    std::size_t total = widths.empty() ? 0 : gap.size() * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    return total;
}

/// Leaves columns out until the table is no wider than `most`, or none can go; returns their names.
std::string make_fit(cells& table, std::size_t most) {
    std::string names;
    while (line_width(widths_of(table)) > most) {
        const auto less = [](const column* a, const column* b) { return a->spare < b->spare; };
        const auto least = std::max_element(table.columns.begin(), table.columns.end(), less);
        if ((*least)->spare == 0) break;
        const std::string group = (*least)->group.empty() ? "" : (*least)->group + " ";
        names = fmt::format("{}{}{}{}", group, (*least)->title, names.empty() ? "" : ", ", names);
        const auto at = least - table.columns.begin();
        table.columns.erase(least);
        for (auto& row : table.rows) row.erase(row.begin() + at);
    }
    return names;
}

/// The first `width` characters, the last three of which say that there are more.
std::string cut(const std::string& text, std::size_t width) {
    if (display_width(text) <= width) return text;
    std::size_t end = 0;
    for (std::size_t seen = 0; seen < width - 3; ++seen) {
        do ++end;
        while ((text[end] & 0xC0) == 0x80);  // what follows belongs to the character
    }
    return text.substr(0, end) + "...";
}

/// Where no column can go and the table is still wider than `most`, the widest one of texts is cut.
void cut_widest_text(cells& table, std::size_t most) {
    constexpr std::size_t narrowest_text = 8;
    const std::vector<std::size_t> widths = widths_of(table);
    const std::size_t total = line_width(widths);
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (table.columns[i]->align != side::left) continue;
        if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (total <= most || widest == widths.size()) return;
    const std::size_t excess = total - most;
    const std::size_t width = std::max(narrowest_text, widths[widest] - std::min(widths[widest], excess));
    for (auto& row : table.rows) row[widest] = cut(row[widest], width);
}

void write_section(const section& from, const style& drawing, std::string& out) {
    const painter paint(drawing.terminal);
    const auto line = [&out](const std::string& text) { out += text + "\n"; };
    const auto paragraph = [&](const std::string& text, std::size_t indent, bool dims = true) {
        // The fix of a note stands in a line of its own.
        for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
            end = text.find('\n', begin);
            const std::string one = text.substr(begin, end - begin);
            const std::size_t blanks = std::min(one.find_first_not_of(' '), one.size()), all = indent + blanks;
            for (const std::string& part : wrapped(one.substr(blanks), std::min(drawing.width, widest_text) - all))
                line(dims ? paint.dim(std::string(all, ' ') + part) : std::string(all, ' ') + part);
        }
    };
    if (!from.title.empty()) {
        for (const std::string& part : wrapped(from.title, drawing.width)) line(paint.bold(part));
    }
    for (const std::string& text : from.lead) paragraph(text, 0);
    if (!from.diff.empty()) line("");
    for (const std::string& text : from.diff) line(paint.marked(text));

    cells table = cells_of(from);
    const std::size_t whole = line_width(widths_of(table));
    const std::string left_out = make_fit(table, drawing.width);
    cut_widest_text(table, drawing.width);
    if (!table.columns.empty()) {
        const std::vector<std::size_t> widths = widths_of(table);
        const auto row_line = [&](auto&& text_at) {
            std::string text;
            for (std::size_t i = 0; i < widths.size(); ++i) {
                text += pad(text_at(i), widths[i], table.columns[i]->align);
                text += gap;
            }
            return trimmed(text);
        };
        if (!from.title.empty() || !from.lead.empty() || !from.diff.empty()) line("");
        if (const std::string groups = group_line(table, widths); !groups.empty()) line(paint.dim(groups));
        const std::string titles = row_line([&](std::size_t place) { return table.columns[place]->title; });
        if (!titles.empty()) line(paint.bold(titles));
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            line(row_line([&](std::size_t place) { return table.rows[row][place]; }));
            if (!from.details) continue;
            for (const std::string& text : from.details(from.records[row])) {
                if (text.empty())
                    line("");
                else
                    paragraph(text, 4, from.dims_details);
            }
        }
    }
    const std::string legend = legend_of(table);
    if ((!from.notes.empty() || !legend.empty()) && !table.columns.empty()) line("");
    if (!legend.empty()) paragraph(legend, 0);
    for (const std::string& text : from.notes) paragraph(text, 0);
    if (!left_out.empty()) paragraph(fmt::format("not shown (no room): {}; COLUMNS={} shows all", left_out, whole), 0);
    for (const std::string& text : from.warnings) {
        for (const std::string& part : wrapped(text, drawing.width)) line(paint.bold(part));
    }
}

}  // namespace

std::string write_table(const report& what, const style& how) {
    std::string out;
    for (const section& part : what) {
        std::string text;
        write_section(part, how, text);
        // Sections stand apart by one empty line; one that has nothing for people takes no room.
        if (!text.empty() && !out.empty() && !out.ends_with("\n\n")) out += "\n";
        out += text;
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
