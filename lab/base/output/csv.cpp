// CSV (RFC 4180): one line a record, one column a field; fields inside of fields are named by their path, with dots.
#include <algorithm>

#include <lab/base/output/report.hpp>

namespace strider::lab {
namespace {

using fields = std::vector<std::pair<std::string, std::string>>;

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char byte : text) {
        if (byte == '"') out += '"';
        out += byte;
    }
    out += '"';
    return out;
}

std::string leaf(const record& value) {
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, record::error_handler_t::replace);
}

/// Lists of texts (findings) become one field, separated by semicolons.
std::string joined(const record& list) {
    std::string out;
    for (const record& value : list) {
        if (!out.empty()) out += "; ";
        out += leaf(value);
    }
    return out;
}

void flatten(const record& value, const std::string& path, fields& out) {
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) flatten(inner, path.empty() ? key : path + "." + key, out);
    } else {
        out.emplace_back(path, value.is_array() ? joined(value) : leaf(value));
    }
}

}  // namespace

std::string write_csv(const report& what, const style&) {
    std::vector<std::string> header;
    std::vector<fields> rows;
    for (const section& part : what) {
        if (part.is_view) continue;
        for (const record& value : part.rows.empty() ? part.records : part.rows) {
            fields& row = rows.emplace_back();
            flatten(value, "", row);
            // A field that is new here stands behind the one it follows in its record.
            auto place = header.begin();
            for (const auto& [name, text] : row) {
                const auto known = std::find(header.begin(), header.end(), name);
                place = known != header.end() ? known + 1 : header.insert(place, name) + 1;
            }
        }
    }
    std::string out;
    const auto line = [&out](auto&& text_of, const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i != 0) out += ',';
            out += quoted(text_of(names[i]));
        }
        out += "\n";
    };
    if (rows.empty()) return out;
    line([](const std::string& name) { return name; }, header);
    for (const fields& row : rows) {
        line(
            [&row](const std::string& name) {
                const auto match = std::find_if(row.begin(), row.end(), [&](const auto& f) { return f.first == name; });
                return match == row.end() ? std::string() : match->second;
            },
            header);
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
