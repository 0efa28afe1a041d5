// Barriers with phases, which wait for lanes and for copies.
#include <algorithm>
#include <cstring>
#include <utility>

#include <strider/emulator/dialect/asynchronous.hpp>

#include "asynchronous.hpp"
#include "cluster.hpp"
#include "events.hpp"
#include "perturbation.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

// Where a barrier is: in the current block, or in another one of its cluster, whose lanes know it by `key`.
struct barrier_home {
    worker& of;
    std::uintptr_t key;
    phased_barrier& barrier;

    /// Where releases at it are kept, and how far they reach.
    std::uintptr_t common() const { return of.cluster == nullptr ? key : common_address(of, key); }
    scope reach() const { return of.cluster == nullptr ? scope::block : scope::device; }
};

barrier_home barrier_at(worker& w, site caller, void* address) {
    auto key = reinterpret_cast<std::uintptr_t>(address);
    worker* owner = &w;
    if (w.cluster != nullptr)
        if (const auto place = place_in_cluster(w, key)) {
            owner = place->of;
            key = reinterpret_cast<std::uintptr_t>(address_of(*owner, *place));
        }
    // The barrier has ended with its block.
    if (owner != &w && owner->block.live == 0 && w.observed_by != nullptr) {
        w.observed_by->access(w,
                              {reinterpret_cast<std::uintptr_t>(address), 8, access_load | access_atomic, caller.pc});
        retire(w);
    }
    const auto found = block_of(*owner).barriers.find(key);
    if (found == block_of(*owner).barriers.end())
        refuse(caller,
               "a barrier that was never initialised in its block (init(), one thread, then a barrier of all threads)");
    return {*owner, key, found->second};
}

// Ends the phase if all lanes and copies have arrived. The copies are done now.
void settle_phase(worker& w, const barrier_home& home) {
    phased_barrier& barrier = home.barrier;
    if (barrier.missing != 0 || barrier.bytes != 0) return;
    perform_due(w, home.of,
                [&](const pending_copy& copy) { return copy.barrier == home.key && copy.batch == barrier.phase; });
    if (w.observed_by != nullptr) w.observed_by->end_phase(w, {home.of, barrier, home.common(), home.reach()});
    ++barrier.phase;
    barrier.missing = barrier.expected;
    barrier.arrived.clear();
    barrier.arrived_apart = false;
    note_event(home.of);
    for (const unsigned lane : std::exchange(barrier.waiting, {}))
        wake_in_cluster(home.of, lane / warp_lanes, 1u << lane % warp_lanes);
}

// After an arrival, or a copy's begin. Copies are done as late as possible: not before a lane looks at the barrier.
void settle_if_awaited(worker& w, const barrier_home& home) {
    const bool copies = std::ranges::any_of(pending_copies(home.of),
                                            [&](const pending_copy* copy) { return copy->barrier == home.key; });
    if (!copies || !home.barrier.waiting.empty()) settle_phase(w, home);
}

void await_phase(worker& w, site caller, void* address, std::uint64_t phase) {
    for (;;) {
        const barrier_home here = barrier_at(w, caller, address);
        settle_phase(w, here);
        if (&here.of != &w) refuse(caller, "waiting at a barrier of another block, which CUDA does not have");
        if (here.barrier.phase != phase) return;
        here.barrier.waiting.push_back(w.current->index);
        wait(w, waiting::named_barrier, caller.pc);
    }
}

void note_use(worker& w, site caller, void* barrier, order strength) {
    if (w.observed_by != nullptr) w.observed_by->settle(w);
    atomic_access(caller, barrier, 8, true, strength == order::release, strength,
                  w.cluster == nullptr ? scope::block : scope::device);
}

void count_arrivals(site caller, phased_barrier& barrier, unsigned count) {
    if (count > barrier.missing)
        refuse(caller, "more arrivals at a barrier than it expects in a phase (CUDA leaves undefined what that does)");
    barrier.missing -= count;
}

}  // namespace

void barrier_init(site caller, void* barrier, unsigned expected) noexcept {
    worker& w = lane_worker();
    if (w.cluster != nullptr)
        if (const auto place = place_in_cluster(w, reinterpret_cast<std::uintptr_t>(barrier)); place && place->of != &w)
            refuse(caller, "a barrier that is initialised by another block (let each block initialise its own)");
    note_access(w, barrier, 8, access_store, caller.pc);
    if (space_of(barrier) != address_space::shared)
        refuse(caller, "a barrier that is not in the shared memory of a block");
    phased_barrier& made = block_of(w).barriers[reinterpret_cast<std::uintptr_t>(barrier)] = {};
    made.expected = made.missing = expected;
}

