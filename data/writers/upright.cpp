#include <data/writers/upright.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace strider::lab {

section upright(const record& entry, const std::string& title) {
    constexpr std::string_view elsewhere[] = {"schema", "command", "device", "left_out", "header"};
    section part;
    part.is_view = true;
    part.title = title;
    const auto add = [&part](const std::string& field, const record& value) {
        part.records.push_back({{"field", field}, {"value", value}});
    };
    for (const auto& [field, value] : entry.items()) {
        if (std::find(std::begin(elsewhere), std::end(elsewhere), field) != std::end(elsewhere)) continue;
        if (value.is_object()) {
            for (const auto& [name, inner] : value.items()) add(field + " " + name, inner);
        } else {
            add(field, value);
        }
    }
    part.columns = {
        {"", "", side::left, [](const record& row) { return text_at(row, "field"); }},
        {"", "", side::right,
         [](const record& row) {
             const record& value = row["value"];
             return value.is_string() ? value.get<std::string>() : value.dump();
         }},
    };
    return part;
}

void add_notes(record& row, const reading_notes& notes) {
    if (notes.missing != 0) row["missing"] = notes.missing;
    if (notes.comments != 0) row["comments"] = notes.comments;
    if (notes.ends_in_cr) row["line_ends"] = "CR";
    switch (notes.header) {
        case header_guess::none:
            break;
        case header_guess::numbers_are_data:
            row["header"] = "none: the first row was read as data";
            break;
        case header_guess::some_names_are_numbers:
            row["header"] = "the first row, some of it numbers";
            break;
        case header_guess::quoted_are_names:
            row["header"] = "the first row, of numbers in quotes";
            break;
        case header_guess::comment_is_header:
            row["header"] = "the comment above the first row";
            break;
    }
}

std::vector<std::string> warnings_of(const reading_notes& notes) {
    switch (notes.header) {
        case header_guess::none:
            return {};
        case header_guess::numbers_are_data:
            return {
                "the first row is numbers, and was read as data; --header yes reads it as names, --header no keeps it "
                "as "
                "data"};
        case header_guess::some_names_are_numbers:
            return {"the first row has numbers, and was read as names; --header no reads it as data"};
        case header_guess::quoted_are_names:
            return {"the first row is numbers in quotes, and was read as names; --header no reads it as data"};
        case header_guess::comment_is_header:
            return {"the comment above the first row was read as the header; --header no leaves it out"};
    }
    return {};
}

void deliver_record(const record& row, const std::string& title, const output_format& format, destination& to,
                    std::vector<std::string> warnings) {
    section whole, view = upright(row, title);
    whole.records.push_back(row);
    view.warnings = std::move(warnings);
    deliver({std::move(whole), std::move(view)}, format, to);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
