#include <algorithm>
#include <bit>

#include "analysis.hpp"
#include "block.hpp"
#include "recorder.hpp"
#include "run/scheduler.hpp"
#include "traffic.hpp"

namespace strider::emulation {

namespace {

bool is_traced(const worker& w, unsigned warp) {
    const auto& traced = w.launch->how.traced;
    return traced && traced->block == w.block.number && traced->warp == warp;
}

/// The logs of one warp, while they are replayed.
class warp_replay {
public:
    warp_replay(recorder& r, worker& w, unsigned warp)
        : worker_(w),
          logs_(&r.logs[warp * warp_lanes]),
          record_(r),
          block_(w.block.number),
          far_(w.launch->blocks / 8),
          heard_(observed(w).requests_heard),
          traced_(is_traced(w, warp)),
          starved_(w.lock_step ? 0 : r.starved[warp]) {
        const unsigned lanes = std::min(w.launch->threads - warp * warp_lanes, warp_lanes);
        for (unsigned i = 0; i < lanes; ++i)
            if (logs_[i].begin != logs_[i].next) active_ |= 1u << i;
        compare_calls();
    }

    // Until all logs are empty, or one is whose lane goes on when it has room: what it does may come before the rest.
    // In lock step nothing can, since no lane runs ahead.
    void run() {
        while (active_ != 0 && (starved_ & ~active_) == 0) {
            const unsigned group = choose();
            count(group);
            advance(group);
        }
    }

private:
    const event& next(unsigned lane) const { return *logs_[lane].begin; }

    void compare_calls() {
        same_calls_ = true;
        const auto& first = logs_[std::countr_zero(active_ | 0x80000000u)].calls;
        for (unsigned rest = active_; rest != 0 && same_calls_; rest &= rest - 1)
            same_calls_ = logs_[std::countr_zero(rest)].calls == first;
    }

    // Whether lane a is at an earlier place than lane b: by their call sites, then by what they do next.
    bool earlier(unsigned a, unsigned b) const {
        const auto &one = logs_[a].calls, &other = logs_[b].calls;
        const std::size_t common = std::min(one.size(), other.size());
        for (std::size_t i = 0; i < common; ++i)
            if (one[i] != other[i]) return one[i] < other[i];
        const std::uint32_t here = one.size() > common ? one[common] : next(a).pc;
        const std::uint32_t there = other.size() > common ? other[common] : next(b).pc;
        return here != there ? here < there : one.size() < other.size();
    }

    // The lanes that do the next thing.
    unsigned choose() {
        const unsigned first = std::countr_zero(active_);
        if (same_calls_) {
            const std::uint32_t pc = next(first).pc;
            std::uint32_t least = pc, differs = 0;
            for (unsigned rest = active_; rest != 0; rest &= rest - 1) {
                const std::uint32_t other = next(std::countr_zero(rest)).pc;
                least = std::min(least, other);
                differs |= other ^ pc;
            }
            if (differs == 0) [[likely]]
                return active_;
            note_parting();
            unsigned group = 0;
            for (unsigned rest = active_; rest != 0; rest &= rest - 1)
                if (next(std::countr_zero(rest)).pc == least) group |= rest & -rest;
            return group;
        }
        note_parting();
        unsigned least = first;
        for (unsigned rest = active_; rest != 0; rest &= rest - 1)
            if (earlier(std::countr_zero(rest), least)) least = std::countr_zero(rest);
        unsigned group = 0;
        for (unsigned rest = active_; rest != 0; rest &= rest - 1) {
            const unsigned lane = std::countr_zero(rest);
            if (!earlier(least, lane)) group |= rest & -rest;
        }
        return group;
    }

    // After a step, its lanes are not at one place any more.
    void note_parting() {
        if (std::exchange(stepped_, 0) == 0) return;
        const unsigned together = last_ & active_;
        if (together == 0) return;
        const unsigned first = std::countr_zero(together);
        for (unsigned rest = together; rest != 0; rest &= rest - 1)
            if (next(std::countr_zero(rest)).pc != next(first).pc) {
                ++record_.at(last_pc_).divergent_branches;
                return;
            }
    }

