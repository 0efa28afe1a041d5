#include "events.hpp"

#include <strider/emulator/work.hpp>

#include "code/module.hpp"
#include "host_watch.hpp"
#include "lock_step.hpp"
#include "perturbation.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

std::atomic<int> watchers{0};
constinit host_watch watched_host;
constinit thread_local std::uint32_t host_accesses = 0, host_steps = 0;

namespace {

// Quanta differ in length: else each of them could end at the same place of a loop, and never inside of a critical
// section.
std::int32_t next_quantum(worker& w) {
    constexpr std::uint32_t lengths = 256, odd = 37;
    return quantum_steps - static_cast<std::int32_t>(w.turns.quanta++ * odd % lengths);
}

// How often a lane looks at a cell until it finds what it waits for depends on others: only the first look counts, and
// nothing between the first and the last.
void note_look(worker& w, std::uintptr_t address, const void* pc) {
    lane_state& lane = *w.current;
    last_look& last = w.looks[lane.index];
    const bool again = last.address == address && last.pc == pc;
    w.block.looked = true;
    w.turns.polled |= again;
    lane.work = again ? last.work : lane.work + 1;
    last = {address, pc, lane.work};
}

void do_atomic_access(site caller, void* address, std::size_t bytes, unsigned kind, order strength, scope reach) {
    worker& w = lane_worker();
    // Lanes that fail to get a lock give others their turn sooner than those that compute.
    constexpr std::int32_t worth_steps = 64;
    if (w.follows_steps)
        w.turns.remaining -= worth_steps;
    else if ((w.turns.quantum -= worth_steps) < 0)
        note_step(w, caller.pc);
    if (w.lock_step) take_step(w, caller.pc);
    note_look(w, reinterpret_cast<std::uintptr_t>(address), caller.pc);
    if (w.observed_by != nullptr) {
        if (w.perturbed) give_way_by_chance(w, caller.pc);
        kind |= access_atomic;
        if (reach == scope::block) kind |= access_block_scope;
        w.observed_by->atomic(w, {reinterpret_cast<std::uintptr_t>(address), bytes, kind, caller.pc}, strength, reach);
    }
    if (w.lock_step && (kind & access_store) != 0) note_update(w, address, bytes);
    if (w.spin.watching) watch_access(w, address, bytes, access_atomic, caller.pc);
}

}  // namespace

void note_access(worker& w, const void* address, std::size_t bytes, unsigned kind, const void* pc) {
    if (w.yields_at_access) w.lock_step ? take_step(w, pc) : give_way(w, pc);
    if (w.observed_by != nullptr && bytes != 0) {
        if ((kind & (access_volatile | access_store)) == access_volatile) [[unlikely]] {
            if (w.perturbed) give_way_by_chance(w, pc);
            note_look(w, reinterpret_cast<std::uintptr_t>(address), pc);
        } else {
            w.current->work += static_cast<std::uint32_t>(1 + bytes / 64);
        }
        w.observed_by->access(w, {reinterpret_cast<std::uintptr_t>(address), bytes, kind, pc});
    }
    if (w.spin.watching) watch_access(w, address, bytes, kind, pc);
}

void note_step(worker& w, const void* pc) {
    if (w.follows_steps) [[likely]] {  // the most frequent call by far
        w.turns.quantum = 0;
        if (w.observed_by != nullptr) w.observed_by->step(w, pc);
        if (--w.turns.remaining >= 0 && !w.lock_step) [[likely]]
            return;
        if (w.turns.remaining < 0) {
            w.turns.remaining = next_quantum(w);
            end_quantum(w, pc);
        }
        if (w.lock_step) take_step(w, pc);
        return;
    }
    w.turns.quantum = next_quantum(w);
    if (w.observed_by != nullptr) w.observed_by->step(w, pc);
    end_quantum(w, pc);
}

void note_enter(worker& w, const void* caller) {
    if (w.lock_step) {
        auto& calls = w.in_step.places[w.current->index].calls;
        calls.back() = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(caller) - own_module().base);
        calls.push_back(0);
    }
    if (w.observed_by != nullptr) w.observed_by->enter(w, caller);
}

void note_leave(worker& w, const void* pc) {
    if (w.lock_step) w.in_step.places[w.current->index].calls.pop_back();
    if (w.observed_by != nullptr) w.observed_by->leave(w, pc);
}

unsigned detail::count_operation(unsigned value) noexcept {
    worker* const w = current_worker();
    if (w != nullptr && w->observed_by != nullptr) w->observed_by->operation(*w);
    return value;
}

// Functors that Thrust calls on the host fence and add atomically as well: there is nobody to order them with.
void fence(site caller, scope reach, order strength) noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    worker* const w = current_worker();
    if (w == nullptr || w->observed_by == nullptr) return;
    if (w->perturbed) give_way_by_chance(*w, caller.pc);
    w->observed_by->fence(*w, reach, strength);
}

void wait_for_primaries() noexcept {
    worker* const w = current_worker();
    if (w != nullptr && w->observed_by != nullptr) w->observed_by->primaries_ended(*w);
}

void atomic_access(site caller, void* address, std::size_t bytes, bool reads, bool writes, order strength,
                   scope reach) noexcept {
    const unsigned how = !writes ? access_load : reads ? access_store | access_update : access_store;
    if (current_worker() == nullptr) return note_host_access(address, bytes, how | access_atomic, caller.pc);
    do_atomic_access(caller, address, bytes, how, strength, reach);
}

void atomic_compare_access(site caller, void* address, std::size_t bytes, order strength, scope reach) noexcept {
    if (current_worker() == nullptr) return note_host_access(address, bytes, access_store | access_atomic, caller.pc);
    do_atomic_access(caller, address, bytes, access_store | access_update | access_compare, strength, reach);
}

void atomic_swap_access(site caller, void* address, std::size_t bytes, order strength, scope reach) noexcept {
    if (current_worker() == nullptr) return note_host_access(address, bytes, access_store | access_atomic, caller.pc);
    do_atomic_access(caller, address, bytes, access_store | access_update | access_swap, strength, reach);
}

std::uint64_t detail::use_of_swapped(std::uint64_t value) noexcept {
    worker* const w = current_worker();
    if (w != nullptr && w->observed_by != nullptr) w->observed_by->use_swapped(*w);
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
    atomic_access({pc}, address, bytes, reads, writes, to_order(how), scope::system);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
