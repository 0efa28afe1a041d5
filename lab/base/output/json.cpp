// JSON: an array of records, or JSON Lines, one record a line.
#include <lab/base/output/report.hpp>

namespace strider::lab {
namespace {

/// Calls f(text) for every record. Bytes that are not UTF-8 (a device's or file's name) are replaced, so that the text
/// stays valid JSON.
template <class F>
void for_each_text(const report& what, F f) {
    for (const section& part : what) {
        if (part.is_view) continue;
        for (const record& row : part.records) f(row.dump(-1, ' ', false, record::error_handler_t::replace));
    }
}

}  // namespace

std::string write_json(const report& what, const style&) {
    std::string out;
    for_each_text(what, [&out](const std::string& text) { out += (out.empty() ? "[\n" : ",\n") + text; });
    return out.empty() ? "[]\n" : out + "\n]\n";
}

std::string write_jsonl(const report& what, const style&) {
    std::string out;
    for_each_text(what, [&out](const std::string& text) { out += text + "\n"; });
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
