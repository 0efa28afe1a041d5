#include "observe.hpp"

#include <fmt/format.h>

#include <strider/simt/work.hpp>

#include "checker.hpp"
#include "code/module.hpp"
#include "recorder.hpp"
#include "run/cluster.hpp"
#include "run/deadlock.hpp"
#include "run/findings.hpp"
#include "run/lock_step.hpp"
#include "run/scheduler.hpp"
#include "session_state.hpp"

namespace simt {

std::atomic<int> observers{0};

namespace {

std::uint32_t next_serial(std::uint64_t blocks) {
    static std::atomic<std::uint32_t> next{1};
    return next.fetch_add(static_cast<std::uint32_t>(blocks));
}

// Accesses are looked at in lock step as well, where each of them is a step of its own.
bool looks_at_accesses(const options& how) { return how.speed != speed::run || how.schedule == schedule::lock_step; }

event_kind kind_of(memory_space space, unsigned how) {
    const bool shared = space == memory_space::shared, stores = (how & access_store) != 0;
    if ((how & access_update) != 0) return shared ? event_kind::shared_atomic : event_kind::global_atomic;
    if ((how & access_copy) != 0 && shared == stores) return shared ? event_kind::shared_copy : event_kind::global_copy;
    if (stores) return shared ? event_kind::shared_store : event_kind::global_store;
    return shared ? event_kind::shared_load : event_kind::global_load;
}

// Vectors and atomics are accessed at multiples of their size. Where a lane keeps its own variables is the host's
// matter.
void check_alignment(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    const memory_space space = locate(w, address, 1).space;
    if (space == memory_space::shared || space == memory_space::global) report_misaligned(w, address, bytes, how, pc);
}

void check_access(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    settle_acquire(w);
    if (how == access_load && !w.asynchronous.pending && reads_again(w, address, bytes)) {
        if (w.counted) record_access(w, locate(w, address, bytes).space, address, bytes, how, pc);
        return;
    }
    const located at = locate(w, address, bytes);
    if ((address & (bytes - 1)) != 0 && (how & access_unaligned) == 0) [[unlikely]]
        check_alignment(w, address, bytes, how, pc);
    switch (at.space) {
        case memory_space::nowhere:
            report_bad_address(w, address, bytes, how, pc);
        case memory_space::local:
            ++w.local_accesses;
            return;
        case memory_space::parameter:
        case memory_space::constant:
            if ((how & access_store) != 0) report_bad_address(w, address, bytes, how, pc);
            return;
        case memory_space::shared:
        case memory_space::global:
            break;
    }
    if (!at.writable && (how & access_store) != 0) report_bad_address(w, address, bytes, how, pc);
    if (at.of != nullptr) check_life_of_peer(w, at, bytes, how, pc);
    check_races(w, at, bytes, how, pc);
    if (w.asynchronous.pending) check_pending_copies(w, address, bytes, how, pc);
    if ((how & access_volatile) != 0) {
        if ((how & access_store) != 0)
            release_at(w, address, order::relaxed, scope::device);
        else
            acquire_at(w, address, order::relaxed, scope::device);
    }
    if (w.counted) record_access(w, at.space, address, bytes, how, pc);
}

// Quanta differ in length: else each of them could end at the same place of a loop, and never inside of a critical
// section.
std::int32_t next_quantum(worker& w) {
    constexpr std::uint32_t lengths = 256, odd = 37;
    return quantum_steps - static_cast<std::int32_t>(w.turns.quanta++ * odd % lengths);
}

std::vector<unsigned> returned_lanes(const worker& w) {
    std::vector<unsigned> result;
    for (unsigned i = 0; i < w.launch->threads; ++i)
        if ((w.lanes[i].warp->live & w.lanes[i].mask) == 0 && !w.lanes[i].retired) result.push_back(i);
    return result;
}

void check_barrier(worker& w) {
    if (w.barriers.other_pc != nullptr)
        add_finding(w, finding_kind::barrier_divergence, w.barriers.pc, w.barriers.other_pc, [&](raw_finding& what) {
            what.message = fmt::format("threads of block {} meet at different barriers: some at {}, others at {}",
                                       block_text(w), place(w.barriers.pc), place(w.barriers.other_pc));
            what.fix = "take the barrier out of the branch, so that all threads of the block come to the same one";
        });
    if (w.block.returned != 0)
        add_finding(w, finding_kind::barrier_divergence, w.barriers.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format(
                "not all threads of block {} come to the barrier: {} have returned without it (an early return counts, "
                "too)",
                block_text(w), threads(returned_lanes(w)));
            what.fix =
                "let all threads of the block reach the barrier: put the condition around the work, not around the "
                "barrier, and do not return before it";
        });
}

void count_barrier(worker& w) {
    ++w.barriers_counted;
    if (w.counted && w.record->detailed) ++w.record->places[w.record->offset(w.barriers.pc)].barriers;
}

}  // namespace

