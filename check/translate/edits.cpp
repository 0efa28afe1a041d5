#include "edits.hpp"

#include <algorithm>

namespace strider::kernel_check {

std::string edits::apply(std::string_view source, std::string_view line_end) {
    source_ = source;
    line_end_ = line_end;
    // What stands before a token comes before what replaces it.
    std::stable_sort(all_.begin(), all_.end(), [](const edit& a, const edit& b) {
        return a.begin < b.begin || (a.begin == b.begin && a.end == a.begin && b.end != b.begin);
    });
    std::sort(doubled_.begin(), doubled_.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
    std::string text;
    std::size_t position = 0;
    for (const doubled_body& body : doubled_) {
        if (body.begin < position) continue;  // inside of one that is there twice already
        text += part(position, body.begin, false);
        text += "if (::strider::emulation::on_lane()) {" + part(body.begin, body.end, true) + "\n#line " +
                std::to_string(body.line) + "\n} else {" + part(body.begin, body.end, false) + "}";
        position = body.end;
    }
    return text + part(position, source.size(), false);
}

std::string edits::part(std::size_t begin, std::size_t end, bool on_device) const {
    std::string text;
    std::size_t position = begin;
    const auto before = [](const edit& one, std::size_t position) { return one.begin < position; };
    for (auto edit = std::lower_bound(all_.begin(), all_.end(), begin, before); edit != all_.end(); ++edit) {
        if (edit->begin > end || (edit->begin == end && end != source_.size())) break;
        if (edit->begin < position) throw overlap{edit->begin};
        const std::string_view replaced = source_.substr(edit->begin, edit->end - edit->begin);
        const std::string& replacement = on_device && edit->has_device_variant ? edit->on_device : edit->replacement;
        text += source_.substr(position, edit->begin - position);
        text += replacement;
        // Lines are kept: a replacement that has fewer of them than the original is followed by the rest.
        const auto lines_before = std::count(replaced.begin(), replaced.end(), '\n');
        for (auto line = std::count(replacement.begin(), replacement.end(), '\n'); line < lines_before; ++line)
            text += line_end_;
        position = edit->end;
    }
    return text.append(source_.substr(position, end - position));
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
