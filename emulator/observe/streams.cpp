#include "streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "code/module.hpp"
#include "host_order.hpp"
#include "run/findings.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

const char* doing(const access_record& access) {
    return access.atomic() ? "updates it atomically" : access.writes() ? "writes it" : "reads it";
}

// What an operation that is no launch does to the memory.
std::string does(const char* operation, bool writes) {
    const std::string_view name = operation;
    return name == "allocation" ? "allocates" : name == "free" ? "frees" : writes ? "writes" : "reads";
}
std::string does_it(const past_operation& one) { return does(one.what, one.bytes.written) + " it"; }

bool depends_on(const stream_operation& now, const past_operation& other) {
    return other.is_primary || (!now.primaries.empty() && now.line == other.line);
}

std::string advice(const stream_operation& now, const past_operation& other) {
    if (other.is_primary)
        return "call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while "
               "the launch before it still runs";
    if (depends_on(now, other))
        return "call cudaGridDependencySynchronize() before this line, and in each launch between the two: one that "
               "does not wait may end before the launch before it";
    if (now.early) return "copy with cudaMemcpySrcAccessOrderStream, or call cudaStreamSynchronize() before this line";
    if (now.host_waits) return "call cudaStreamSynchronize() before this line, for the stream of the earlier operation";
    return "record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this "
           "line (cudaStreamWaitEvent); or use one stream for both";
}

// Where and what `other` does to the bytes that an operation accesses, in whose words `message` begins.
void word(raw_finding& what, const stream_operation& now, std::string message, const past_operation& other,
          const std::string& other_did, const void* other_pc) {
    what.message = fmt::format("{}; {} {}", std::move(message), name_of(other), other_did);
    if (other_pc != nullptr) what.message += fmt::format(" at {}", place(other_pc));
    what.message += ", and nothing orders the two";
    what.fix = advice(now, other);
}

// What came before the allocation used other memory.
bool same_memory(const memory_entry* entry, const past_operation& other) {
    return entry == nullptr || other.number > entry->made_after;
}

bool tolerate_each_other(const access_record& before, const touched_memory& now) {
    using mark = access_record::mark;
    return (before.atomic() || before.has(mark::is_volatile)) && (now.has(access_atomic) || now.has(access_volatile));
}

[[gnu::noinline]] void report_launch(worker& w, const touched_memory& what, const past_operation& other,
                                     const std::string& other_did, const void* other_pc) {
    const stream_operation& now = *w.launch->operation;
    // The mistake of a dependent launch is in its kernel, that of streams where they are given their launches.
    const bool in_kernel = depends_on(now, other);
    const void* const first = in_kernel ? what.pc : now.at;
    const void* const second = in_kernel ? other_pc : other.at;
    if (!first_time(*w.launch, finding_kind::race_streams, first, second)) return;
    outside_of_lane(w, [&] {
        raw_finding found{finding_kind::race_streams, first, second, {}, {}};
        if (in_kernel) found.array = reinterpret_cast<std::uintptr_t>(other.at);  // one wait orders all arrays
        const char* const does = what.has(access_atomic) ? "updates" : what.writes() ? "writes" : "reads";
        const std::string which = in_kernel ? fmt::format("the dependent launch at {}", place(now.at))
                                            : fmt::format("this launch, at {},", place(what.pc));
        word(found, now, fmt::format("{} {} {}", which, does, describe(what.at, what.bytes)), other, other_did,
             in_kernel ? nullptr : other_pc);
        add(*w.launch, std::move(found));
    });
}

const void* code_of(const access_record& of) { return reinterpret_cast<const void*>(own_module().base + of.pc); }

// `pc`: of a function of the host, where it accesses the bytes.
void report_transfer(session::state& session, const transferred_bytes& bytes, const void* pc,
                     const past_operation& other, std::uintptr_t address, const std::string& other_did,
                     const void* other_pc) {
    const stream_operation& now = *current_operation();
    launch_state none;
    none.owner = &session;
    if (!first_time(none, finding_kind::race_streams, now.at, other.at)) return;
    located memory;
    memory.space = memory_space::global;
    memory.address = address;
    const auto entry = find_new_entry(address, 1);
    memory.entry = entry.get();
    raw_finding found{finding_kind::race_streams, now.at, other.at, {}, {}};
    word(found, now,
         fmt::format("this {}{} {} {}", now.what, pc == nullptr ? "" : fmt::format(", at {},", place(pc)),
                     does(now.what, bytes.written), describe(memory, address % 4 == 0 ? 4 : 1)),
         other, other_did, other_pc);
    add(none, std::move(found));
}

// A row of memory with what kernels have done there, in launches that nothing orders with now; those in `told` are
// reported already.
void compare_row(session::state& session, const unordered_operations& among, const transferred_bytes& bytes,
                 const void* pc, std::uintptr_t begin, const memory_entry* entry,
                 std::set<const past_operation*>& told) {
    session.shadow.each_record(
        begin, bytes.memory.width, bytes.written, [&](const access_record& before, std::uintptr_t address) {
            const past_operation* const other = among.launch_of(before.block);
            if (other != nullptr && same_memory(entry, *other) && told.insert(other).second)
                report_transfer(session, bytes, pc, *other, address, doing(before), code_of(before));
        });
}

}  // namespace

std::string name_of(const past_operation& one) {
    const std::string of = one.kernel == nullptr ? "" : " of " + kernel_name(one.kernel);
    return fmt::format("the {}{} at {}", one.what, of, place(one.at));
}

unordered_operations::unordered_operations(std::vector<past_operation> all) {
    for (past_operation& one : all) (one.blocks != 0 ? launches_ : transfers_).push_back(one);
    if (launches_.empty()) return;
    first_serial_ = launches_.front().first_serial;
    serials_ = static_cast<std::uint32_t>(launches_.back().first_serial + launches_.back().blocks) - first_serial_;
}

