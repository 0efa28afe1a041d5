// What a check says in words.
#include "verdict.hpp"

#include <algorithm>
#include <cstring>

namespace strider::kernel_check {

std::string verdict(const result& checked) {
    const auto count = [](std::size_t n, const char* thing) {
        return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
    };
    const auto follow = static_cast<std::size_t>(std::count_if(
        checked.findings.begin(), checked.findings.end(), [](const executor::finding& one) { return one.follows; }));
    std::string all = count(checked.kernels.size(), "kernel");
    if (!checked.library_calls.empty()) all += " and " + count(checked.library_calls.size(), "library function");
    all += " checked, " + count(checked.findings.size() - follow, "finding");
    if (follow != 0) all += " and " + count(follow, "possible consequence") + " (shown by --all)";
    if (!checked.notes.empty()) all += ", " + count(checked.notes.size(), "note");
    if (checked.suppressed != 0) all += " beside " + std::to_string(checked.suppressed) + " suppressed";
    if (!checked.failure.empty()) all += "; " + checked.failure;
    for (const auto& [kernel, part] : checked.in_part) all += "; " + kernel + ": " + executor::text(part);
    if (!checked.in_part.empty()) all += "; the other blocks ran unchecked, and races with them are not found";
    for (std::size_t i = 0; i < checked.not_run.size(); ++i) {
        const auto line = checked.launched_at.find(checked.not_run[i]);
        all += (i == 0 ? "; never launched, so not checked: " : ", ") + checked.not_run[i];
        all += line == checked.launched_at.end() ? " (launched nowhere)" : " (" + line->second + " would launch it)";
    }
    return all;
}

std::string failure_of(const process_result& ran, const result& checked, const std::string& stood,
                       std::chrono::seconds limit, bool all_are_required) {
    if (ran.interrupted) return "interrupted" + stood;
    if (ran.timed_out)
        return "the program did not finish within " + std::to_string(limit.count()) + " s" + stood +
               "; give it less to do, or more time";
    if (ran.signal != 0)
        return std::string("the program died of signal ") + std::to_string(ran.signal) + " (" + strsignal(ran.signal) +
               ")";
    if (ran.status != 0) return "the program ended with status " + std::to_string(ran.status);
    if (checked.kernels.empty() && checked.library_calls.empty())
        return "the program launched no kernel, so nothing was checked";
    if (all_are_required && !checked.not_run.empty()) return "the program did not launch every kernel";
    return "";
}

std::string text(const result& checked) {
    std::string all;
    for (const auto* list : {&checked.findings, &checked.notes})
        for (const executor::finding& found : *list)
            if (!found.follows) all += executor::text(found) + "\n";
    return all + verdict(checked) + "\n";
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
