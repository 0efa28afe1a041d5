#include "asynchronous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <strider/simt/asynchronous.hpp>

#include "checker.hpp"
#include "deadlock.hpp"
#include "findings.hpp"
#include "observe.hpp"
#include "scheduler.hpp"

namespace simt {

namespace {

asynchronous_block& block_of(worker& w) { return w.asynchronous[w.block]; }

bool overlap(const void* a, std::size_t a_bytes, std::uintptr_t b, std::size_t b_bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(a);
    return first < b + b_bytes && b < first + a_bytes;
}

// The copy is done. From now on it is a store of the current lane, whose wait or arrival has shown it to all.
void perform(worker& w, const pending_copy& copy) {
    const std::size_t read = copy.bytes - copy.zeros;
    std::memcpy(copy.to, copy.from, read);
    std::memset(copy.to + read, 0, copy.zeros);
    if (!w.observed) return;
    const located to = locate(w, reinterpret_cast<std::uintptr_t>(copy.to), copy.bytes);
    if (to.space == memory_space::shared || to.space == memory_space::global)
        check_races(w, to, copy.bytes, access_store, copy.pc);
}

// Performs the copies that are `due`, and forgets them.
template <class Due>
void perform_due(worker& w, Due due) {
    std::vector<pending_copy>& copies = block_of(w).copies;
    std::vector<pending_copy> now;
    for (const pending_copy& copy : copies)
        if (due(copy)) now.push_back(copy);
    std::erase_if(copies, due);
    w.copies_pending = !copies.empty();
    for (const pending_copy& copy : now) perform(w, copy);
}

void begin_copy(worker& w, const pending_copy& copy) {
    // Bad addresses are found here; what is copied is read now as far as the checks are concerned.
    const auto to = reinterpret_cast<std::uintptr_t>(copy.to);
    if (copy.bytes > copy.zeros) observe_access(w, copy.from, copy.bytes - copy.zeros, access_load, copy.pc);
    if (w.observed) {
        if (w.copies_pending) check_pending_copies(w, to, copy.bytes, access_store, copy.pc);
        const located where = locate(w, to, copy.bytes);
        if (where.space == memory_space::nowhere || !where.writable)
            report_bad_address(w, to, copy.bytes, access_store, copy.pc);
    }
    block_of(w).copies.push_back(copy);
    w.copies_pending = true;
}

phased_barrier& barrier_at(worker& w, site at, void* barrier) {
    const auto found = block_of(w).barriers.find(reinterpret_cast<std::uintptr_t>(barrier));
    if (found == block_of(w).barriers.end())
        refuse(at, "a barrier that was never initialised in this block (init(), one thread, then __syncthreads())");
    return found->second;
}

// What lanes did before they arrived comes before what the waiting ones do afterwards.
void order_phase(worker& w, phased_barrier& barrier, std::uintptr_t address) {
    if (!w.observed) return;
    if (!barrier.arrived_apart) {
        barrier.arrived.size() == w.live ? order_block(w) : order_lanes(w, barrier.arrived);
        return;
    }
    release_at(w, address, order::release, scope::block);  // and the copies
    for (const unsigned lane : barrier.arrived)
        as_lane(w, lane, [&] { release_at(w, address, order::release, scope::block); });
}

// Ends the phase if nothing is missing but copies, which come now.
void settle_phase(worker& w, phased_barrier& barrier, void* address) {
    if (barrier.missing != 0) return;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const auto due = [&](const pending_copy& copy) { return copy.barrier == place && copy.batch == barrier.phase; };
    for (const pending_copy& copy : block_of(w).copies)
        if (copy.counted && due(copy)) barrier.bytes -= static_cast<std::int64_t>(copy.bytes);
    perform_due(w, due);
    if (barrier.bytes != 0) return;
    order_phase(w, barrier, place);
    ++barrier.phase;
    barrier.missing = barrier.expected;
    barrier.arrived.clear();
    barrier.arrived_apart = false;
    note_event(w);
    for (const unsigned lane : std::exchange(barrier.waiting, {})) wake(w, lane / warp_lanes, 1u << lane % warp_lanes);
}

void await_phase(worker& w, site at, void* address, std::uint64_t phase) {
    for (;;) {
        phased_barrier& barrier = barrier_at(w, at, address);
        if (barrier.phase != phase) return;
        barrier.waiting.push_back(w.current->index);
        wait(w, waiting::named_barrier, at.pc);
    }
}

void note_use(worker& w, site at, void* barrier, order strength) {
    if (w.observed) settle_acquire(w);
    atomic_access(at, barrier, 8, true, strength == order::release, strength, scope::block);
}

void count_arrivals(site at, phased_barrier& barrier, unsigned count) {
    if (count > barrier.missing)
        refuse(at, "more arrivals at a barrier than it expects in a phase (CUDA leaves undefined what that does)");
    barrier.missing -= count;
}

}  // namespace

void check_pending_copies(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    for (const pending_copy& copy : block_of(w).copies) {
        const bool to = overlap(copy.to, copy.bytes, address, bytes);
        const bool from = (how & access_store) != 0 && overlap(copy.from, copy.bytes - copy.zeros, address, bytes);
        if (!to && !from) continue;
        const located at = locate(w, address, bytes);
        add_finding(w, at.space == memory_space::shared ? finding_kind::race_shared : finding_kind::race_global, pc,
                    copy.pc, [&](raw_finding& what) {
                        what.message = fmt::format(
                            "{} {} {}, while the asynchronous copy that {} began at {} may still be {} it",
                            who(w, w.current->index), (how & access_store) != 0 ? "writes" : "reads",
                            describe(at, bytes), who(w, copy.lane), place(copy.pc), to ? "writing" : "reading");
                        what.fix =
                            "wait for the copy first (consumer_wait(), __pipeline_wait_prior(), cg::wait() or the "
                            "barrier that it arrives at), and meet in a barrier where other threads use it";
                    });
        return;
    }
}

void end_asynchronous(worker& w) {
    w.asynchronous.erase(w.block);
    w.copies_pending = false;
}

void copy_async(site at, void* to, const void* from, std::size_t bytes, std::size_t zeros) noexcept {
    worker& w = lane_worker();
    const unsigned lane = w.current->index;
    begin_copy(w, {.to = static_cast<std::byte*>(to),
                   .from = static_cast<const std::byte*>(from),
                   .bytes = bytes,
                   .zeros = std::min(zeros, bytes),
                   .lane = lane,
                   .pc = at.pc,
                   .batch = block_of(w).batches[lane]});
}

void commit_copies() noexcept {
    worker& w = lane_worker();
    ++block_of(w).batches[w.current->index];
}

void wait_for_copies(site, unsigned batches) noexcept {
    worker& w = lane_worker();
    const unsigned lane = w.current->index;
    const std::uint64_t committed = block_of(w).batches[lane];
    if (committed <= batches) return;
    perform_due(w, [&](const pending_copy& copy) {
        return copy.barrier == 0 && copy.lane == lane && copy.batch < committed - batches;
    });
}

void barrier_init(site at, void* barrier, unsigned expected) noexcept {
    worker& w = lane_worker();
    observe_access(w, barrier, 8, access_store, at.pc);
    if (space_of(barrier) != address_space::shared) refuse(at, "a barrier that is not in the shared memory of a block");
    phased_barrier& made = block_of(w).barriers[reinterpret_cast<std::uintptr_t>(barrier)] = {};
    made.expected = made.missing = expected;
}

std::uint64_t barrier_arrive(site at, void* address, unsigned count, std::size_t bytes, bool drop) noexcept {
    worker& w = lane_worker();
    note_use(w, at, address, order::release);
    phased_barrier& barrier = barrier_at(w, at, address);
    const std::uint64_t phase = barrier.phase;
    barrier.bytes += static_cast<std::int64_t>(bytes);
    barrier.arrived_apart = true;
    barrier.expected -= drop;
    count_arrivals(at, barrier, count);
    settle_phase(w, barrier, address);
    return phase;
}

void barrier_wait(site at, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    barrier_at(w, at, address);
    await_phase(w, at, address, phase);
    note_use(w, at, address, order::acquire);
}

bool barrier_test(site at, void* address, std::uint64_t phase) noexcept {
    worker& w = lane_worker();
    if (barrier_at(w, at, address).phase == phase) {
        yield(w);
        if (barrier_at(w, at, address).phase == phase) return false;
    }
    note_use(w, at, address, order::acquire);
    return true;
}

void barrier_arrive_and_wait(site at, void* address) noexcept {
    worker& w = lane_worker();
    note_use(w, at, address, order::relaxed);
    phased_barrier& barrier = barrier_at(w, at, address);
    const std::uint64_t phase = barrier.phase;
    barrier.arrived.push_back(w.current->index);
    count_arrivals(at, barrier, 1);
    const bool apart = barrier.arrived_apart;
    settle_phase(w, barrier, address);
    await_phase(w, at, address, phase);
    if (apart || w.observed) note_use(w, at, address, order::acquire);
}

std::uint64_t barrier_phase(site at, void* barrier) noexcept { return barrier_at(lane_worker(), at, barrier).phase; }

void barrier_wait_for_turn(site at, void* address, std::uint64_t phases) noexcept {
    worker& w = lane_worker();
    while (barrier_at(w, at, address).phase < phases) await_phase(w, at, address, barrier_at(w, at, address).phase);
    if (phases != 0) note_use(w, at, address, order::acquire);
}

void barrier_copy(site at, void* address, void* to, const void* from, std::size_t bytes, bool counted) noexcept {
    worker& w = lane_worker();
    const std::uint64_t phase = barrier_at(w, at, address).phase;
    begin_copy(w, {.to = static_cast<std::byte*>(to),
                   .from = static_cast<const std::byte*>(from),
                   .bytes = bytes,
                   .lane = w.current->index,
                   .pc = at.pc,
                   .barrier = reinterpret_cast<std::uintptr_t>(address),
                   .batch = phase,
                   .counted = counted});
    if (counted) settle_phase(w, barrier_at(w, at, address), address);
}

void barrier_expect(site at, void* address, std::size_t bytes) noexcept {
    worker& w = lane_worker();
    barrier_at(w, at, address).bytes += static_cast<std::int64_t>(bytes);
}

}  // namespace simt
