#include "race_report.hpp"

#include <fmt/format.h>

#include <bit>
#include <functional>

#include "block.hpp"
#include "code/module.hpp"
#include "copies.hpp"
#include "races.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

const void* code_address(std::uint32_t offset) { return reinterpret_cast<const void*>(own_module().base + offset); }

namespace {

std::string did(const access_record& access) {
    if (access.writes() && access.has(access_record::mark::by_async_proxy)) return "bulk-copies to";
    return access.atomic() ? "atomically updates" : access.writes() ? "writes" : "reads";
}

finding_kind race_kind(const located& memory) {
    return memory.space == memory_space::shared ? finding_kind::race_shared : finding_kind::race_global;
}

reach between(const access_record& a, const access_record& b) {
    return a.block != b.block ? reach::grid : same_warp(a, b) ? reach::warp : reach::block;
}

race_facts facts_of(const worker& w, const racing_pair& race) {
    const access_record &before = race.before, &now = race.now;
    const access_record& plain = before.atomic() ? now : before;
    using mark = access_record::mark;
    race_facts facts;
    facts.mixed = before.atomic() != now.atomic();
    facts.reads = facts.mixed && !plain.writes();
    facts.compares = before.has(mark::by_comparison) || now.has(mark::by_comparison);
    facts.one_store = before.writes() && now.writes() && before.pc == now.pc;
    facts.has_room = array_of(race.at).bytes / race.bytes > (w.launch->blocks - 1) * w.launch->threads;
    return facts;
}

// How a thread that arrives for others, without a barrier before, could arrive for this access as well.
std::string fix_of_arrival(worker& w, const racing_pair& race) {
    const auto& arrived = block_of(w).arrived;
    const unsigned warp = race.before.lane() / warp_lanes;
    const auto of_warp = arrived.find(warp);
    if (of_warp == arrived.end() || (of_warp->second >> race.before.lane() % warp_lanes & 1) != 0) return "";
    return fmt::format("call __syncwarp() before thread {} arrives at the barrier: it arrives for its whole warp",
                       warp * warp_lanes + static_cast<unsigned>(std::countr_zero(of_warp->second)));
}

void describe_race(worker& w, const racing_pair& race, raw_finding& what) {
    const access_record &before = race.before, &now = race.now;
    const void* const other = code_address(before.pc);
    const bool same_block = before.block == now.block;
    const std::string other_thread =
        same_block ? who(w, before.lane())
                   : who(*w.launch, before.block - observed(w).launch->first_serial, before.lane());
    what.message = fmt::format("{} {} {}, and {} {} it at {}, ", who(w, now.lane()), did(now),
                               describe(race.at, race.bytes), other_thread, did(before), place(other));
    name_array(what, race.at);
    what.race = facts_of(w, race);
    const auto certainly = [&](std::string fix) {
        what.fix = std::move(fix);
        what.race.certain = true;
    };
    using mark = access_record::mark;
    if (!same_block && before.atomic() && now.atomic()) {
        what.message +=
            "each atomic only within its block: atomicAdd_block() and the like are not atomic for other blocks";
        certainly("use the atomic operation without _block, or with device scope");
    } else if (by_product(before)) {
        what.message += "with no wait for the product between";
        certainly(fix_of_read_tile);
    } else if (before.has(mark::by_async_proxy) || (now.has(mark::by_async_proxy) && !by_product(now))) {
        what.message += "with no wait for the copy between";
        const bool lands = same_block && race.copy != nullptr;
        const std::string early = lands ? fix_of_early_wait(w, *race.copy, before.lane()) : "";
        const std::string arrival = lands ? fix_of_arrival(w, race) : "";
        certainly(
            !early.empty()     ? early
            : !arrival.empty() ? arrival
            : race.at.space == memory_space::global
                ? "call cp_async_bulk_wait_group(), not its _read form, in the thread that began the copy, before "
                  "it lets other threads use the data"
                : "wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that "
                  "uses the data; start the next copy into the buffer only when all threads are "
                  "done with it");
    } else if (race.copy != nullptr && race.copy->passed_by != nullptr) {
        what.message += "with no wait for the copy between";
        certainly(fix_of_uncommitted(*race.copy));
    } else if (!same_block && race.at.space == memory_space::shared) {
        what.message += "with no barrier of the cluster between";
        what.barrier = "cluster.sync()";
    } else if (!same_block) {
        what.message += "and nothing orders the two: blocks of one launch run in any order";
        what.fix =
            "if the old value is wanted, write to another array; if the new one, use two launches, or write the data, "
            "call __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, "
            "calls __threadfence(), and then reads the data";
    } else if (same_warp(before, now)) {
        what.message += "with no __syncwarp() between: the lanes of a warp do not run in step since Volta";
        what.barrier = "__syncwarp()";
        what.fix = "; volatile does not order the two accesses";
    } else {
        what.message += "with no barrier between";
        what.barrier = "__syncthreads()";
    }
    if (before.has(mark::of_block_scope) || now.has(mark::of_block_scope)) what.race.mixed = false;
}

unsigned traits_of(const racing_pair& race) {
    if (race.before.lane() != race.now.lane()) return sighting::other_threads;
    return race.now.lane() == 0 ? 0u : sighting::later_threads;
}

}  // namespace

