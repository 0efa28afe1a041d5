#include "observe.hpp"

#include <stdexcept>

#include "deadlock.hpp"
#include "findings.hpp"
#include "lock_step.hpp"
#include "places.hpp"
#include "module.hpp"
#include "scheduler.hpp"

namespace strider::simt {

std::atomic<int> observers{0};

void begin_observation(launch_state& launch) {
    if (launch.how.speed != speed::run) ++observers;
}
void end_observation(launch_state& launch) {
    if (launch.how.speed != speed::run) --observers;
}
void prepare_observation(worker& w, launch_state& launch) {
    w.observed = launch.how.speed != speed::run;
    w.counted = launch.how.speed == speed::count;
    w.calls_observed = w.counted || w.lock_step;
}
void finish_observation(worker&) {}

void observe_access(worker& w, const void* address, std::size_t, unsigned how, const void*) {
    if (w.spin.watching) watch_access(w, address, (how & access_store) != 0);
}

void observe_step(worker& w, const void* pc) {
    if (!w.lock_step && !w.counted) {
        w.quantum = quantum_steps;
        end_quantum(w, pc);
        return;
    }
    w.quantum = 0;
    if (--w.patience < 0) {
        w.patience = quantum_steps;
        end_quantum(w, pc);
    }
    if (w.lock_step) take_step(w, pc);
}

void observe_enter(worker& w, const void* caller) {
    auto& calls = w.current->calls;
    calls.back() = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(caller) - own_module().base);
    calls.push_back(0);
}
void observe_leave(worker& w) { w.current->calls.pop_back(); }
void observe_bad_index(void*, std::uintptr_t, const void*) {}

void observe_block_start(worker&) {}
void observe_block_end(worker&) {}
void observe_lane_start(worker&, lane_state&) {}
void observe_lane_end(worker&, lane_state&) {}
void observe_arrival(worker&, const void*) {}
void observe_block_barrier(worker&) {}
void observe_named_barrier(worker&, const named_barrier_state&) {}
void observe_meeting(worker&, unsigned, const open_meeting&) {}
void observe_quiet_warp(worker&, unsigned) {}

order to_order(int how) {
    switch (how) {
        case __ATOMIC_RELAXED: return order::relaxed;
        case __ATOMIC_CONSUME:
        case __ATOMIC_ACQUIRE: return order::acquire;
        case __ATOMIC_RELEASE: return order::release;
        case __ATOMIC_ACQ_REL: return order::acq_rel;
        default: return order::seq_cst;
    }
}

void atomic_callback(void* address, std::size_t bytes, bool reads, bool writes, int how, const void* pc) {
    if (current_worker() != nullptr) atomic_access({pc}, address, bytes, reads, writes, to_order(how), scope::system);
}

void stack_overflow(worker& w, const void* pc) {
    refuse({pc}, "more than 56 KiB of local variables and calls in one thread");
    static_cast<void>(w);
}

bool on_lane() noexcept { return current_worker() != nullptr; }

std::uint64_t packed::thread_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->current->packed_index;
}
std::uint64_t packed::block_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_block;
}
std::uint64_t packed::block_extent() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_block_extent;
}
std::uint64_t packed::grid_extent() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_grid_extent;
}
unsigned lane_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->current->index % warp_lanes;
}

void fence(site, scope, order) noexcept { std::atomic_thread_fence(std::memory_order_seq_cst); }

void atomic_access(site at, void* address, std::size_t bytes, bool, bool, order, scope) noexcept {
    static_cast<void>(bytes);
    worker& w = *current_worker();
    if (w.spin.watching) watch_access(w, address, false);
    w.quantum -= 64;
    if (w.quantum < 0) observe_step(w, at.pc);
}

void refuse(site at, const char* what) noexcept {
    worker& w = *current_worker();
    w.launch->fail(std::make_exception_ptr(std::runtime_error(with_places("simt: kernel " + kernel_name(w.launch->call.kernel) +
        " uses, at " + place(at.pc) + ", what the executor does not support: " + what))));
    retire(w);
}

}  // namespace strider::simt