    void count(unsigned group) {
        const event& what = next(std::countr_zero(group));
        stepped_ = what.kind == event_kind::step;
        last_ = group;
        last_pc_ = what.pc;
        if (what.kind == event_kind::enter || what.kind == event_kind::leave) return;
        counters& counted = record_.at(what.pc);
        switch (what.kind) {
            case event_kind::step:
                ++counted.warp_steps;
                loaded_ = false;
                counted.thread_steps += std::popcount(group);
                return;
            case event_kind::sync:
                ++counted.warp_syncs;
                return;
            default:
                count_access(counted, what, group);
        }
    }

    [[gnu::always_inline]] void count_access(counters& counted, const event& what, unsigned group) {
        std::array<lane_address, warp_lanes> storage;
        std::size_t size = 0;
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
            const unsigned lane = std::countr_zero(rest);
            storage[size++] = {next(lane).address, lane};
        }
        const std::span<const lane_address> lanes(storage.data(), size);
        const unsigned cost = count_cost(counted, what, lanes);
        if (heard_) [[unlikely]]
            tell(worker_, what, cost, lanes);
        if (record_.touched) count_footprint(counted, what, lanes);
        if (!traced_) return;
        recorded_request request{what.kind, what.pc, what.bytes, cost, group, {}};
        for (const auto& [address, lane] : lanes) request.addresses[lane] = address;
        record_.requests.push_back(request);
    }

    // No member of the replay, whose state stays in registers so.
    [[gnu::noinline]] static void tell(worker& w, const event& what, unsigned cost,
                                       std::span<const lane_address> lanes) {
        observed(w).request(w, {what.kind, what.pc, what.bytes, cost, lanes});
    }

    // Counts the access, and returns its cost as warp_request has it.
    static unsigned count_cost(counters& counted, const event& what, std::span<const lane_address> lanes) {
        const auto shared = [&](shared_access how, std::uint64_t& requests, std::uint64_t& wavefronts) {
            const unsigned taken = shared_wavefronts(lanes, what.bytes, how);
            ++requests;
            wavefronts += taken;
            counted.shared_excess_wavefronts += taken - least_shared_wavefronts(lanes, what.bytes, how);
            return taken;
        };
        const auto global = [&](unsigned touched, std::uint64_t& requests, std::uint64_t& sectors,
                                std::uint64_t& bytes) {
            ++requests;
            sectors += touched;
            bytes += lanes.size() * what.bytes;
            return touched;
        };
        switch (what.kind) {
            case event_kind::shared_load:
                return shared(shared_access::load, counted.shared_load_requests, counted.shared_load_wavefronts);
            case event_kind::shared_store:
                return shared(shared_access::store, counted.shared_store_requests, counted.shared_store_wavefronts);
            case event_kind::shared_copy:
                return shared(shared_access::store, counted.shared_copy_requests, counted.shared_copy_wavefronts);
            case event_kind::global_load:
                return global(global_sectors(lanes, what.bytes), counted.global_load_requests,
                              counted.global_load_sectors, counted.global_load_bytes);
            case event_kind::global_copy:
                return global(copied_sectors(lanes, what.bytes), counted.global_load_requests,
                              counted.global_load_sectors, counted.global_load_bytes);
            case event_kind::global_store:
                return global(global_sectors(lanes, what.bytes), counted.global_store_requests,
                              counted.global_store_sectors, counted.global_store_bytes);
            case event_kind::shared_atomic:
                counted.shared_atomics += lanes.size();
                [[fallthrough]];
            default:
                const unsigned contention = most_on_one_address(lanes);
                if (what.kind == event_kind::shared_atomic)
                    counted.shared_atomic_passes += shared_wavefronts(lanes, what.bytes, shared_access::load);
                else  // nvcc joins the lanes of a warp where it sees that they share an address
                    counted.global_atomic_passes +=
                        contention == lanes.size() ? 1 : std::max(contention, global_sectors(lanes, what.bytes));
                ++counted.atomic_requests;
                counted.atomics += lanes.size();
                counted.atomic_max_contention = std::max<std::uint64_t>(counted.atomic_max_contention, contention);
                return contention;
        }
    }

    void count_footprint(counters& counted, const event& what, std::span<const lane_address> lanes) {
        const bool loads = what.kind == event_kind::global_load || what.kind == event_kind::global_copy;
        if (loads && !std::exchange(loaded_, true)) ++counted.load_batches;
        const footprint::access kind = loads                                    ? footprint::load
                                       : what.kind == event_kind::global_store  ? footprint::store
                                       : what.kind == event_kind::global_atomic ? footprint::atomic
                                                                                : footprint::accesses;
        if (kind == footprint::accesses) return;
        std::uint64_t before = ~std::uint64_t{0};
        for (const auto& [address, lane] : lanes)
            for (std::uint64_t sector = address / 32; sector <= (address + what.bytes - 1) / 32; ++sector) {
                if (sector == std::exchange(before, sector)) continue;
                if (kind == footprint::load && record_.touched.holds(block_, sector)) continue;
                count_sector(counted, kind, record_.touched.note(kind, sector, block_));
            }
    }

