#include "races.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "block.hpp"
#include "code/module.hpp"
#include "ordering.hpp"

namespace strider::emulation {

namespace {

bool overlap(const access_record& a, const access_record& b) { return (a.bytes() & b.bytes()) != 0; }
bool covers(const access_record& a, const access_record& b) { return (b.bytes() & ~a.bytes()) == 0; }

// Atomic operations do not race with each other, if both are atomic to the other's lane. Nor do they with volatile
// accesses, which stand for relaxed atomics in older code.
bool tolerate_each_other(const access_record& a, const access_record& b) {
    using mark = access_record::mark;
    if (!a.atomic() && !b.atomic()) return false;
    if (a.block != b.block && (a.has(mark::of_block_scope) || b.has(mark::of_block_scope))) return false;
    return (a.atomic() || a.has(mark::is_volatile)) && (b.atomic() || b.has(mark::is_volatile));
}

// Stores to where the same lane has loaded, as in bins[i]++, with their loads, by their places in the module. Workers
// share it: the pairs are the same everywhere.
std::array<std::atomic<std::uint64_t>, 256> updates;

void note_update(const access_record& store, const access_record& load) {
    updates[store.pc % updates.size()].store(std::uint64_t{store.pc} << 32 | load.pc, std::memory_order_relaxed);
}

// Stores that have changed memory which had been written before, by their places in the module.
std::array<std::atomic<std::uint32_t>, 4096> changing;

// Whether the two readers stand for all, as long as nobody writes, in some time of a block or launch.
template <class Within>
bool is_read_alone(const shadow_cell& cell, Within within) {
    for (const access_record& one : cell.others)
        if (!within(one) || one.kind() != 0 || one.bytes() != 0xF) return false;
    return !within(cell.write) && std::ranges::none_of(cell.more.records(), [&](const access_record& one) {
        return one.writes() && within(one);
    });
}

// For shared_shadow::read_at.
std::uint64_t read_stamp(const block_order& order, const shadow_cell& cell) {
    const auto since_barrier = [&](const access_record& one) {
        return one.block == order.serial && one.time() >= order.barrier_time;
    };
    if (!is_read_alone(cell, since_barrier)) return 0;
    return shared_shadow::stamp(order.barrier_time, same_warp(cell.others[0], cell.others[1])
                                                        ? cell.others[0].lane() / warp_lanes
                                                        : shared_shadow::any_warp);
}

// For shadow_page::read_in.
std::uint32_t read_stamp(const worker& w, const shadow_cell& cell) {
    const std::uint32_t launch = observed(w).launch->first_serial;
    const auto in_launch = [&](const access_record& one) { return one.block - launch < w.launch->blocks; };
    return cell.others[0].block != cell.others[1].block && is_read_alone(cell, in_launch) ? launch : 0;
}

}  // namespace

shadow_page& page_of(worker& w, std::uintptr_t address) {
    const std::uintptr_t number = address / shadow_page_bytes;
    auto& pages = observed(w).shadow.pages;
    block_shadow::cached_page& cached = pages[number % pages.size()];
    if (cached.number != number) cached = {number, observed(w).launch->shadow->page(address)};
    return *cached.page;
}

const void* other_half_of_update(const void* pc) {
    const std::uintptr_t base = own_module().base, offset = reinterpret_cast<std::uintptr_t>(pc) - base;
    for (const auto& one : updates) {
        const std::uint64_t known = one.load(std::memory_order_relaxed), store = known >> 32;
        const std::uint64_t load = static_cast<std::uint32_t>(known);
        if (known != 0 && (store == offset || load == offset))
            return reinterpret_cast<const void*>(base + (store == offset ? load : store));
    }
    return nullptr;
}

const access_record* unfenced_write(const worker& w, const located& memory, std::size_t bytes) {
    const access_record* result = nullptr;
    for (std::size_t done = 0; done < bytes && result == nullptr; done += 4)
        each_record(shadow_of(w, memory).cells[(memory.offset + done) / 4], 0xF, false,
                    [&](const access_record& write) {
                        if (write.block == observed(w).order.serial &&
                            !write.has(access_record::mark::by_async_proxy) && !comes_before_proxies(w, write))
                            result = &write;
                    });
    return result;
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
    last_.bytes = 0;
    std::fill_n(last_volatile_.begin(), w.launch->threads, volatile_access{});
}

bool changes_elsewhere(std::uint32_t pc) {
    return changing[pc % changing.size()].load(std::memory_order_relaxed) == pc;
}

void races::settle_last() {
    if (!last_.keeps()) {
        const std::uint32_t pc = last_.pc;
        if (last_.had_value) changing[pc % changing.size()].store(pc, std::memory_order_relaxed);
    } else if (last_.may_keep) {
        for (std::uint32_t* const kept : std::span(last_.kept).first(last_.count))
            std::atomic_ref(*kept).store(last_.block, std::memory_order_relaxed);
    }
    last_.bytes = 0;
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

// Of the lane's last accesses before it writes.
void races::note_read(worker& w, const access_record& read, const access_record& now) {
    if (read.writes()) return;
    note_update(now, read);
    if (now.has(access_record::mark::by_comparison) && !read.has_marks() && std::exchange(guess_, read.pc) != read.pc)
        [[unlikely]]
        observed(w).launch->doubtful.excuse(code_address(read.pc));
}

namespace {

bool of_unordered_launch(const worker& w, const access_record& one) {
    return unordered_launch(w, one.block) != nullptr;
}

// Whether what races with `old` races with `now` as well; or nothing does any more.
bool hides(const worker& w, access_record now, const access_record& old, bool shared) {
    if (old.block != now.block) return settled(w, old, shared) && !of_unordered_launch(w, old);
    return old.kind() == now.kind() && covers(now, old) && (settled(w, old, shared) || comes_before_in_warp(w, old));
}

// How far two lanes are apart: in a warp, a block, the grid. Whole warps and blocks are ordered, so what comes after
// one of two lanes that are farther apart than a third one is from them does not come after the other one.
int distance(const access_record& a, const access_record& b) {
    return a.block != b.block ? 2 : same_warp(a, b) ? 0 : 1;
}

// Whether two of the kind stand for the access as well.
bool is_covered(const worker& w, std::span<const access_record> all, const access_record& now, bool shared) {
    const access_record* first = nullptr;
    int farthest = -1;
    for (const access_record& one : all) {
        if (one.kind() != now.kind() || !covers(one, now) || settled(w, one, shared)) continue;
        if (first == nullptr)
            first = &one;
        else
            farthest = std::max(farthest, distance(*first, one));
    }
    return first != nullptr && farthest >= distance(*first, now);
}

constexpr std::size_t most_remembered = 64;

// Where fences order some lanes, all are kept; of too many, each other one.
[[gnu::noinline]] void remember_more(const worker& w, access_history& more, access_record now, bool shared) {
    const auto is_hidden = [&](const access_record& one) { return hides(w, now, one, shared); };
    const bool partly = orders_some_lanes(w);
    if (const auto all = more.records(); all.empty())
        return more.put(now);
    else if (!partly || all.size() >= most_remembered || is_hidden(all.front()) || is_hidden(all.back()))
        more.erase_if(is_hidden);
    if (!partly && is_covered(w, more.records(), now, shared)) return;
    if (more.records().size() >= most_remembered) {
        bool odd = false;
        more.erase_if([&](const access_record& one) { return one.kind() == now.kind() && (odd = !odd); });
    }
    more.put(now);
}

// Bytes of one granule are often accessed one by one.
void replace(access_record& old, access_record now) {
    const bool again = old.block == now.block && old.lane() == now.lane() && old.time() == now.time();
    const unsigned before = again && old.pc != now.pc && old.kind() == now.kind() ? old.bytes() : 0;
    old = now;
    old.packed |= before;
}

void remember_write(shadow_cell& cell, access_record now) {
    replace(cell.write, now);
    for (access_record& one : cell.others)
        if (covers(cell.write, one)) one = {};
    cell.more.erase_if([&](const access_record& one) { return covers(cell.write, one); });
}

void remember(const worker& w, shadow_cell& cell, access_record now, bool shared) {
    const auto gives_way = [&](const access_record& old) {
        if (old.kind() != 0 || now.kind() != 0) return hides(w, now, old, shared);
        return !concurrent(w, old, shared) && !of_unordered_launch(w, old);
    };
    auto& [first, second] = cell.others;
    if (gives_way(first)) return replace(first, now);
    if (gives_way(second)) return replace(second, now);
    const bool alike = first.kind() == now.kind() && second.kind() == now.kind() &&
                       (now.kind() == 0 || (covers(first, now) && covers(second, now)));
    if (!alike || orders_some_lanes(w)) return remember_more(w, cell.more, now, shared);
    if (distance(first, now) > distance(first, second)) second = now;
}

}  // namespace

void races::check_cell(worker& w, shadow_cell& cell, std::uint32_t& kept, const touched_memory& what,
                       access_record now) {
    const bool shared = what.shared(), writes = now.writes();
    const auto look = [&](const access_record& before, const std::uint32_t* kept = nullptr) {
        if (settled(w, before, shared)) [[likely]]
            return;
        if (!overlap(before, now) || tolerate_each_other(before, now)) return;
        if (!comes_before(w, before)) judge_pair(w, what, before, now, kept);
    };
    const auto look_at_other = [&](const access_record& before) {
        if (writes && before.block == now.block && before.lane() == now.lane()) return note_read(w, before, now);
        if (before.atomic() && now.atomic() && tolerate_each_other(before, now)) return;
        if (writes || before.writes()) look(before);
    };
    look(cell.write, &kept);
    for (const access_record& one : cell.others) look_at_other(one);
    for (const access_record& one : cell.more.records()) look_at_other(one);
    if (writes && now.plain()) {
        remember_write(cell, now);
        const std::atomic_ref flag(kept);
        if (flag.load(std::memory_order_relaxed) != 0) flag.store(0, std::memory_order_relaxed);
    } else {
        remember(w, cell, now, shared);
    }
}

namespace {

unsigned marks_of(const worker& w, const touched_memory& what) {
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
    if (what.writes()) marks |= mark::is_write;
    return marks;
}

}  // namespace

void races::check(worker& w, touched_memory& what) {
    const block_order& order = observed(w).order;
    observed_launch& launch = *observed(w).launch;
    const auto offset_in_module =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(what.pc) - own_module().base);
    const unsigned marks = (what.how & ~access_unaligned) != 0 ? marks_of(w, what) : 0;
    std::unique_lock<std::mutex> lock;
    const bool compared = what.writes() && marks == access_record::mark::is_write && what.copy == nullptr &&
                          what.bytes <= sizeof(begun_store::earlier);
    if (compared) {
        last_.begin(what.address, what.bytes);
        last_.pc = offset_in_module;
        last_.block = order.serial;
        last_.count = 0;
        last_.may_keep = last_.had_value = true;
    }
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
            shadow_cell& cell = shadow.cells[index];
            if (compared) last_.had_value &= cell.write.block == order.serial;
            check_cell(w, cell, shadow.kept[index], what, now);
            if (compared) last_.kept[last_.count++] = &shadow.kept[index];
            const bool again = !what.read_again && w.cluster == nullptr;
            shadow.read_at[index] = again ? read_stamp(order, shadow.cells[index]) : 0;
        } else {
            shadow_page& page = page_of(w, address);
            const std::size_t index = address % shadow_page_bytes / 4;
            __builtin_prefetch(&page.cells[index] + 1, 1);  // for the next lane
            if (launch.shared_among_workers && (done == 0 || address % global_shadow::stripe_bytes == 0)) {
                if (lock) lock.unlock();
                lock = std::unique_lock(launch.shadow->stripe(address).mutex);
            }
            check_cell(w, page.cells[index], page.kept[index], what, now);
            if (compared) last_.kept[last_.count++] = &page.kept[index];
            if (lock && done == 0 && what.writes() && what.bytes <= sizeof(begun_store::earlier)) {
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

void races::on_access(worker& w, touched_memory& what) {
    if (what.has(access_volatile)) [[unlikely]]
        note_polling(w, what);
    check(w, what);
    if (what.has(access_volatile)) [[unlikely]]
        note_volatile(w, what);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