// Structures that the compiler copies at one go are moved word by word on the device.
void record_access(worker& w, memory_space space, std::uintptr_t address, std::size_t bytes, unsigned how,
                   const void* pc) {
    if (bytes <= 16) return record(w, kind_of(space, how), address, static_cast<unsigned>(bytes), pc);
    for (std::size_t done = 0; done < bytes; done += 4)
        record(w, kind_of(space, how), address + done, static_cast<unsigned>(std::min<std::size_t>(4, bytes - done)),
               pc);
}

void begin_observation(launch_state& launch) {
    if (looks_at_accesses(launch.how)) ++observers;
    if (launch.how.speed == speed::run) return;
    launch.checks->memory = snapshot_memory();
    launch.checks->shadow = &launch.owner->shadow;
    launch.checks->first_serial = next_serial(launch.blocks);
    launch.checks->shared_among_workers = launch.how.workers != 1;
    if (launch.how.detailed) launch.touched = std::make_shared<footprint>();
}

void end_observation(launch_state& launch) {
    if (looks_at_accesses(launch.how)) --observers;
    if (launch.owner == nullptr) return;
    launch.owner->lanes_lost |= launch.lane_lost;
    if (launch.how.speed != speed::run) report_volatile_pairs(launch);
    counters& counted = launch.counted;
    counted.launches = 1;
    counted.blocks = launch.blocks;
    counted.threads = launch.blocks * launch.threads;
    const std::lock_guard guard(launch.owner->mutex);
    launch.owner->per_kernel[launch.call.kernel] += counted;
    if (launch.how.detailed)
        launch.owner->launches.push_back({launch.call.kernel, launch.grid, launch.block, launch.shared_bytes, counted});
}

void prepare_observation(worker& w, launch_state& launch) {
    w.observed = launch.how.speed != speed::run;
    w.counted = launch.how.speed == speed::count;
    w.calls_observed = w.counted || w.lock_step;
    if (!w.observed) return;
    if (!w.check) w.check = std::make_unique<checker>();
    checker& check = *w.check;
    check.launch = launch.checks;
    check.shared = lay_out_shared(reinterpret_cast<std::uintptr_t>(w.shared.dynamic), launch.shared_bytes);
    check.static_shadow.hold(check.shared.static_bytes);
    check.dynamic_shadow.hold(check.shared.dynamic_bytes);
    check.pages.fill({});
    w.local_accesses = 0;
    w.barriers_counted = 0;
    w.operations = 0;
    if (!w.counted) return;
    if (!w.record) w.record = std::make_unique<recorder>();
    w.record->code = own_module().base;
    w.record->detailed = launch.how.detailed;
    w.record->counted = {};
    w.record->places.clear();
    w.record->requests.clear();
    w.record->touched.open(launch.touched.get());
}