void report_race(worker& w, const racing_pair& race) {
    const auto describe = [&](raw_finding& what) { describe_race(w, race, what); };
    add_finding(w, race_kind(race.at), race.pc, code_address(race.before.pc), describe, between(race.before, race.now),
                traits_of(race));
}

// The text is made now, while both lanes are known.
void report_unless_guess(worker& w, const racing_pair& race) {
    const void* const other = code_address(race.before.pc);
    observed(w).launch->doubtful.note(race.pc, other, [&] {
        raw_finding found{race_kind(race.at), race.pc, other, {}, {}};
        found.where = in_user_code(race.pc);
        found.reach = between(race.before, race.now);
        outside_of_lane(w, [&] { describe_race(w, race, found); });
        return [launch = w.launch, found] {
            if (first_time(*launch, found.kind, found.pc, found.other, found.reach)) add(*launch, found);
        };
    });
}

// Whose data is all alike may store other values on another day.
void report_unless_kept(worker& w, const racing_pair& race) {
    const void* const other = code_address(race.before.pc);
    const std::uint32_t store = race.before.writes() ? race.before.pc : race.now.pc;
    observed(w).launch->doubtful.note(race.pc, other, [&] {
        raw_finding raw{race_kind(race.at), race.pc, other, {}, {}};
        raw.where = in_user_code(race.pc);
        raw.reach = between(race.before, race.now);
        outside_of_lane(w, [&] { describe_race(w, race, raw); });
        return [launch = w.launch, raw, store]() mutable {
            if (!first_time(*launch, raw.kind, raw.pc, raw.other, raw.reach)) return;
            if (changes_elsewhere(store)) {
                raw.note = true;
                raw.message += ", but the store leaves the value as it is";
                raw.fix = "skip the store where the element is stored over itself: the read needs no order then";
                raw.race.certain = true;
            }
            add(*launch, raw);
        };
    });
}

void note_volatile_pair(worker& w, const racing_pair& race) {
    const access_record &before = race.before, &now = race.now;
    const void* const other = code_address(before.pc);
    observed_launch& launch = *observed(w).launch;
    launch.doubtful.note(race.pc, other, [&] {
        std::function<void()> report;
        outside_of_lane(w, [&] {
            const std::string other_thread = before.block == now.block
                                                 ? who(w, before.lane())
                                                 : who(*w.launch, before.block - launch.first_serial, before.lane());
            raw_finding raw{finding_kind::race_volatile, race.pc, other, {}, {}};
            raw.message = fmt::format(
                "{} {} {}, and {} {} it at {}, both through volatile, which does not order them: a read may give the "
                "old value or the new value",
                who(w, now.lane()), did(now), describe(race.at, race.bytes), other_thread, did(before), place(other));
            raw.fix = before.block == now.block ? "put __syncthreads() between the two accesses"
                                                : "use two launches, or a flag with __threadfence() on both sides";
            name_array(raw, race.at);
            raw.race.certain = true;
            report = [launch = w.launch, raw] {
                if (first_time(*launch, raw.kind, raw.pc, raw.other)) add(*launch, raw);
            };
        });
        return report;
    });
}

void note_equal_stores(worker& w, const racing_pair& race) {
    const void* const other = code_address(race.before.pc);
    const finding_kind kind = race_kind(race.at);
    if (!first_time(*w.launch, kind, race.pc, nullptr)) return;
    outside_of_lane(w, [&] {
        raw_finding what{kind, race.pc, nullptr, {}, {}};
        what.note = true;
        what.message =
            fmt::format("{} writes {}, and another thread at {} writes the same value, and nothing orders the two",
                        who(w, race.now.lane()), describe(race.at, race.bytes), place(other));
        what.fix = "let only one thread write the value";
        name_array(what, race.at);
        what.race.certain = true;
        add(*w.launch, std::move(what));
    });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
