#include "races.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "block.hpp"
#include "code/module.hpp"
#include "ordering.hpp"
#include "race_report.hpp"

namespace strider::executor {

namespace {

// Atomic operations do not race with each other, if both are atomic to the other's lane. Nor do they with volatile
// accesses, which stand for relaxed atomics in older code.
bool tolerate_each_other(const access_record& a, const access_record& b) {
    using mark = access_record::mark;
    if (!a.atomic() && !b.atomic()) return false;
    if (a.block != b.block && (a.has(mark::of_block_scope) || b.has(mark::of_block_scope))) return false;
    return (a.atomic() || a.has(mark::is_volatile)) && (b.atomic() || b.has(mark::is_volatile));
}

// Pairs of volatile accesses of one warp are what is left of code that relied on lanes running in step: a race. Others
// may be a flag and those who wait for it.
bool may_be_flag(const access_record& a, const access_record& b) {
    using mark = access_record::mark;
    return a.has(mark::is_volatile) && b.has(mark::is_volatile) && !same_warp(a, b);
}

// A plain load may guess what a compare-and-swap then finds, as in the programming guide's atomicAdd() of doubles: a
// guess that is out of date costs a turn of the loop.
bool may_be_guess(const access_record& before, const access_record& now) {
    using mark = access_record::mark;
    return (!before.has_marks() && now.has(mark::by_comparison)) ||
           (before.has(mark::by_comparison) && !now.has_marks());
}

// Lanes may store the same value, which is a note. What copies bring is known later.
bool may_store_equal(const access_record& before, const access_record& now) {
    const auto copies = [](const access_record& one) { return one.has(access_record::mark::by_async_proxy); };
    return !before.atomic() && !now.atomic() && (before.pc == now.pc || (!copies(before) && !copies(now)));
}

// Stores to where the same lane has loaded, as in bins[i]++, with their loads, by their places in the module. Workers
// share it: the pairs are the same everywhere.
std::array<std::atomic<std::uint64_t>, 256> updates;

void note_update(const access_record& store, const access_record& load) {
    updates[store.pc % updates.size()].store(std::uint64_t{store.pc} << 32 | load.pc, std::memory_order_relaxed);
}

// The load of the update that the store may belong to; 0: none is known.
std::uint32_t load_of(const access_record& store) {
    const std::uint64_t known = updates[store.pc % updates.size()].load(std::memory_order_relaxed);
    return known >> 32 == store.pc ? static_cast<std::uint32_t>(known) : 0;
}

bool reads_all(const access_record& one) { return one.bytes() == 0xF && !one.has_marks(); }

// For shared_shadow::read_at.
std::uint64_t read_stamp(const block_order& order, const shadow_cell& cell) {
    const auto& [write, first, second] = cell;
    const auto since_barrier = [&](const access_record& one) {
        return one.block == order.serial && one.time() >= order.barrier_time;
    };
    if (!since_barrier(first) || !since_barrier(second) || !reads_all(first) || !reads_all(second) ||
        since_barrier(write))
        return 0;
    return shared_shadow::stamp(order.barrier_time,
                                same_warp(first, second) ? first.lane() / warp_lanes : shared_shadow::any_warp);
}

// For shadow_page::read_in.
std::uint32_t read_stamp(const worker& w, const shadow_cell& cell) {
    const std::uint32_t launch = observed(w).launch->first_serial;
    const auto in_launch = [&](const access_record& one) { return one.block - launch < w.launch->blocks; };
    const bool by_two = in_launch(cell.read) && in_launch(cell.other_read) && cell.read.block != cell.other_read.block;
    return by_two && !in_launch(cell.write) && reads_all(cell.read) && reads_all(cell.other_read) ? launch : 0;
}

// A store of another worker is remembered before it is done. It is done soon: by the next access there.
void await_stores(const std::atomic<unsigned>& storing, unsigned own) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    while (storing.load(std::memory_order_acquire) > own && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
}

}  // namespace

shadow_page& page_of(worker& w, std::uintptr_t address) {
    const std::uintptr_t number = address / shadow_page_bytes;
    auto& pages = observed(w).shadow.pages;
    block_shadow::cached_page& cached = pages[number % pages.size()];
    if (cached.number != number) cached = {number, observed(w).launch->shadow->page(address)};
    return *cached.page;
}

const access_record* unfenced_write(const worker& w, const located& at, std::size_t bytes) {
    for (std::size_t done = 0; done < bytes; done += 4) {
        const access_record& write = shadow_of(w, at).cells[(at.offset + done) / 4].write;
        if (write.empty() || write.block != observed(w).order.serial || write.has(access_record::mark::by_async_proxy))
            continue;
        if (!comes_before_proxies(w, write)) return &write;
    }
    return nullptr;
}

shadow_page* global_shadow::page(std::uintptr_t address) {
    const std::lock_guard guard(mutex_);
    auto& one = pages_[address / shadow_page_bytes];
    if (!one) one = std::make_unique<shadow_page>();
    return one.get();
}

const shadow_page* global_shadow::find(std::uintptr_t address) {
    const std::lock_guard guard(mutex_);
    const auto at = pages_.find(address / shadow_page_bytes);
    return at == pages_.end() ? nullptr : at->second.get();
}

void races::begin_launch(worker& w) {
    observed_block& block = observed(w);
    block.shadow.statics.hold(block.shared.static_bytes);
    block.shadow.own.hold(block.shared.block_bytes);
    block.shadow.pages.fill({});
    guess_ = 0;
}

void races::begin_block(worker& w) {
    begun_.clear();
    std::fill_n(last_volatile_.begin(), w.launch->threads, volatile_access{});
}

[[gnu::noinline]] void races::begin_store(worker& w, const touched_memory& what, const access_record& before,
                                          const access_record& now) {
    if (!what.shared() && before.block != now.block)
        await_stores(observed(w).launch->shadow->stripe(what.address).storing, storing_ != nullptr);
    begun_store& begun = begun_[w.current->index];
    begun = {what.at, what.bytes, before, now, what.pc, {}};
    std::memcpy(begun.value, reinterpret_cast<const void*>(what.address), std::min(what.bytes, sizeof(begun.value)));
}

void races::settle_store(worker& w) {
    const auto found = begun_.find(w.current->index);
    if (found == begun_.end()) return;
    const begun_store begun = found->second;
    begun_.erase(found);
    const racing_pair race{.at = begun.at,
                           .bytes = begun.bytes,
                           .before = begun.before,
                           .now = begun.now,
                           .before_writes = true,
                           .now_writes = true,
                           .pc = begun.pc,
                           .both_update = begun.before.pc == begun.now.pc && load_of(begun.now) != 0};
    const std::size_t compared = std::min(begun.bytes, sizeof(begun.value));
    if (std::memcmp(begun.value, reinterpret_cast<const void*>(begun.at.address), compared) != 0)
        return report_race(w, race);
    note_equal_stores(w, race);
}

// Whoever looks at one cell twice in a row waits for it.
void races::note_polling(worker& w, const touched_memory& what) {
    volatile_access& last = last_volatile_[w.current->index];
    if (!what.writes() && last.address == what.address && last.pc == what.pc) {
        if (!std::exchange(last.polled, true)) observed(w).launch->doubtful.excuse(what.pc);
        return;
    }
    last = {what.writes() ? 0 : what.address, what.pc, false};
}

void races::check_cell(worker& w, shadow_cell& cell, const touched_memory& what, access_record now) {
    const bool shared = what.shared(), writes = what.writes();
    const auto mine = [&](const access_record& one) { return one.block == now.block && one.lane() == now.lane(); };
    if (writes && mine(cell.read)) note_update(now, cell.read);
    if (writes && mine(cell.other_read)) note_update(now, cell.other_read);
    if (now.has(access_record::mark::by_comparison)) [[unlikely]] {
        for (const access_record& read : {cell.read, cell.other_read})
            if (mine(read) && !read.has_marks() && std::exchange(guess_, read.pc) != read.pc)
                observed(w).launch->doubtful.excuse(code_address(read.pc));
    }
    const auto pair = [&](const access_record& before, bool before_writes) {
        return racing_pair{.at = what.at,
                           .bytes = what.bytes,
                           .before = before,
                           .now = now,
                           .before_writes = before_writes,
                           .now_writes = writes,
                           .pc = what.pc};
    };
    const auto look = [&](const access_record& before, bool before_writes) {
        if (settled(w, before, shared)) [[likely]]
            return;
        if ((before.bytes() & now.bytes()) == 0 || tolerate_each_other(before, now)) return;
        if (!concurrent(w, before, shared)) return;
        using mark = access_record::mark;
        const access_record& write = before_writes ? before : now;
        if (may_be_flag(before, now)) {
            if (!write.has(mark::after_fence)) note_volatile_pair(w, pair(before, before_writes));
        } else if (may_be_guess(before, now) && !(writes && before_writes) && !w.launch->how.strict) {
            report_unless_guess(w, pair(before, before_writes));
        } else if (writes && before_writes && may_store_equal(before, now) && !w.launch->how.strict &&
                   what.bytes <= sizeof(begun_store::value)) {
            begin_store(w, what, before, now);
        } else {
            racing_pair race = pair(before, before_writes);
            race.both_update = before_writes && writes ? before.pc == now.pc && load_of(now) != 0
                               : before_writes         ? load_of(before) == now.pc
                                                       : load_of(now) == before.pc;
            report_race(w, race);
        }
    };
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
    const auto is_kept = [&](const access_record& one) {
        return concurrent(w, one, shared) || observed(w).launch->unordered.launch_of(one.block) != nullptr;
    };
    if (!is_kept(first))
        replace(first);
    else if (!is_kept(second) || (same_warp(first, second) && !same_warp(first, now)))
        replace(second);
}

namespace {

unsigned marks_of(const worker& w, const memory_access& what) {
    using mark = access_record::mark;
    unsigned marks = 0;
    if (what.has(access_atomic)) marks |= mark::is_atomic;
    if (what.has(access_volatile)) {
        const lane_order& order = observed(w).order.lanes[w.current->index];
        marks |= mark::is_volatile;
        if (order.any && order.fences[0].lane_time != 0) marks |= mark::after_fence;
    }
    if (what.has(access_block_scope)) marks |= mark::of_block_scope;
    if (what.has(access_compare)) marks |= mark::by_comparison;
    if (what.has(access_async)) marks |= mark::by_async_proxy;
    return marks;
}

}  // namespace

void races::check(worker& w, touched_memory& what) {
    const block_order& order = observed(w).order;
    observed_launch& launch = *observed(w).launch;
    const auto offset_in_module =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(what.pc) - own_module().base);
    const unsigned marks = (what.how & ~(access_store | access_unaligned)) != 0 ? marks_of(w, what) : 0;
    std::unique_lock<std::mutex> lock;
    for (std::size_t done = 0; done < what.bytes;) {
        const std::uintptr_t address = what.address + done;
        const auto first = static_cast<unsigned>(address % 4);
        const auto count = static_cast<unsigned>(std::min<std::size_t>(4 - first, what.bytes - done));
        const unsigned mask = ((1u << count) - 1) << first;
        const auto now =
            access_record::make(order.clock, w.current->index, mask, marks, order.serial, offset_in_module);
        if (what.shared()) {
            shared_shadow& shadow = shadow_of(w, what.at);
            const std::size_t index = (what.at.offset + done) / 4;
            check_cell(w, shadow.cells[index], what, now);
            const bool again = !what.read_again && w.cluster == nullptr;
            shadow.read_at[index] = again ? read_stamp(order, shadow.cells[index]) : 0;
        } else {
            shadow_page& page = page_of(w, address);
            const std::size_t index = address % shadow_page_bytes / 4;
            if (launch.shared_among_workers && (done == 0 || address % global_shadow::stripe_bytes == 0)) {
                if (lock) lock.unlock();
                lock = std::unique_lock(launch.shadow->stripe(address).mutex);
            }
            check_cell(w, page.cells[index], what, now);
            if (lock && done == 0 && what.writes()) {
                end_storing();
                storing_ = &launch.shadow->stripe(address).storing;
                storing_->fetch_add(1, std::memory_order_relaxed);
            }
            const bool again = !what.read_again && what.at.lasting;
            page.read_in[index].store(again ? read_stamp(w, page.cells[index]) : 0, std::memory_order_relaxed);
        }
        done += count;
    }
}

void races::touch(worker& w, touched_memory& what) {
    if (what.has(access_volatile)) [[unlikely]]
        note_polling(w, what);
    check(w, what);
    if (what.has(access_volatile)) [[unlikely]]
        note_volatile(w, what);
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
