// JSON lines: one record a line.
#include <lab/output/report.hpp>

namespace strider::lab {

std::string write_json(const report& what, const style&) {
    std::string out;
    for (const section& part : what) {
        if (part.is_view) continue;
        // Bytes that are no UTF-8 (a device's or file's name) are replaced, so that every line stays valid JSON.
        for (const record& row : part.records) {
            out += row.dump(-1, ' ', false, record::error_handler_t::replace) + "\n";
        }
    }
    return out;
}

}  // namespace strider::lab
