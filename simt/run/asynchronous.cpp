#include "asynchronous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

#include <strider/simt/asynchronous.hpp>

#include "cluster.hpp"
#include "code/module.hpp"
#include "deadlock.hpp"
#include "findings.hpp"
#include "observe/checker.hpp"
#include "observe/observe.hpp"
#include "scheduler.hpp"

namespace simt {

namespace {

asynchronous_block& block_of(worker& w) { return w.asynchronous.blocks[w.block.number]; }

auto pending_copies(worker& w) { return block_of(w).copies | std::views::values | std::views::join; }

bool overlap(const void* a, std::size_t a_bytes, std::uintptr_t b, std::size_t b_bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(a);
    return first < b + b_bytes && b < first + a_bytes;
}

unsigned how_it_writes(const pending_copy& copy) { return access_store | (copy.bulk ? access_async : 0u); }

// A copy that ends in the block of `of` is done. From now on it is a store of the current lane, whose wait or arrival
// has shown it to all.
void perform(worker& w, const worker& of, const pending_copy& copy) {
    std::byte* const to = translated(of, w, copy.to);
    const std::size_t read = copy.bytes - copy.zeros;
    std::memcpy(to, translated(of, w, copy.from), read);
    std::memset(to + read, 0, copy.zeros);
    if (!w.observed) return;
    const located where = locate(w, reinterpret_cast<std::uintptr_t>(to), copy.bytes);
    if (where.space == memory_space::shared || where.space == memory_space::global)
        check_races(w, where, copy.bytes, how_it_writes(copy), copy.pc);
}

// Notes that a copy is pending (1), or not any more (-1).
void note_pending(worker& of, const pending_copy& copy, int more) {
    asynchronous_block& block = block_of(of);
    block.written.add(copy.to, copy.bytes, more);
    block.read.add(copy.from, copy.bytes - copy.zeros, more);
    block.pending += more;
    of.asynchronous.pending = block.pending != 0;
}

// Performs those of a lane's copies that are `due` in the block of `of`, and forgets them.
template <class Due>
void perform_due(worker& w, worker& of, std::vector<pending_copy>& of_lane, Due due) {
    std::vector<pending_copy> now;
    std::erase_if(of_lane, [&](const pending_copy& copy) { return due(copy) && (now.push_back(copy), true); });
    for (const pending_copy& copy : now) {
        note_pending(of, copy, -1);
        perform(w, of, copy);
    }
}

// The same of all lanes.
template <class Due>
void perform_due(worker& w, worker& of, Due due) {
    for (auto& [lane, copies] : block_of(of).copies) perform_due(w, of, copies, due);
}

void check_bulk_alignment(worker& w, const pending_copy& copy) {
    const auto is_odd = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 != 0; };
    if (copy.bytes % 16 == 0 && !is_odd(copy.to) && !is_odd(copy.from)) return;
    if (w.observed)
        add_finding(w, finding_kind::misaligned_access, copy.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format(
                "{} begins a bulk copy of {} bytes{}; it moves multiples of 16 bytes, between "
                "addresses that are multiples of 16",
                who(w, copy.lane), copy.bytes,
                is_odd(copy.to)     ? fmt::format(" to {}", static_cast<const void*>(copy.to))
                : is_odd(copy.from) ? fmt::format(" from {}", static_cast<const void*>(copy.from))
                                    : "");
            what.fix = "declare the buffer alignas(16), and copy whole multiples of 16 bytes";
        });
    retire(w);
}

// The asynchronous proxy does not see what plain stores have written, until a proxy fence stands between.
void check_proxy(worker& w, const pending_copy& copy) {
    const located from = locate(w, reinterpret_cast<std::uintptr_t>(copy.from), copy.bytes);
    if (from.space != memory_space::shared || from.of != nullptr) return;
    const access_record* const write = unfenced_write(w, from, copy.bytes);
    if (write == nullptr) return;
    const void* const stored = reinterpret_cast<const void*>(own_module().base + write->pc);
    add_finding(w, finding_kind::race_shared, copy.pc, stored, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} begins a bulk copy out of shared memory that {} writes at {}, with no proxy fence "
            "between: the copy may read what stood there before",
            who(w, copy.lane), who(w, write->lane()), place(stored));
        what.fix =
            "let every thread that has written call fence_proxy_async() (fence.proxy.async) before the barrier that "
            "comes before the copy";
    });
}

