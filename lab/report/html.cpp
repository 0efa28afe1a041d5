#include <lab/report/html.hpp>

#include <fmt/format.h>

#include <lab/base/output/html.hpp>

namespace strider::lab {
namespace {

std::string paragraphs(const std::vector<std::string>& texts, const char* kind) {
    std::string out;
    for (const std::string& text : texts) {
        if (!text.empty()) out += fmt::format("<p class=\"{}\">{}</p>\n", kind, as_html(text));
    }
    return out;
}

std::string cell(const char* tag, const column& of, const std::string& text) {
    const std::string scope = tag == std::string_view("th") ? " scope=\"col\"" : "";
    return fmt::format("<{}{}{}>{}</{}>", tag, scope, of.align == side::left ? " class=\"words\"" : "", as_html(text),
                       tag);
}

}  // namespace

std::string html_table(const section& part) {
    std::string out = paragraphs(part.lead, "lead");
    const cells table = cells_of(part);
    std::vector<std::string> below = part.notes;
    if (!table.columns.empty()) {
        below.insert(below.begin(), legend_of(table));
        out += fmt::format("<div class=\"wide\" tabindex=\"0\"><table>\n<caption>{}</caption>\n<thead><tr>",
                           as_html(part.title));
        for (const column* shown : table.columns) {
            out += cell("th", *shown, shown->group.empty() ? shown->title : shown->group + " " + shown->title);
        }
        out += "</tr></thead>\n<tbody>\n";
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto rung = part.records[row].find("rung");
            out += rung == part.records[row].end() ? "<tr>" : fmt::format("<tr data-rung=\"{}\">", rung->dump());
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                out += cell("td", *table.columns[i], table.rows[row][i]);
            }
            out += "</tr>\n";
        }
        out += "</tbody></table></div>\n";
    }
    return out + paragraphs(below, "note") + paragraphs(part.warnings, "warning");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
