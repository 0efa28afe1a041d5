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
    std::size_t at = 0;
    for (const doubled_body& body : doubled_) {
        if (body.begin < at) continue;  // inside of one that is there twice already
        text += part(at, body.begin, false);
        text += "if (::strider::emulation::on_lane()) {" + part(body.begin, body.end, true) + "\n#line " +
                std::to_string(body.line) + "\n} else {" + part(body.begin, body.end, false) + "}";
        at = body.end;
    }
    return text + part(at, source.size(), false);
}

std::string edits::part(std::size_t begin, std::size_t end, bool on_device) const {
    std::string text;
    std::size_t at = begin;
    const auto before = [](const edit& one, std::size_t position) { return one.begin < position; };
    for (auto one = std::lower_bound(all_.begin(), all_.end(), begin, before); one != all_.end(); ++one) {
        if (one->begin > end || (one->begin == end && end != source_.size())) break;
        if (one->begin < at) throw overlap{one->begin};
        const std::string_view replaced = source_.substr(one->begin, one->end - one->begin);
        const std::string& replacement = on_device && one->has_device_variant ? one->on_device : one->replacement;
        text += source_.substr(at, one->begin - at);
        text += replacement;
        // Lines are kept: a replacement that has fewer of them than the original is followed by the rest.
        const auto lines_before = std::count(replaced.begin(), replaced.end(), '\n');
        for (auto line = std::count(replacement.begin(), replacement.end(), '\n'); line < lines_before; ++line)
            text += line_end_;
        at = one->end;
    }
    return text.append(source_.substr(at, end - at));
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