    // Blocks of one eighth of the grid run at about the same time.
    void count_sector(counters& counted, footprint::access kind, std::optional<std::uint64_t> blocks_between) const {
        const bool far = blocks_between && *blocks_between > far_;
        counted.l2_load_sectors += kind == footprint::load;
        counted.far_load_sectors += far && kind == footprint::load;
        counted.far_store_sectors += far && kind != footprint::load;
        if (blocks_between) return;
        counted.first_load_sectors += kind == footprint::load;
        counted.first_store_sectors += kind == footprint::store;
        counted.atomic_sectors += kind == footprint::atomic;
    }

    void advance(unsigned group) {
        const event_kind kind = next(std::countr_zero(group)).kind;
        const bool calls_change = kind == event_kind::enter || kind == event_kind::leave;
        const unsigned before = active_;
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
            const unsigned lane = std::countr_zero(rest);
            lane_log& log = logs_[lane];
            if (kind == event_kind::enter)
                log.calls.push_back(log.begin->pc);
            else if (kind == event_kind::leave)
                log.calls.pop_back();
            if (++log.begin == log.next) active_ &= ~(1u << lane);
        }
        if (calls_change || before != active_) compare_calls();
    }

    worker& worker_;
    lane_log* logs_;
    recorder& record_;
    std::uint64_t block_, far_;
    bool heard_, traced_;
    unsigned starved_;
    unsigned active_ = 0;  ///< lanes with something in their log
    unsigned last_ = 0;    ///< the lanes that were last together
    bool loaded_ = false;  ///< from global memory since the last step
    std::uint32_t last_pc_ = 0;
    bool stepped_ = false;
    bool same_calls_ = true;
};

void give_buffer(recorder& r, unsigned warp) {
    if (r.spare.empty()) r.spare.push_back(std::make_unique<warp_buffer>());
    r.buffers[warp] = std::move(r.spare.back());
    r.spare.pop_back();
    event* place = r.buffers[warp]->events.data();
    for (unsigned i = 0; i < warp_lanes; ++i, place += warp_buffer::stride) {
        lane_log& log = r.logs[warp * warp_lanes + i];
        log.next = log.begin = place;
        log.end = place + warp_buffer::lane_events;
    }
}

void take_buffer(recorder& r, unsigned warp) {
    if (!r.buffers[warp]) return;
    for (unsigned i = 0; i < warp_lanes; ++i) {
        lane_log& log = r.logs[warp * warp_lanes + i];
        log.next = log.begin = log.end = nullptr;
    }
    r.spare.push_back(std::move(r.buffers[warp]));
}

}  // namespace

void make_room(recorder& r, worker& w, const void* pc) {
    const unsigned warp = w.current->index / warp_lanes;
    if (!r.buffers[warp]) return give_buffer(r, warp);
    r.starved[warp] |= w.current->mask;
    wait(w, waiting::log_room, pc);
    if (!r.buffers[warp]) give_buffer(r, warp);
}

void replay(recorder& r, worker& w, unsigned warp) {
    if (!r.buffers[warp]) return;
    warp_replay(r, w, warp).run();
    // What is left moves to the front of its log.
    bool unread = false;
    event* place = r.buffers[warp]->events.data();
    for (unsigned i = 0; i < warp_lanes; ++i, place += warp_buffer::stride) {
        lane_log& log = r.logs[warp * warp_lanes + i];
        unread = unread || log.begin != log.next;
        log.next = std::move(log.begin, log.next, place);
        log.begin = place;
        if ((r.starved[warp] >> i & 1) != 0 && log.next != log.end) {
            r.starved[warp] &= ~(1u << i);
            wake(w, warp, 1u << i);
        }
    }
    if (!unread) take_buffer(r, warp);
}

void clear_logs(recorder& r, const worker& w) {
    r.starved = {};
    for (unsigned i = 0; i < w.warp_count; ++i) take_buffer(r, i);
    for (unsigned i = 0; i < w.launch->threads; ++i) r.logs[i].calls.clear();
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