void finish_observation(worker& w) {
    if (!w.counted) return;
    counters counted = w.record->counted;
    for (const auto& [pc, seen] : w.record->places) counted += seen;
    counted.local_accesses = w.local_accesses;
    counted.barriers = w.barriers_counted;
    counted.operations = w.operations;
    const std::lock_guard guard(w.launch->owner->mutex);
    w.launch->counted += counted;
    for (const auto& [pc, seen] : w.record->places) w.launch->owner->places[{w.launch->call.kernel, pc}] += seen;
    auto& requests = w.launch->owner->requests;
    for (const recorded_request& one : w.record->requests) requests.emplace_back(w.launch->call.kernel, one);
}

void observe_access(worker& w, const void* address, std::size_t bytes, unsigned how, const void* pc) {
    if (w.lock_step) take_step(w, pc);
    if (w.observed && bytes != 0) check_access(w, reinterpret_cast<std::uintptr_t>(address), bytes, how, pc);
    if (w.spin.watching) watch_access(w, address, bytes, how, pc);
}

void observe_step(worker& w, const void* pc) {
    if (w.observed && !w.check->begun_stores.empty()) settle_store(w);
    if (!w.lock_step && !w.counted) {
        w.turns.quantum = next_quantum(w);
        return end_quantum(w, pc);
    }
    w.turns.quantum = 0;
    if (w.counted) record(w, event_kind::step, 0, 0, pc);
    if (--w.turns.patience < 0) {
        w.turns.patience = next_quantum(w);
        end_quantum(w, pc);
    }
    if (w.lock_step) take_step(w, pc);
}

void observe_enter(worker& w, const void* caller) {
    if (w.lock_step) {
        auto& calls = w.in_step.places[w.current->index].calls;
        calls.back() = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(caller) - own_module().base);
        calls.push_back(0);
    }
    if (w.counted) record(w, event_kind::enter, 0, 0, caller);
}

void observe_leave(worker& w, const void* pc) {
    if (w.lock_step) w.in_step.places[w.current->index].calls.pop_back();
    if (w.counted) record(w, event_kind::leave, 0, 0, pc);
}

void observe_block_start(worker& w) {
    checker& check = *w.check;
    check.serial = check.shared_serial = check.launch->first_serial + static_cast<std::uint32_t>(w.block.number);
    check.block_start = check.clock;
    check.barrier_time = ++check.clock;
    check.used_by_peers = false;
    check.warp_time.fill(check.clock);
    std::fill_n(check.last_volatile.begin(), w.launch->threads, volatile_access{});
    check.begun_stores.clear();
    check.unwritten_swaps.clear();
    check.proxy_fences.clear();
    std::fill_n(check.unsettled.begin(), w.launch->threads, unsettled_read{});
    if (check.ordered_by_fences) {
        for (lane_order& order : check.orders)  // of all lanes: a later launch may have more than this one
            if (order.any) order = {};
        check.block_known.clear();
        check.block_pending.clear();
        check.ordered_by_fences = false;
    }
    if (w.counted) clear_logs(w);
}

void observe_arrival(worker& w, const void* pc, bool of_block) {
    settle_acquire(w);
    if (w.counted && !of_block) record(w, event_kind::sync, 0, 0, pc);
}

void observe_block_barrier(worker& w) {
    check_barrier(w);
    count_barrier(w);
    order_block(w);
}

void observe_grid_barrier(launch_state& launch) {
    // As blocks of another launch: those come after everything before.
    launch.checks->first_serial = next_serial(launch.blocks);
}

void observe_left_grid_barrier(worker& w) {
    check_barrier(w);
    count_barrier(w);
    w.barriers.pc = w.barriers.other_pc = nullptr;
    w.check->serial = w.check->launch->first_serial + static_cast<std::uint32_t>(w.block.number);
    order_block(w);
}

