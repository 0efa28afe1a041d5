// The session and its report.
#include <strider/emulator/session.hpp>

#include <algorithm>
#include <utility>

#include "code/places.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

thread_local session* youngest = nullptr;

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

double ratio(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
}

// In the order of finding_kind.
constexpr std::string_view finding_names[] = {"race-shared",     "race-global",        "race-volatile",
                                              "race-streams",    "race-registers",     "misaligned-access",
                                              "out-of-bounds",   "uninitialised-read", "barrier-divergence",
                                              "warp-divergence", "deadlock",           "bad-launch",
                                              "stack-overflow",  "assertion",          "bad-copy",
                                              "bad-free",        "host-access",        "leak",
                                              "bank-conflict",   "refused-call",       "unsupported"};
static_assert(std::size(finding_names) == finding_kinds);

}  // namespace

std::string_view name(finding_kind kind) { return finding_names[static_cast<std::size_t>(kind)]; }

std::string text(const source_line& where) {
    return where.line == 0 ? "an unknown place" : where.file + ":" + std::to_string(where.line);
}

std::string text(const finding& what) {
    std::string result = text(what.where) + ": " + (what.note ? "note, " : "") + std::string(name(what.kind));
    if (!what.kernel.empty()) result += " in kernel " + what.kernel;
    result += ": " + what.message;
    if (what.follows) result += "; an earlier finding may cause it";
    if (what.occurrences > 1) result += " (" + std::to_string(what.occurrences) + " times)";
    if (!what.fix.empty()) result += "\n    fix: " + what.fix;
    return result;
}

checked_part& checked_part::operator+=(const checked_part& more) {
    blocks += more.blocks;
    checked_blocks += more.checked_blocks;
    launches += more.launches;
    checked_launches += more.checked_launches;
    return *this;
}

std::string text(const checked_part& part) {
    return grouped(part.checked_blocks) + " of " + grouped(part.blocks) + " blocks checked in " +
           grouped(part.checked_launches) + " of " + grouped(part.launches) +
           (part.launches == 1 ? " launch" : " launches");
}

counters& counters::operator+=(const counters& more) {
    for (const auto& [name, member, how] : counter_fields)
        this->*member =
            how == combination::maximum ? std::max(this->*member, more.*member) : this->*member + more.*member;
    return *this;
}

double counters::threads_per_step() const { return ratio(thread_steps, warp_steps); }

double counters::shared_wavefronts_per_request() const {
    return std::max(ratio(shared_load_wavefronts, shared_load_requests),
                    ratio(shared_store_wavefronts, shared_store_requests));
}

double counters::global_sectors_per_request() const {
    return std::max(ratio(global_load_sectors, global_load_requests),
                    ratio(global_store_sectors, global_store_requests));
}

std::vector<finding> report::of(std::string_view kind) const {
    std::vector<finding> result;
    std::copy_if(findings.begin(), findings.end(), std::back_inserter(result),
                 [kind](const finding& one) { return name(one.kind) == kind; });
    return result;
}

session::session(const options& how) : state_(std::make_unique<state>()) {
    state_->how = how;
    state_->outer = youngest;
    youngest = this;
}

session::~session() { youngest = state_->outer; }

session* youngest_session() { return youngest; }

session_loan::session_loan(session* owner) : before_(std::exchange(youngest, owner)) {}
session_loan::~session_loan() { youngest = before_; }

launch_owner* current_owner() { return current_session(); }

session::state* current_session() { return youngest == nullptr ? nullptr : youngest->state_.get(); }

void report_host_defect(finding_kind kind, const void* pc, std::string message, std::string fix, const void* kernel,
                        weight counts) {
    launch_state none;
    none.call.kernel = kernel;
    none.owner = current_session();
    if (!first_time(none, kind, pc, nullptr)) return;
    raw_finding what{kind, pc, nullptr, std::move(message), std::move(fix)};
    if (kind == finding_kind::bad_launch || kind == finding_kind::refused_call) what.launch = raw_finding::refused;
    what.note = counts == weight::note;
    what.of_no_object = counts == weight::consequence_of_refusal;
    if (kind ==
        finding_kind::uninitialised_read) {  // by the host, of what a defect may have kept a kernel from writing
        const std::lock_guard guard(none.owner->mutex);
        const auto& before = none.owner->found;
        what.follows = std::any_of(before.begin(), before.end(), [](const auto& one) { return !one.second.note; });
    }
    add(none, std::move(what));
}

void refused_launches_are_known() {
    session::state* const all = current_session();
    if (all == nullptr) return;
    const std::lock_guard guard(all->mutex);
    for (auto& [key, raw] : all->found)
        if (raw.launch == raw_finding::refused) raw.launch = raw_finding::known_refusal;
}

void refusals_are_known(bool unread) {
    session::state* const all = current_session();
    if (all == nullptr) return;
    if (!unread) refused_launches_are_known();
    const std::lock_guard guard(all->mutex);
    std::erase_if(all->found, [&](auto& one) {
        auto& [key, raw] = one;
        if (raw.kind != finding_kind::refused_call || raw.launch == raw_finding::no_refusal) return false;
        if (unread) raw.launch = raw_finding::no_refusal;
        return !unread && all->seen.erase(key) != 0;
    });
}

const report& session::report() {
    const std::lock_guard guard(state_->mutex);
    emulation::report& made = state_->made;
    made = {.at = state_->how.speed, .total = {}, .kernels = {}, .findings = {}, .notes = {}, .in_part = {}};
    for (const auto& [kernel, counted] : state_->per_kernel) {
        made.kernels[kernel_name(kernel)] += counted;
        made.total += counted;
    }
    for (const auto& [kernel, part] : checked_so_far(*state_))
        if (part.checked_blocks < part.blocks) made.in_part[kernel_name(kernel)] += part;
    for (finding& one : worded(*state_)) (one.note ? made.notes : made.findings).push_back(std::move(one));
    return made;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