std::uint64_t barrier_arrive(site caller, void* address, unsigned count, std::size_t bytes, bool drop) noexcept {
    worker& w = lane_worker();
    note_use(w, caller, address, order::release);
    const barrier_home home = barrier_at(w, caller, address);
    phased_barrier& barrier = home.barrier;
    const std::uint64_t phase = barrier.phase;
    barrier.bytes += static_cast<std::int64_t>(bytes);
    barrier.arrived_apart = true;
    if (bytes == 0) block_of(w).arrived[w.current->index / warp_lanes] |= w.current->mask;
    barrier.expected -= drop;
    count_arrivals(caller, barrier, count);
    settle_if_awaited(w, home);
    return phase;
}

void barrier_wait(site caller, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    await_phase(w, caller, address, phase);
    note_use(w, caller, address, order::acquire);
}

bool barrier_test(site caller, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    settle_phase(w, barrier_at(w, caller, address));
    if (barrier_at(w, caller, address).barrier.phase == phase) {
        note_use(w, caller, address, order::relaxed);  // who does nothing else waits
        yield(w);
        settle_phase(w, barrier_at(w, caller, address));
        if (barrier_at(w, caller, address).barrier.phase == phase) return false;
    }
    note_use(w, caller, address, order::acquire);
    return true;
}

bool barrier_test_parity(site caller, void* address, unsigned parity) noexcept {
    worker& w = lane_worker();
    if (w.perturbed) give_way_by_chance(w, caller.pc);
    const barrier_home here = barrier_at(w, caller, address);
    settle_phase(w, here);
    // The phase of the other parity is the one before, which is over.
    const std::uint64_t phase = here.barrier.phase, next = phase % 2 == parity % 2 ? phase + 1 : phase;
    if (!barrier_test(caller, address, next - 1)) return false;
    awaited_phase& awaited = block_of(here.of).awaited[{here.key, w.current->index}];
    awaited = {next, awaited.next == next ? caller.pc : nullptr};
    return true;
}

void barrier_arrive_and_wait(site caller, void* address) noexcept {
    worker& w = lane_worker();
    note_use(w, caller, address, order::relaxed);
    const barrier_home home = barrier_at(w, caller, address);
    phased_barrier& barrier = home.barrier;
    const std::uint64_t phase = barrier.phase;
    if (&home.of == &w) barrier.arrived.push_back(w.current->index);
    count_arrivals(caller, barrier, 1);
    const bool apart = barrier.arrived_apart;
    settle_phase(w, home);
    await_phase(w, caller, address, phase);
    if (apart || w.observed_by != nullptr) note_use(w, caller, address, order::acquire);
}

std::uint64_t barrier_phase(site caller, void* barrier) noexcept {
    worker& w = lane_worker();
    const barrier_home here = barrier_at(w, caller, barrier);
    settle_phase(w, here);
    return here.barrier.phase;
}

void barrier_wait_for_turn(site caller, void* address, std::uint64_t phases) noexcept {
    worker& w = lane_worker();
    for (std::uint64_t phase; (phase = barrier_phase(caller, address)) < phases;)
        await_phase(w, caller, address, phase);
    if (phases != 0) note_use(w, caller, address, order::acquire);
}

void barrier_copy(site caller, void* address, void* to, const void* from, std::size_t bytes, bool counted,
                  reduction how) noexcept {
    worker& w = lane_worker();
    const barrier_home home = barrier_at(w, caller, address);
    begin_copy(w, home.of,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .reduce = function_of(how),
                .pc = caller.pc,
                .barrier = home.key,
                .batch = home.barrier.phase,
                .bulk = counted});
    if (!counted) return;
    home.barrier.bytes -= static_cast<std::int64_t>(bytes);
    settle_if_awaited(w, home);
}

void barrier_store(site caller, void* address, void* to, const void* value, std::size_t bytes, reduction how) noexcept {
    worker& w = lane_worker();
    const barrier_home home = barrier_at(w, caller, address);
    pending_copy store{.to = static_cast<std::byte*>(to),
                       .bytes = bytes,
                       .reduce = function_of(how),
                       .pc = caller.pc,
                       .barrier = home.key,
                       .batch = home.barrier.phase};
    std::memcpy(store.value.data(), value, bytes);
    begin_copy(w, home.of, store);
    home.barrier.bytes -= static_cast<std::int64_t>(bytes);
    settle_if_awaited(w, home);
}

void begin_bulk_copies(worker& w, site caller, void* address, std::vector<pending_copy> all) {
    const barrier_home home = barrier_at(w, caller, address);
    for (pending_copy& copy : all) {
        copy.barrier = home.key;
        copy.batch = home.barrier.phase;
        begin_copy(w, home.of, copy);
        home.barrier.bytes -= static_cast<std::int64_t>(copy.bytes);
    }
    settle_if_awaited(w, home);
}

void barrier_expect(site caller, void* address, std::size_t bytes) noexcept {
    barrier_at(lane_worker(), caller, address).barrier.bytes += static_cast<std::int64_t>(bytes);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
