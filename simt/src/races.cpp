// Two accesses to the same bytes, one of them a write, by different threads with nothing that orders them.
#include <fmt/format.h>

#include "checker.hpp"
#include "findings.hpp"
#include "module.hpp"
#include "observe.hpp"

namespace simt {

namespace {

const void* code_address(std::uint32_t offset) { return reinterpret_cast<const void*>(own_module().base + offset); }

bool same_warp(const access_record& a, const access_record& b) {
    return a.block == b.block && a.lane() / warp_lanes == b.lane() / warp_lanes;
}

// Whether the access could happen at the same time as the current lane's `now`.
bool concurrent(const worker& w, const access_record& before, const access_record& now, bool shared) {
    const checker& check = *w.check;
    if (before.block == now.block)
        return before.time() >= check.barrier_time && before.lane() != now.lane() && !comes_before(w, before);
    // Shared memory is new in every block, and launches come one after the other.
    const std::uint32_t other = before.block - check.launch->first_serial;
    return !shared && other < w.launch->blocks && !comes_before(w, before);
}

// Atomic operations do not race with each other. Nor do volatile accesses, which stand for relaxed atomics in older
// code, but for those of one warp: they are what is left of code that relied on lanes running in step.
bool tolerate_each_other(const access_record& a, const access_record& b) {
    if (a.atomic() && b.atomic()) return true;
    return (a.atomic() || a.is_volatile()) && (b.atomic() || b.is_volatile()) &&
           (a.atomic() || b.atomic() || !same_warp(a, b));
}

std::string did(const access_record& access, bool write) {
    return access.atomic() ? "updates atomically" : write ? "writes" : "reads";
}

void report_race(worker& w, const located& at, std::size_t bytes, const access_record& before, bool before_writes,
                 const access_record& now, bool now_writes, const void* pc) {
    const bool shared = at.space == memory_space::shared;
    const void* const other = code_address(before.pc);
    add_finding(w, shared ? finding_kind::race_shared : finding_kind::race_global, pc, other, [&](raw_finding& what) {
        const bool same_block = before.block == now.block;
        const std::string other_thread =
            same_block ? who(w, before.lane())
                       : who(*w.launch, before.block - w.check->launch->first_serial, before.lane());
        what.message = fmt::format("{} {} {}, and {} {} it at {}, ", who(w, now.lane()), did(now, now_writes),
                                   describe(at, bytes), other_thread, did(before, before_writes), place(other));
        if (!same_block) {
            what.message += "in no order: blocks of one launch run in any order";
            what.fix =
                "give each block its own memory, use two launches, or hand over in order: __threadfence() and an "
                "atomic by the one, an atomic and __threadfence() by the other";
        } else if (same_warp(before, now)) {
            what.message += "with no __syncwarp() between: the lanes of a warp do not run in step since Volta";
            what.fix =
                "put __syncwarp() between the two accesses, and between the reads and the writes of one step "
                "(__syncthreads() where threads of other warps take part); volatile does not order them";
        } else {
            what.message += "with no barrier between";
            what.fix =
                "put __syncthreads() between the two accesses, and between the reads and the writes of one step; or "
                "add with atomicAdd() where several threads add to one element";
        }
        if (before.atomic() != now.atomic()) what.fix += "; or make both of them atomic";
    });
}

void check_cell(worker& w, shadow_cell& cell, const located& at, std::size_t bytes, access_record now, bool writes,
                const void* pc) {
    const bool shared = at.space == memory_space::shared;
    const auto look = [&](const access_record& before, bool before_writes) {
        if (before.empty() || (before.bytes() & now.bytes()) == 0 || tolerate_each_other(before, now)) return;
        if (concurrent(w, before, now, shared)) [[unlikely]]
            report_race(w, at, bytes, before, before_writes, now, writes, pc);
    };
    const auto mine = [&](const access_record& one) { return one.block == now.block && one.lane() == now.lane(); };
    // Bytes of one granule are often accessed one by one.
    const auto replace = [&](access_record& old) {
        if (mine(old) && old.time() == now.time() && old.pc != now.pc) now.packed |= old.bytes();
        old = now;
    };
    look(cell.write, true);
    if (writes) {
        look(cell.read, false);
        look(cell.other_read, false);
        replace(cell.write);
        if ((cell.read.bytes() & ~now.bytes()) == 0) cell.read = {};
        if ((cell.other_read.bytes() & ~now.bytes()) == 0) cell.other_read = {};
        return;
    }
    access_record &first = cell.read, &second = cell.other_read;
    if (first.empty() || mine(first) || !concurrent(w, first, now, shared))
        replace(first);
    else if (second.empty() || mine(second) || !concurrent(w, second, now, shared) ||
             (same_warp(first, second) && !same_warp(first, now)))
        replace(second);
}

shadow_page& page_of(worker& w, std::uintptr_t address) {
    const std::uintptr_t number = address / shadow_page_bytes;
    checker::cached_page& cached = w.check->pages[number % w.check->pages.size()];
    if (cached.number != number) cached = {number, w.check->launch->shadow->page(address)};
    return *cached.cells;
}

shared_cell& cell_of(checker& check, const located& at, std::size_t offset) {
    return at.dynamic ? check.dynamic_cells[offset / 4] : check.static_cells[offset / 4];
}

}  // namespace

shadow_page* global_shadow::page(std::uintptr_t address) {
    const std::lock_guard guard(mutex_);
    auto& one = pages_[address / shadow_page_bytes];
    if (!one) one = std::make_unique<shadow_page>();
    return one.get();
}

void check_races(worker& w, const located& at, std::size_t bytes, unsigned how, const void* pc) {
    checker& check = *w.check;
    const bool writes = (how & access_store) != 0, reads = !writes || (how & access_update) != 0;
    const auto offset_in_module = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - own_module().base);
    const bool shared = at.space == memory_space::shared;
    bool written = true;
    for (std::size_t done = 0; done < bytes;) {
        const std::uintptr_t address = at.address + done;
        const auto first = static_cast<unsigned>(address % 4);
        const auto count = static_cast<unsigned>(std::min<std::size_t>(4 - first, bytes - done));
        const unsigned mask = ((1u << count) - 1) << first;
        const auto now = access_record::make(check.clock, w.current->index, mask, (how & access_atomic) != 0,
                                             (how & access_volatile) != 0, check.serial, offset_in_module);
        if (shared) {
            shared_cell& cell = cell_of(check, at, at.offset + done);
            const unsigned before = cell.written_block == check.shared_serial ? cell.written_bytes : 0;
            if (reads && (mask & ~before) != 0) written = false;
            if (writes) {
                cell.written_block = check.shared_serial;
                cell.written_bytes = before | mask;
            }
            check_cell(w, cell.accesses, at, bytes, now, writes, pc);
        } else {
            shadow_cell& cell = page_of(w, address)[address % shadow_page_bytes / 4];
            std::unique_lock<std::mutex> lock;
            if (check.launch->shared_among_workers) lock = std::unique_lock(check.launch->shadow->stripe(address));
            check_cell(w, cell, at, bytes, now, writes, pc);
        }
        done += count;
    }
    if (reads && !shared && at.entry != nullptr && at.entry->poisoned)
        written = !uninitialised(*at.entry, at.address, bytes);
    if (!written) [[unlikely]]
        report_uninitialised(w, at, bytes, pc);
}

}  // namespace simt