void observe_named_barrier(worker& w, const named_barrier_state& barrier) {
    std::vector<unsigned> lanes;
    for (unsigned i = 0; i < w.launch->threads; ++i)
        if ((barrier.waiting[i / warp_lanes] >> i % warp_lanes & 1) != 0) lanes.push_back(i);
    order_lanes(w, lanes);
}

void observe_meeting(worker& w, unsigned warp, const open_collective& at) {
    if (at.kind == collective_kind::barrier) order_warp(w, warp, at.arrived);
}

void observe_quiet_warp(worker& w, unsigned warp) {
    if (w.counted) replay(w, warp);
}

void tick(worker& w) {
    if (w.check) ++w.check->clock;
}

unsigned detail::count_operation(unsigned value) noexcept {
    worker* w = current_worker();
    if (w != nullptr && w->counted) ++w->operations;
    return value;
}

// Functors that Thrust calls on the host fence and add atomically as well: there is nobody to order them with.
void fence(site, scope reach, order) noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    worker* const w = current_worker();
    if (w != nullptr && w->observed) order_by_fence(*w, reach);
}

namespace {

void do_atomic_access(site at, void* address, std::size_t bytes, bool reads, bool writes, unsigned how, order strength,
                      scope reach) {
    worker& w = lane_worker();
    // Lanes that fail to get a lock give others their turn sooner than those that compute.
    constexpr std::int32_t worth_steps = 64;
    if (w.lock_step || w.counted)
        w.turns.patience -= worth_steps;
    else if ((w.turns.quantum -= worth_steps) < 0)
        observe_step(w, at.pc);
    if (w.lock_step) take_step(w, at.pc);
    if (w.observed) {
        const auto cell = reinterpret_cast<std::uintptr_t>(address);
        how |= !writes ? access_load : reads ? access_store | access_update : access_store;
        if (reach == scope::block) how |= access_block_scope;
        check_access(w, cell, bytes, access_atomic | how, at.pc);
        const std::uintptr_t known_at = w.cluster == nullptr ? cell : common_address(w, cell);
        if (reads) acquire_at(w, known_at, strength, reach);
        if (writes) release_at(w, known_at, strength, reach);
    }
    if (w.lock_step && writes) note_update(w, address, bytes);
    if (w.spin.watching) watch_access(w, address, bytes, access_atomic, at.pc);
}

}  // namespace

void atomic_access(site at, void* address, std::size_t bytes, bool reads, bool writes, order strength,
                   scope reach) noexcept {
    if (current_worker() == nullptr) return;
    do_atomic_access(at, address, bytes, reads, writes, 0, strength, reach);
}

void atomic_swap_access(site at, void* address, std::size_t bytes, order strength, scope reach) noexcept {
    if (current_worker() == nullptr) return;
    if (worker& w = lane_worker(); w.observed) w.check->unwritten_swaps.erase(w.current->index);
    do_atomic_access(at, address, bytes, true, true, access_swap, strength, reach);
}

std::uint64_t detail::use_of_swapped(std::uint64_t value) noexcept {
    worker* w = current_worker();
    if (w == nullptr || !w->observed || w->check->unwritten_swaps.empty()) return value;
    const auto unwritten = w->check->unwritten_swaps.extract(w->current->index);
    if (!unwritten.empty()) unwritten.mapped()();
    return value;
}

order to_order(int how) {
    switch (how) {
        case __ATOMIC_RELAXED:
            return order::relaxed;
        case __ATOMIC_CONSUME:
        case __ATOMIC_ACQUIRE:
            return order::acquire;
        case __ATOMIC_RELEASE:
            return order::release;
        case __ATOMIC_ACQ_REL:
            return order::acq_rel;
        default:
            return order::seq_cst;
    }
}

void atomic_callback(void* address, std::size_t bytes, bool reads, bool writes, int how, const void* pc) {
    if (current_worker() != nullptr) atomic_access({pc}, address, bytes, reads, writes, to_order(how), scope::system);
}

}  // namespace simt
