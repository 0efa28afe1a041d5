#include <lab/base/record.hpp>

#include <cmath>
#include <limits>

namespace strider::lab {

record record_of(std::string_view command) { return record{{"schema", record_schema}, {"command", command}}; }

record number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

record count_or_ratio(double value) {
    if (value == std::floor(value) && std::abs(value) < 0x1p53) return static_cast<std::int64_t>(value);
    return number(value);
}

const record* find(const record& in, std::string_view path) {
    const record* node = &in;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string key(path.substr(0, slash));
        const auto match = node->is_object() ? node->find(key) : node->end();
        if (match == node->end()) return nullptr;
        node = &*match;
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    return node;
}

double number_at(const record& in, std::string_view path) {
    const record* match = find(in, path);
    return match && match->is_number() ? match->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string text_at(const record& in, std::string_view path) {
    const record* match = find(in, path);
    return match && match->is_string() ? match->get<std::string>() : std::string();
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
