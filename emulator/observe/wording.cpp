// Findings in words: their places looked up, those of one defect made one.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "race_advice.hpp"
#include "races.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

bool is_race(finding_kind kind) { return name(kind).starts_with("race-"); }

/// The call that was to make the object, to write the memory, or to order the accesses may have been refused.
bool may_come_of_refusal(const raw_finding& what) {
    return what.of_no_object || what.kind == finding_kind::uninitialised_read ||
           what.kind == finding_kind::race_streams || what.kind == finding_kind::host_access;
}

bool same_lines(const finding& a, const finding& b) {
    return (a.where == b.where && a.other == b.other) || (is_race(a.kind) && a.where == b.other && a.other == b.where);
}

/// A finding that is being worded.
struct draft {
    finding made;
    std::uintptr_t array = 0;
    reach apart = reach::lane;
    bool certain = false;
    std::vector<remedy> remedies;  ///< the finding's own comes first

    /// Whose words are those of both.
    bool leads(const draft& other) const { return std::pair(certain, apart) > std::pair(other.certain, other.apart); }
};

bool one_line_of_code(const draft& a, const draft& b) {
    return a.made.kind == b.made.kind && a.made.note == b.made.note && a.made.kernel == b.made.kernel &&
           a.made.where.line != 0 && same_lines(a.made, b.made);
}

bool one_array(const draft& a, const draft& b) {
    return a.made.kind == b.made.kind && a.made.note == b.made.note && a.made.kernel == b.made.kernel && a.array != 0 &&
           a.array == b.array;
}

// Makes `into` what is said of both.
void merge(draft& into, draft more) {
    if (more.leads(into)) std::swap(into, more);
    into.made.occurrences += more.made.occurrences;
    into.made.follows = into.made.follows && more.made.follows;
    if (same_lines(into.made, more.made)) {
        // Farther apart, or known better: these are in place of the others.
        more.remedies.erase(more.remedies.begin());
    } else {
        more.made.also.insert(more.made.also.begin(), {more.made.where, more.made.other});
    }
    for (const auto& one : more.made.also)
        if (std::ranges::find(into.made.also, one) == into.made.also.end() &&
            one != std::pair(into.made.where, into.made.other))
            into.made.also.push_back(one);
    into.remedies.insert(into.remedies.end(), more.remedies.begin(), more.remedies.end());
}

template <class Same>
void add(std::vector<draft>& all, draft next, Same same) {
    const auto before = std::ranges::find_if(all, [&](const draft& one) { return same(one, next); });
    if (before == all.end())
        all.push_back(std::move(next));
    else
        merge(*before, std::move(next));
}

bool both_orders(const session::state& of, const launch_owner::place_key& key) {
    auto [kernel, kind, pc, other, apart] = key;
    for (apart = reach::lane; apart <= reach::grid; apart = static_cast<reach>(static_cast<int>(apart) + 1))
        if (of.seen.contains({kernel, kind, other, pc, apart})) return true;
    return false;
}

std::string text(const std::vector<std::pair<source_line, source_line>>& also) {
    std::vector<std::string> lines;
    for (const auto& [where, other] : also)
        for (const source_line& one : {where, other})
            if (one.line != 0 && std::ranges::find(lines, text(one)) == lines.end()) lines.push_back(text(one));
    return lines.empty() ? "" : fmt::format("; likewise {}", fmt::join(lines, ", "));
}

}  // namespace

bool same_defect(const finding& a, const finding& b) {
    if (a.kind != b.kind || a.note != b.note || a.kernel != b.kernel) return false;
    return (!a.array.empty() && a.array == b.array) || (a.where.line != 0 && same_lines(a, b));
}

std::vector<finding> worded(const session::state& session) {
    std::vector<const void*> addresses;
    for (const auto& [key, raw] : session.found)
        for (const void* const one :
             {raw.where, raw.other, other_half_of_update(raw.pc), other_half_of_update(raw.other)})
            addresses.push_back(one);
    const std::vector<code_place> places = look_up(addresses);
    std::set<std::string> ran;
    for (const auto& [kernel, counted] : session.per_kernel) ran.insert(kernel_name(kernel));
    std::vector<draft> drafts;
    bool refused = false;  // a call before
    for (std::size_t i = 0; i < session.found.size(); ++i) {
        const auto& [key, raw] = session.found[i];
        const code_place &where = places[4 * i], &other = places[4 * i + 1];
        // The compiler may have copied one barrier of the source to two places.
        if (raw.kind == finding_kind::barrier_divergence && raw.other != nullptr && where.line.line != 0 &&
            where.chain == other.chain)
            continue;
        const void* const launched = std::get<0>(key);
        const std::string kernel = launched == nullptr ? "" : kernel_name(launched);
        const bool note = raw.note || (raw.launch == raw_finding::known_refusal && ran.contains(kernel));
        const bool follows = raw.follows || (refused && may_come_of_refusal(raw));
        refused = refused || (raw.kind == finding_kind::refused_call && !raw.note);
        const sighting& seen = session.seen.at(key);
        draft next;
        next.array = raw.array;
        next.apart = raw.reach;
        next.certain = raw.race.certain;
        next.made = {
            raw.kind, kernel,     where.line, other.line, with_places(raw.array_name), {}, with_places(raw.message),
            {},       seen.times, note,       follows};
        next.remedies = {remedy_of(raw, {.seen = seen,
                                         .both_orders = both_orders(session, key),
                                         .where = where,
                                         .other = other,
                                         .half_of_pc = places[4 * i + 2],
                                         .half_of_other = places[4 * i + 3]})};
        add(drafts, std::move(next), one_line_of_code);
    }
    // Whoever reads what is written only later, in a race with the writer, has not found a second defect.
    std::vector<std::pair<std::string, source_line>> raced;
    for (const draft& one : drafts)
        if (is_race(one.made.kind))
            for (const source_line& line : {one.made.where, one.made.other}) raced.emplace_back(one.made.kernel, line);
    std::erase_if(drafts, [&](const draft& one) {
        return one.made.kind == finding_kind::uninitialised_read &&
               std::ranges::find(raced, std::pair(one.made.kernel, one.made.where)) != raced.end();
    });
    std::vector<draft> defects;
    for (draft& one : drafts) add(defects, std::move(one), one_array);
    std::vector<finding> result;
    for (draft& one : defects) {
        one.made.message += text(one.made.also);
        one.made.fix = with_places(text(one.remedies));
        result.push_back(std::move(one.made));
    }
    return result;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
