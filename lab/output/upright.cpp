#include <lab/output/upright.hpp>

#include <algorithm>
#include <iterator>

namespace strider::lab {

section upright(const record& one, const std::string& title) {
    constexpr std::string_view in_title[] = {"schema", "command", "device"};
    section part;
    part.is_view = true;
    part.title = title;
    const auto add = [&part](const std::string& field, const record& value) {
        part.records.push_back({{"field", field}, {"value", value}});
    };
    for (const auto& [field, value] : one.items()) {
        if (std::find(std::begin(in_title), std::end(in_title), field) != std::end(in_title)) continue;
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

void deliver_record(const record& one, const std::string& title, const output_format& format, destination& to) {
    section whole;
    whole.records.push_back(one);
    deliver({whole, upright(one, title)}, format, to);
}

}  // namespace strider::lab