void stream_history::add(past_operation operation) {
    const std::lock_guard guard(mutex_);
    past_operation* const last = past_.empty() ? nullptr : &past_.back();
    if (last != nullptr && last->number == operation.number && operation.blocks != 0 &&
        last->first_serial + last->blocks == operation.first_serial) {
        last->blocks += operation.blocks;  // behind a grid barrier
        return;
    }
    one_line_ = one_line_ && (last == nullptr || last->line == operation.line);
    if (past_.size() == most) past_.pop_front();
    past_.push_back(std::move(operation));
}
void stream_history::add(const stream_operation& now, const void* kernel, std::uint32_t first_serial,
                         std::uint64_t blocks) {
    add({now.line, now.number, now.at, now.what, kernel, first_serial, blocks, {}, now.primaries});
}
void stream_history::add(const stream_operation& now, const transferred_bytes& bytes) {
    add({now.line, now.number, now.at, now.what, nullptr, 0, 0, bytes});
}

void stream_history::forget(const stream_operation& which) {
    const std::lock_guard guard(mutex_);
    std::erase_if(past_, [&](const past_operation& one) { return one.number == which.number; });
}

past_operation* stream_history::find(std::uint64_t number) {
    const auto at = std::ranges::find(past_, number, &past_operation::number);
    return at == past_.end() ? nullptr : &*at;
}

void stream_history::note_wait(const stream_operation& launch) {
    const std::lock_guard guard(mutex_);
    if (past_operation* const one = find(launch.number)) one->waited = true;
}

unordered_operations stream_history::unordered_with(const stream_operation& now) {
    const std::lock_guard guard(mutex_);
    while (!past_.empty() && past_.front().number <= now.before.all()) past_.pop_front();
    if (past_.empty()) one_line_ = true;
    if (one_line_ && now.primaries.empty() && (past_.empty() || past_.back().line == now.line)) return {};
    std::set<std::uint64_t> covered;
    std::vector<launch_number> open = now.primaries;
    while (!open.empty()) {
        const std::uint64_t primary = open.back().number;
        open.pop_back();
        const past_operation* const one = covered.insert(primary).second ? find(primary) : nullptr;
        if (one != nullptr && one->waited) open.insert(open.end(), one->primaries.begin(), one->primaries.end());
    }
    std::vector<past_operation> result;
    for (const past_operation& one : past_)
        if (one.number != now.number && !now.before.holds(one.line, one.number)) {
            result.push_back(one);
            result.back().is_primary = covered.contains(one.number);
        }
    return unordered_operations(std::move(result));
}

void streams::compare(worker& w, const touched_memory& what) {
    if (what.shared() || w.launch->progress.waits_for_host) return;
    const unordered_operations& among = observed(w).launch->unordered;
    for (const past_operation& one : among.transfers())
        if ((one.bytes.written || what.writes()) && one.bytes.memory.overlaps(what.address, what.bytes) &&
            same_memory(what.at.entry, one))
            report_launch(w, what, one, does_it(one), nullptr);
    if (!among.any_launch()) return;
    global_shadow& shadow = *observed(w).launch->shadow;
    each_word(what.address, what.bytes, [&](std::uintptr_t address, unsigned mask) {
        each_record(
            shadow.cell_at(page_of(w, address), address), mask, what.writes(), [&](const access_record& before) {
                const past_operation* const other = unordered_launch(w, before.block);
                if (other != nullptr && same_memory(what.at.entry, *other) && !tolerate_each_other(before, what))
                    report_launch(w, what, *other, doing(before), code_of(before));
            });
    });
}

void streams::note_message(worker& w, const touched_memory& what) {
    if (what.at.entry != nullptr && what.at.entry->of_both_sides) observed(w).launch->tells_host = true;
}

void compare(session::state& session, const unordered_operations& among, const transferred_bytes& bytes,
             const memory_entry* entry, const void* pc) {
    for (const past_operation& one : among.transfers())
        if ((one.bytes.written || bytes.written) && one.bytes.memory.overlaps(bytes.memory) && same_memory(entry, one))
            report_transfer(session, bytes, pc, one, std::max(one.bytes.memory.begin, bytes.memory.begin), does_it(one),
                            nullptr);
    std::set<const past_operation*> told;
    if (among.any_launch())
        for (std::size_t row = 0; row < bytes.memory.rows; ++row)
            compare_row(session, among, bytes, pc, bytes.memory.begin + row * bytes.memory.stride, entry, told);
}

void forget_operation(const stream_operation& which) {
    if (session::state* const session = current_session()) session->streams.forget(which);
}

void note_transfer(std::span<const transferred_bytes> all) {
    session::state* const session = current_session();
    if (session == nullptr || session->how.speed == speed::run) return;
    const stream_operation& now = *current_operation();
    const unordered_operations among = session->streams.unordered_with(now);
    for (const transferred_bytes& bytes : all) {
        const auto entry = find_new_entry(bytes.memory.begin, 1);
        compare(*session, among, bytes, entry.get());
        if (!now.host_waits) session->streams.add(now, bytes);
    }
}

void note_use_of_host_memory(std::span<const transferred_bytes> all, bool kept) {
    const session::state* const session = current_session();
    if (session == nullptr || session->how.speed == speed::run) return;
    const stream_operation& now = *current_operation();
    for (const transferred_bytes& bytes : all) {
        const auto entry = find_new_entry(bytes.memory.begin, 1);
        if (bytes.of_host || (entry != nullptr && entry->of_both_sides))
            note_unfinished({now.line, now.number, now.at, now.what, nullptr, 0, 0, bytes}, now.before, nullptr, kept);
    }
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