// Begins a copy of the current lane that ends in the block of `of`.
void begin_copy(worker& w, worker& of, pending_copy copy) {
    copy.block = w.block.number;
    copy.lane = w.current->index;
    if (copy.bulk) check_bulk_alignment(w, copy);
    // Bad addresses are found here; what is copied is read now as far as the checks are concerned.
    const auto to = reinterpret_cast<std::uintptr_t>(copy.to);
    const std::size_t read = copy.bytes - copy.zeros;
    const unsigned odd = read == 4 || read == 8 || read == 16 ? 0u : access_unaligned;
    // Lanes that read nothing must not be taken to be where the others read: that is one place before the store.
    const unsigned plain = copy.bulk ? 0u : access_copy;
    if (read != 0)
        observe_access(w, copy.from, read, access_load | odd | plain, static_cast<const std::byte*>(copy.pc) - 1);
    if (w.observed) {
        if (w.asynchronous.pending) check_pending_copies(w, to, copy.bytes, how_it_writes(copy), copy.pc);
        const located where = locate(w, to, copy.bytes);
        if (where.space == memory_space::nowhere || !where.writable)
            report_bad_address(w, to, copy.bytes, access_store, copy.pc);
        if (copy.bulk) check_proxy(w, copy);
        if (w.counted && !copy.bulk) record_access(w, where.space, to, copy.bytes, access_store | plain, copy.pc);
    }
    copy.to = translated(w, of, copy.to);
    copy.from = translated(w, of, copy.from);
    block_of(of).copies[copy.lane].push_back(copy);
    note_pending(of, copy, 1);
}

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
    const auto found = block_of(*of).barriers.find(key);
    if (found == block_of(*of).barriers.end())
        refuse(at,
               "a barrier that was never initialised in its block (init(), one thread, then a barrier of all threads)");
    return {*of, key, found->second};
}

// What lanes did before they arrived comes before what the waiting ones do afterwards.
void order_phase(worker& w, const barrier_home& at) {
    if (!w.observed) return;
    const phased_barrier& barrier = at.barrier;
    if (!barrier.arrived_apart) {
        barrier.arrived.size() == w.block.live ? order_block(w) : order_lanes(w, barrier.arrived);
        return;
    }
    release_at(w, at.common(), order::release, at.reach());  // and the copies
    for (const unsigned lane : barrier.arrived)
        as_lane(at.of, lane, [&] { release_at(at.of, at.common(), order::release, at.reach()); });
}

// Ends the phase if nothing is missing but copies, which come now.
void settle_phase(worker& w, const barrier_home& at) {
    phased_barrier& barrier = at.barrier;
    if (barrier.missing != 0) return;
    const auto due = [&](const pending_copy& copy) { return copy.barrier == at.key && copy.batch == barrier.phase; };
    for (const pending_copy& copy : pending_copies(at.of))
        if (copy.bulk && due(copy)) barrier.bytes -= static_cast<std::int64_t>(copy.bytes);
    perform_due(w, at.of, due);
    if (barrier.bytes != 0) return;
    order_phase(w, at);
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
    if (w.observed) settle_acquire(w);
    atomic_access(at, barrier, 8, true, strength == order::release, strength,
                  w.cluster == nullptr ? scope::block : scope::device);
}

void count_arrivals(site at, phased_barrier& barrier, unsigned count) {
    if (count > barrier.missing)
        refuse(at, "more arrivals at a barrier than it expects in a phase (CUDA leaves undefined what that does)");
    barrier.missing -= count;
}

const char* cure(const pending_copy& copy) {
    if (copy.bulk && copy.barrier == 0)
        return "wait with cp_async_bulk_wait_group_read() in the thread that began the copy before its source is "
               "written again, and meet in a barrier where other threads write it";
    if (copy.barrier != 0)
        return "wait for the phase of the barrier that the copy arrives at (wait(), mbarrier_try_wait()), in every "
               "thread that uses what it brings";
    return "wait for the copy first (consumer_wait(), __pipeline_wait_prior(), cg::wait() or the barrier that it "
           "arrives "
           "at), and meet in a barrier where other threads use it";
}

