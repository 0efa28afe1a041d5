// Findings in words: their places looked up, repetitions merged.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "code/places.hpp"
#include "session_state.hpp"

namespace strider::executor {

namespace {

bool is_race(finding_kind kind) { return name(kind).starts_with("race-"); }

/// The call that was to make the object, to write the memory, or to order the accesses may have been refused.
bool may_come_of_refusal(const raw_finding& what) {
    return what.of_no_object || what.kind == finding_kind::uninitialised_read ||
           what.kind == finding_kind::race_streams || what.kind == finding_kind::host_access;
}

std::string fix_of(const raw_finding& raw, source_line first, source_line second) {
    const bool one_line = first == second && first.line != 0;
    if (one_line && raw.fix_on_one_line != nullptr) return raw.fix_on_one_line;
    if (raw.barrier == nullptr) return raw.fix;
    if (one_line)
        return fmt::format("read into a variable, call {}, write, and call it again before the next step{}",
                           raw.barrier, raw.fix);
    if (first.file == second.file && first.line > second.line) std::swap(first, second);
    const bool in_warp = std::string_view(raw.barrier) == "__syncwarp()";
    return fmt::format("put {} between {} and {}{}{}", raw.barrier, text(first), text(second),
                       in_warp ? ", and between the read and the write of each line that has both" : "", raw.fix);
}

}  // namespace

bool same_defect(const finding& a, const finding& b) {
    if (a.kind != b.kind || a.note != b.note || a.kernel != b.kernel || a.where.line == 0) return false;
    return (a.where == b.where && a.other == b.other) || (is_race(a.kind) && a.where == b.other && a.other == b.where);
}

std::vector<finding> worded(const session::state& of) {
    std::vector<const void*> addresses;
    for (const auto& [key, raw] : of.found) {
        addresses.push_back(raw.where);
        addresses.push_back(raw.other);
    }
    const std::vector<code_place> places = look_up(addresses);
    std::set<std::string> ran;
    for (const auto& [kernel, counted] : of.per_kernel) ran.insert(kernel_name(kernel));
    std::vector<finding> result;
    std::vector<reach> apart;  // of each result
    bool refused = false;      // a call before
    for (std::size_t i = 0; i < of.found.size(); ++i) {
        const auto& [key, raw] = of.found[i];
        const code_place &where = places[2 * i], &other = places[2 * i + 1];
        // The compiler may have copied one barrier of the source to two places.
        if (raw.kind == finding_kind::barrier_divergence && raw.other != nullptr && where.line.line != 0 &&
            where.chain == other.chain)
            continue;
        const void* const launched = std::get<0>(key);
        const std::string kernel = launched == nullptr ? "" : kernel_name(launched);
        const std::uint64_t times = of.occurrences.at(key);
        const bool note = raw.note || (raw.launch == raw_finding::known_refusal && ran.contains(kernel));
        const std::string message = with_places(raw.message), fix = with_places(fix_of(raw, where.line, other.line));
        const bool follows = raw.follows || (refused && may_come_of_refusal(raw));
        refused = refused || (raw.kind == finding_kind::refused_call && !raw.note);
        finding made{raw.kind, kernel, where.line, other.line, message, fix, times, note, follows};
        const auto before =
            std::find_if(result.begin(), result.end(), [&](const finding& one) { return same_defect(one, made); });
        if (before == result.end()) {
            result.push_back(std::move(made));
            apart.push_back(raw.reach);
            continue;
        }
        made.occurrences += before->occurrences;
        made.follows = made.follows && before->follows;
        reach& known = apart[static_cast<std::size_t>(before - result.begin())];
        if (raw.reach > known) {
            known = raw.reach;
            *before = std::move(made);
        } else {
            before->occurrences = made.occurrences;
            before->follows = made.follows;
        }
    }
    // Whoever reads what is written only later, in a race with the writer, has not found a second defect.
    std::erase_if(result, [&](const finding& one) {
        return one.kind == finding_kind::uninitialised_read &&
               std::any_of(result.begin(), result.end(), [&](const finding& race) {
                   return is_race(race.kind) && race.kernel == one.kernel &&
                          (race.where == one.where || race.other == one.where);
               });
    });
    return result;
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
