// Barriers with phases, which wait for lanes and for copies.
#include <utility>

#include <strider/emulator/dialect/asynchronous.hpp>

#include "asynchronous.hpp"
#include "cluster.hpp"
#include "events.hpp"
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

barrier_home barrier_at(worker& w, site at, void* address) {
    auto key = reinterpret_cast<std::uintptr_t>(address);
    worker* of = &w;
    if (w.cluster != nullptr)
        if (const auto place = place_in_cluster(w, key)) {
            of = place->of;
            key = reinterpret_cast<std::uintptr_t>(address_of(*of, *place));
        }
    // The barrier has ended with its block.
    if (of != &w && of->block.live == 0 && w.observed_by != nullptr) {
        w.observed_by->access(w, {reinterpret_cast<std::uintptr_t>(address), 8, access_load | access_atomic, at.pc});
        retire(w);
    }
    const auto found = block_of(*of).barriers.find(key);
    if (found == block_of(*of).barriers.end())
        refuse(at,
               "a barrier that was never initialised in its block (init(), one thread, then a barrier of all threads)");
    return {*of, key, found->second};
}

// Ends the phase if nothing is missing but copies, which come now.
void settle_phase(worker& w, const barrier_home& at) {
    phased_barrier& barrier = at.barrier;
    if (barrier.missing != 0) return;
    const auto due = [&](const pending_copy& copy) { return copy.barrier == at.key && copy.batch == barrier.phase; };
    for (const pending_copy* const copy : pending_copies(at.of))
        if (copy->bulk && due(*copy)) barrier.bytes -= static_cast<std::int64_t>(copy->bytes);
    perform_due(w, at.of, due);
    if (barrier.bytes != 0) return;
    if (w.observed_by != nullptr) w.observed_by->end_phase(w, {at.of, barrier, at.common(), at.reach()});
    ++barrier.phase;
    barrier.missing = barrier.expected;
    barrier.arrived.clear();
    barrier.arrived_apart = false;
    note_event(at.of);
    for (const unsigned lane : std::exchange(barrier.waiting, {}))
        wake_in_cluster(at.of, lane / warp_lanes, 1u << lane % warp_lanes);
}

void await_phase(worker& w, site at, void* address, std::uint64_t phase) {
    for (;;) {
        const barrier_home here = barrier_at(w, at, address);
        if (&here.of != &w) refuse(at, "waiting at a barrier of another block, which CUDA does not have");
        if (here.barrier.phase != phase) return;
        here.barrier.waiting.push_back(w.current->index);
        wait(w, waiting::named_barrier, at.pc);
    }
}

void note_use(worker& w, site at, void* barrier, order strength) {
    if (w.observed_by != nullptr) w.observed_by->settle(w);
    atomic_access(at, barrier, 8, true, strength == order::release, strength,
                  w.cluster == nullptr ? scope::block : scope::device);
}

void count_arrivals(site at, phased_barrier& barrier, unsigned count) {
    if (count > barrier.missing)
        refuse(at, "more arrivals at a barrier than it expects in a phase (CUDA leaves undefined what that does)");
    barrier.missing -= count;
}

}  // namespace

void barrier_init(site at, void* barrier, unsigned expected) noexcept {
    worker& w = lane_worker();
    if (w.cluster != nullptr)
        if (const auto place = place_in_cluster(w, reinterpret_cast<std::uintptr_t>(barrier)); place && place->of != &w)
            refuse(at, "a barrier that is initialised by another block (let each block initialise its own)");
    note_access(w, barrier, 8, access_store, at.pc);
    if (space_of(barrier) != address_space::shared) refuse(at, "a barrier that is not in the shared memory of a block");
    phased_barrier& made = block_of(w).barriers[reinterpret_cast<std::uintptr_t>(barrier)] = {};
    made.expected = made.missing = expected;
}

std::uint64_t barrier_arrive(site at, void* address, unsigned count, std::size_t bytes, bool drop) noexcept {
    worker& w = lane_worker();
    note_use(w, at, address, order::release);
    const barrier_home here = barrier_at(w, at, address);
    phased_barrier& barrier = here.barrier;
    const std::uint64_t phase = barrier.phase;
    barrier.bytes += static_cast<std::int64_t>(bytes);
    barrier.arrived_apart = true;
    if (bytes == 0) block_of(w).arrived[w.current->index / warp_lanes] |= w.current->mask;
    barrier.expected -= drop;
    count_arrivals(at, barrier, count);
    settle_phase(w, here);
    return phase;
}

void barrier_wait(site at, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    await_phase(w, at, address, phase);
    note_use(w, at, address, order::acquire);
}

bool barrier_test(site at, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    if (barrier_at(w, at, address).barrier.phase == phase) {
        note_use(w, at, address, order::relaxed);  // who does nothing else waits
        yield(w);
        if (barrier_at(w, at, address).barrier.phase == phase) return false;
    }
    note_use(w, at, address, order::acquire);
    return true;
}

bool barrier_test_parity(site at, void* address, unsigned parity) noexcept {
    worker& w = lane_worker();
    const barrier_home here = barrier_at(w, at, address);
    // The phase of the other parity is the one before, which is over.
    const std::uint64_t phase = here.barrier.phase, next = phase % 2 == parity % 2 ? phase + 1 : phase;
    if (!barrier_test(at, address, next - 1)) return false;
    awaited_phase& awaited = block_of(here.of).awaited[{here.key, w.current->index}];
    awaited = {next, awaited.next == next ? at.pc : nullptr};
    return true;
}

void barrier_arrive_and_wait(site at, void* address) noexcept {
    worker& w = lane_worker();
    note_use(w, at, address, order::relaxed);
    const barrier_home here = barrier_at(w, at, address);
    phased_barrier& barrier = here.barrier;
    const std::uint64_t phase = barrier.phase;
    if (&here.of == &w) barrier.arrived.push_back(w.current->index);
    count_arrivals(at, barrier, 1);
    const bool apart = barrier.arrived_apart;
    settle_phase(w, here);
    await_phase(w, at, address, phase);
    if (apart || w.observed_by != nullptr) note_use(w, at, address, order::acquire);
}

std::uint64_t barrier_phase(site at, void* barrier) noexcept {
    return barrier_at(lane_worker(), at, barrier).barrier.phase;
}

void barrier_wait_for_turn(site at, void* address, std::uint64_t phases) noexcept {
    worker& w = lane_worker();
    for (std::uint64_t phase; (phase = barrier_phase(at, address)) < phases;) await_phase(w, at, address, phase);
    if (phases != 0) note_use(w, at, address, order::acquire);
}

void barrier_copy(site at, void* address, void* to, const void* from, std::size_t bytes, bool counted) noexcept {
    worker& w = lane_worker();
    const barrier_home here = barrier_at(w, at, address);
    begin_copy(w, here.of,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .pc = at.pc,
                .barrier = here.key,
                .batch = here.barrier.phase,
                .bulk = counted});
    if (counted) settle_phase(w, barrier_at(w, at, address));
}

void barrier_expect(site at, void* address, std::size_t bytes) noexcept {
    barrier_at(lane_worker(), at, address).barrier.bytes += static_cast<std::int64_t>(bytes);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
