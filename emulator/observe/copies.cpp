#include "copies.hpp"

#include <fmt/format.h>

#include "code/module.hpp"
#include "ordering.hpp"
#include "races.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

namespace {

bool overlap(const void* a, std::size_t a_bytes, std::uintptr_t b, std::size_t b_bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(a);
    return first < b + b_bytes && b < first + a_bytes;
}

bool is_odd(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 != 0; }

std::string cure(worker& w, const pending_copy& copy) {
    if (copy.passed_by != nullptr) return fix_of_uncommitted(copy);
    if (std::string early = fix_of_early_wait(w, copy, w.current->index); !early.empty()) return early;
    if (copy.bulk && copy.barrier == 0)
        return "call cp_async_bulk_wait_group_read() in the thread that began the copy, then a barrier, before any "
               "thread writes the source";
    if (copy.barrier != 0)
        return "wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that uses the data";
    return "wait for the copy (consumer_wait(), __pipeline_wait_prior(), cg::wait() or its barrier), then call "
           "__syncthreads() if other threads use the data";
}

}  // namespace

std::string fix_of_early_wait(worker& w, const pending_copy& copy, unsigned lane) {
    const auto& awaited = block_of(w).awaited;
    const auto last = awaited.find({copy.barrier, lane});
    if (last == awaited.end() || last->second.next != copy.batch || last->second.again == nullptr) return "";
    return fmt::format(
        "wait for the other parity at {}: it is 0 for a barrier's first phase, 1 for the second, and so on",
        place(last->second.again));
}

std::string fix_of_uncommitted(const pending_copy& copy) {
    return fmt::format(
        "commit the copies (__pipeline_commit(), producer_commit()) before the wait at {}: at the wait, the newest are "
        "in no committed group yet, and so it leaves older ones pending",
        place(copy.passed_by));
}

void copies::check_pending(worker& w, const memory_access& what) {
    const asynchronous_block& block = block_of(w);
    const bool stores = what.has(access_store);
    if (!block.written.may_hold(what.address, what.bytes) && !(stores && block.read.may_hold(what.address, what.bytes)))
        return;
    for (const pending_copy* const pending : pending_copies(w)) {
        const pending_copy& copy = *pending;
        const bool both_atomic = copy.reduce != nullptr && what.has(access_atomic);
        const bool to = !both_atomic && overlap(copy.to, copy.bytes, what.address, what.bytes);
        const bool from = stores && overlap(copy.from, copy.bytes_read(), what.address, what.bytes);
        if (!to && !from) continue;
        copy.raced = true;
        const located memory = locate(w, what.address, what.bytes);
        add_finding(w, memory.space == memory_space::shared ? finding_kind::race_shared : finding_kind::race_global,
                    what.pc, copy.pc, [&](raw_finding& race) {
                        race.message = fmt::format(
                            "{} {} {}, while the asynchronous copy that {} began at {} may still be {} it",
                            who(w, w.current->index), stores ? "writes" : "reads", describe(memory, what.bytes),
                            who(*w.launch, copy.block, copy.lane), place(copy.pc), to ? "writing" : "reading");
                        name_array(race, memory);
                        race.fix = cure(w, copy);
                        race.race.certain = true;
                    });
        return;
    }
}

void copies::begin_copy(worker& w, const pending_copy& copy) {
    begin_copy_of(w, copy);
    if (w.asynchronous.pending) check_pending(w, store_of(copy, copy.to));
}

// The asynchronous proxy does not see what plain stores have written, until a proxy fence stands between.
void copies::begin_copy_to(worker& w, const located&, const pending_copy& copy) {
    if (!copy.bulk) return;
    const located from = locate(w, reinterpret_cast<std::uintptr_t>(copy.from), copy.bytes);
    if (from.space != memory_space::shared || from.of != nullptr) return;
    const access_record* const write = unfenced_write(w, from, copy.bytes);
    if (write == nullptr) return;
    const void* const stored = reinterpret_cast<const void*>(own_module().base + write->pc);
    add_finding(w, finding_kind::race_shared, copy.pc, stored, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} begins a bulk copy out of shared memory that {} writes at {}, without a proxy fence between: the copy "
            "may read the old data",
            who(w, copy.lane), who(w, write->lane()), place(stored));
        what.fix =
            "call fence_proxy_async() (fence.proxy.async) in every thread that writes, before the barrier that "
            "precedes the copy";
    });
}

void copies::misaligned_copy(worker& w, const pending_copy& copy) {
    add_finding(w, finding_kind::misaligned_access, copy.pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} begins a bulk copy of {} bytes{}; bulk copies move multiples of 16 bytes, "
            "between addresses that are multiples of 16",
            who(w, copy.lane), copy.bytes,
            is_odd(copy.to)     ? fmt::format(" to {}", static_cast<const void*>(copy.to))
            : is_odd(copy.from) ? fmt::format(" from {}", static_cast<const void*>(copy.from))
                                : "");
        what.fix = "declare the buffer alignas(16), and copy whole multiples of 16 bytes";
    });
}

// The last thing that a block does.
void copies::unread_copies(worker& w) {
    for (const pending_copy* const pending : pending_copies(w)) {
        const pending_copy& copy = *pending;
        if (!copy.bulk || copy.barrier != 0) continue;
        add_finding(w, finding_kind::race_shared, copy.pc, nullptr, [&](raw_finding& what) {
            what.message =
                fmt::format("block {} ends while the bulk copy that {} began may still be reading its shared memory",
                            block_text(w), who(*w.launch, copy.block, copy.lane));
            what.fix =
                "call cp_async_bulk_commit_group(), then cp_async_bulk_wait_group_read(), in the thread that began the "
                "copy, before it returns";
        });
    }
}

// What lanes did before they arrived comes before what the waiting ones do afterwards.
void copies::end_phase(worker& w, const ended_phase& phase) {
    const phased_barrier& barrier = phase.barrier;
    if (!barrier.arrived_apart) {
        barrier.arrived.size() == w.launch->threads ? order_block(w) : order_lanes(w, barrier.arrived);
        return;
    }
    release_at(w, phase.address, order::release, phase.reach);  // and the copies
    for (const unsigned lane : barrier.arrived)
        as_lane(phase.of, lane, [&] { release_at(phase.of, phase.address, order::release, phase.reach); });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
