// Workflow commands of GitHub Actions, which shows them beside the lines of a change.
#include <lab/base/output/report.hpp>

#include <fmt/format.h>

namespace strider::lab {
namespace {

/// `text` with `special` characters written as %XX.
std::string escaped(std::string_view text, std::string_view special) {
    std::string all;
    for (const char c : text)
        special.find(c) == std::string_view::npos ? all.append(1, c) : all.append(fmt::format("%{:02X}", c));
    return all;
}
std::string in_message(std::string_view text) { return escaped(text, "%\r\n"); }
std::string in_property(std::string_view text) { return escaped(text, "%\r\n:,"); }

/// "file=FILE,line=LINE"; without the line where it is not known, and empty without the file.
std::string place_of(const record& row) {
    if (row.contains("where"))
        return fmt::format("file={},line={}", in_property(text_at(row, "where/file")), row["where"].value("line", 0));
    const std::string file = text_at(row, "file");
    return file.empty() ? "" : "file=" + in_property(file);
}

std::string annotation(const record& finding) {
    const std::string place = place_of(finding), kernel = text_at(finding, "kernel");
    const std::string title = text_at(finding, "finding") + (kernel.empty() ? "" : " in kernel " + kernel);
    return fmt::format("::error {}{}title={}::{}%0Afix: {}\n", place, place.empty() ? "" : ",", in_property(title),
                       in_message(text_at(finding, "message")), in_message(text_at(finding, "fix")));
}

}  // namespace

std::string write_github(const report& what, const style&) {
    std::string lines;
    for (const section& part : what) {
        for (const record& row : part.records) {
            if (row.contains("finding")) lines += annotation(row);
            const std::string file = in_property(text_at(row, "file"));
            if (row.contains("failure"))
                lines += fmt::format("::error {}::{}\n", place_of(row), in_message(text_at(row, "failure")));
            if (!row.contains("not_run")) continue;
            for (const record& kernel : row["not_run"])
                lines += fmt::format("::warning file={}::kernel {} was never launched, so not checked\n", file,
                                     in_message(kernel.get<std::string>()));
        }
    }
    return lines;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
