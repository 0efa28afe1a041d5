// Markdown, for READMEs and issues: one table a section.
#include <lab/base/output/report.hpp>

namespace strider::lab {
namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char byte : text) {
        if (byte == '|') out += '\\';
        out += byte;
    }
    return out;
}

}  // namespace

std::string write_markdown(const report& what, const style&) {
    std::string out;
    for (const section& part : what) {
        if (!out.empty()) out += "\n";
        if (!part.title.empty()) out += "### " + part.title + "\n\n";
        for (const std::string& text : part.lead) out += text + "\n";
        if (!part.lead.empty()) out += "\n";
        if (!part.diff.empty()) {
            out += "```diff\n";
            for (const std::string& text : part.diff) out += text + "\n";
            out += "```\n\n";
        }
        const cells table = cells_of(part);
        if (!table.columns.empty()) {
            for (const column* shown : table.columns) {
                const std::string group = shown->group.empty() ? "" : shown->group + ": ";
                out += "| " + escaped(group + shown->title) + " ";
            }
            out += "|\n";
            for (const column* shown : table.columns) out += shown->align == side::left ? "| --- " : "| ---: ";
            out += "|\n";
            for (const auto& row : table.rows) {
                for (const std::string& text : row) out += text.empty() ? "| " : "| " + escaped(text) + " ";
                out += "|\n";
            }
        }
        if (part.details) {
            std::string list;
            for (std::size_t i = 0; i < part.records.size(); ++i) {
                const record& row = part.records[i];
                std::string label = text_at(row, "name");
                if (label.empty() && !table.columns.empty()) label = table.rows[i][0];
                for (const std::string& text : part.details(row)) {
                    if (!text.empty()) list += "- " + label + (label.empty() ? "" : ": ") + text + "\n";
                }
            }
            if (!list.empty()) out += "\n" + list;
        }
        const std::string legend = legend_of(table);
        if (!part.notes.empty() || !legend.empty()) out += "\n";
        if (!legend.empty()) out += legend + "\n";
        for (const std::string& text : part.notes) out += text + "\n";
        for (const std::string& text : part.warnings) out += "**" + text + "**\n";
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
