#include "race_report.hpp"

#include <fmt/format.h>

#include <functional>

#include "block.hpp"
#include "code/module.hpp"
#include "run/findings.hpp"

namespace strider::executor {

const void* code_address(std::uint32_t offset) { return reinterpret_cast<const void*>(own_module().base + offset); }

namespace {

std::string did(const access_record& access) {
    if (access.has(access_record::mark::by_async_proxy)) return "bulk-copies to";
    return access.atomic() ? "atomically updates" : access.writes() ? "writes" : "reads";
}

finding_kind race_kind(const located& at) {
    return at.space == memory_space::shared ? finding_kind::race_shared : finding_kind::race_global;
}

reach between(const access_record& a, const access_record& b) {
    return a.block != b.block ? reach::grid : same_warp(a, b) ? reach::warp : reach::block;
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
    using mark = access_record::mark;
    if (!same_block && before.atomic() && now.atomic()) {
        what.message +=
            "each atomic only within its block: atomicAdd_block() and the like are not atomic for other blocks";
        what.fix = "use the atomic operation without _block, or with device scope";
    } else if (before.has(mark::by_async_proxy) || now.has(mark::by_async_proxy)) {
        what.message += "with no wait for the copy between";
        what.fix =
            "wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that uses the data; start "
            "the next copy into the buffer only when all threads are done with it";
    } else if (!same_block && race.at.space == memory_space::shared) {
        what.message += "with no barrier of the cluster between";
        what.barrier = "cluster.sync()";
    } else if (!same_block) {
        what.message += "and nothing orders the two: blocks of one launch run in any order";
        what.fix =
            "use two launches, one for each access; or write the data, call __threadfence(), and set an atomic "
            "flag: the other block waits until an atomic read sees the flag, calls __threadfence(), and then reads the "
            "data";
    } else if (same_warp(before, now)) {
        what.message += "with no __syncwarp() between: the lanes of a warp do not run in step since Volta";
        what.barrier = "__syncwarp()";
        what.fix = "; volatile does not order the two accesses";
    } else {
        what.message += "with no barrier between";
        what.barrier = "__syncthreads()";
    }
    const auto fix_instead = [&](const char* fix) {
        what.fix = fix;
        what.barrier = nullptr;
    };
    if (race.both_update)
        what.fix_on_one_line =
            same_block
                ? "make the read and the write one atomic operation: atomicAdd(), atomicMax(), atomicCAS(), ..."
                : "make the read and the write one atomic operation: atomicAdd(), atomicMax(), atomicCAS(), "
                  "...; or protect both by a lock, and call __threadfence() after taking it and before releasing it";
    if (before.writes() && now.writes() && before.pc == now.pc)
        fix_instead("let only one thread write the element, or give each thread an element of its own");
    if (before.has(mark::of_block_scope) || now.has(mark::of_block_scope)) return;
    if (!same_block && before.atomic() != now.atomic())
        fix_instead("make both accesses atomic, with __threadfence() where data is handed over; or use two launches");
}

}  // namespace

void report_race(worker& w, const racing_pair& race) {
    const auto describe = [&](raw_finding& what) { describe_race(w, race, what); };
    add_finding(w, race_kind(race.at), race.pc, code_address(race.before.pc), describe, between(race.before, race.now));
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
            raw_finding found{finding_kind::race_volatile, race.pc, other, {}, {}};
            found.message = fmt::format(
                "{} {} {}, and {} {} it at {}, both through volatile, which does not order them: a read may give the "
                "old value or the new value",
                who(w, now.lane()), did(now), describe(race.at, race.bytes), other_thread, did(before), place(other));
            found.fix = before.block == now.block ? "put __syncthreads() between the two accesses"
                                                  : "use two launches, or a flag with __threadfence() on both sides";
            report = [launch = w.launch, found] {
                if (first_time(*launch, found.kind, found.pc, found.other)) add(*launch, found);
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
        add(*w.launch, std::move(what));
    });
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