// The last thing that a block does.
void check_unread_copies(worker& w) {
    for (const pending_copy& copy : pending_copies(w)) {
        if (!w.observed || !copy.bulk || copy.barrier != 0) continue;
        add_finding(w, finding_kind::race_shared, copy.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format(
                "block {} ends while the bulk copy that {} began may still be reading its shared "
                "memory",
                block_text(w), who(*w.launch, copy.block, copy.lane));
            what.fix =
                "wait with cp_async_bulk_wait_group_read() in the thread that began the copy, before it ends "
                "(after cp_async_bulk_commit_group())";
        });
    }
}

}  // namespace

void check_pending_copies(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    const asynchronous_block& block = block_of(w);
    const bool stores = (how & access_store) != 0;
    if (!block.written.may_hold(address, bytes) && !(stores && block.read.may_hold(address, bytes))) return;
    for (const pending_copy& copy : pending_copies(w)) {
        const bool to = overlap(copy.to, copy.bytes, address, bytes);
        const bool from = stores && overlap(copy.from, copy.bytes - copy.zeros, address, bytes);
        if (!to && !from) continue;
        const located at = locate(w, address, bytes);
        add_finding(w, at.space == memory_space::shared ? finding_kind::race_shared : finding_kind::race_global, pc,
                    copy.pc, [&](raw_finding& what) {
                        what.message = fmt::format(
                            "{} {} {}, while the asynchronous copy that {} began at {} may still be {} it",
                            who(w, w.current->index), stores ? "writes" : "reads", describe(at, bytes),
                            who(*w.launch, copy.block, copy.lane), place(copy.pc), to ? "writing" : "reading");
                        what.fix = cure(copy);
                    });
        return;
    }
}

void end_asynchronous(worker& w) {
    if (w.current != nullptr && w.asynchronous.pending) {
        check_unread_copies(w);
        perform_due(w, w, [](const pending_copy& copy) { return copy.bulk && copy.barrier == 0; });
    }
    w.asynchronous.blocks.erase(w.block.number);
    w.asynchronous.pending = false;
}

void copy_async(site at, void* to, const void* from, std::size_t bytes, std::size_t zeros) noexcept {
    worker& w = lane_worker();
    begin_copy(w, w,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .zeros = std::min(zeros, bytes),
                .pc = at.pc,
                .batch = block_of(w).batches[w.current->index]});
}

void bulk_copy_async(site at, void* to, const void* from, std::size_t bytes) noexcept {
    worker& w = lane_worker();
    begin_copy(w, w,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .pc = at.pc,
                .batch = block_of(w).bulk_batches[w.current->index],
                .bulk = true});
}

void commit_copies() noexcept {
    worker& w = lane_worker();
    ++block_of(w).batches[w.current->index];
}

void commit_bulk_copies() noexcept {
    worker& w = lane_worker();
    ++block_of(w).bulk_batches[w.current->index];
}

namespace {

void wait_for_batches(worker& w, bool bulk, std::uint64_t committed, unsigned batches) {
    if (committed <= batches) return;
    perform_due(w, w, block_of(w).copies[w.current->index], [&](const pending_copy& copy) {
        return copy.barrier == 0 && copy.bulk == bulk && copy.batch < committed - batches;
    });
}

}  // namespace

void wait_for_copies(site, unsigned batches) noexcept {
    worker& w = lane_worker();
    wait_for_batches(w, false, block_of(w).batches[w.current->index], batches);
}

void wait_for_bulk_copies(site, unsigned batches) noexcept {
    worker& w = lane_worker();
    wait_for_batches(w, true, block_of(w).bulk_batches[w.current->index], batches);
}

void fence_proxy(site at) noexcept {
    worker& w = lane_worker();
    if (w.observed) observe_arrival(w, at.pc, true), order_proxies(w);
}

void barrier_init(site at, void* barrier, unsigned expected) noexcept {
    worker& w = lane_worker();
    if (w.cluster != nullptr)
        if (const auto place = place_in_cluster(w, reinterpret_cast<std::uintptr_t>(barrier)); place && place->of != &w)
            refuse(at, "a barrier that is initialised by another block (let each block initialise its own)");
    observe_access(w, barrier, 8, access_store, at.pc);
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
    const std::uint64_t phase = barrier_phase(at, address);
    // The phase of the other parity is the one before, which is over.
    return barrier_test(at, address, phase % 2 == parity % 2 ? phase : phase - 1);
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
    if (apart || w.observed) note_use(w, at, address, order::acquire);
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

}  // namespace simt
