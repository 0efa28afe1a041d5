// Copies that lanes begin and wait for later.
#include <algorithm>
#include <cstring>

#include <strider/emulator/dialect/asynchronous.hpp>

#include "asynchronous.hpp"
#include "cluster.hpp"
#include "events.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

// A copy that ends in the block of `of` is done. From now on it is a store of the current lane, whose wait or arrival
// has shown it to all.
void perform(worker& w, const worker& of, const pending_copy& copy) {
    std::byte* const to = translated(of, w, copy.to);
    const std::byte* const from = copy.from == nullptr ? copy.value.data() : translated(of, w, copy.from);
    const std::size_t copied = copy.bytes - copy.zeros;
    copy.reduce != nullptr ? copy.reduce(to, from, copied) : void(std::memcpy(to, from, copied));
    std::memset(to + copied, 0, copy.zeros);
    if (w.observed_by != nullptr) w.observed_by->end_copy(w, copy, to);
}

// Notes that a copy is pending (1), or not any more (-1).
void note_pending(worker& of, const pending_copy& copy, int more) {
    asynchronous_block& block = block_of(of);
    block.written.add(copy.to, copy.bytes, more);
    block.read.add(copy.from, copy.bytes_read(), more);
    block.pending += more;
    of.asynchronous.pending = block.pending != 0;
}

void check_bulk_alignment(worker& w, const pending_copy& copy) {
    const auto is_odd = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 != 0; };
    if (copy.bytes % 16 == 0 && !is_odd(copy.to) && !is_odd(copy.from)) return;
    if (w.observed_by != nullptr) w.observed_by->misaligned_copy(w, copy);
    retire(w);
}

// Copies of ended phases that no lane has looked for: they may have been done at any time since they began.
void perform_unawaited(worker& w) {
    asynchronous_block& block = block_of(w);
    for (auto& [lane, copies] : block.copies)
        as_lane(w, lane, [&] {
            perform_due(w, w, copies, [&](const pending_copy& copy) {
                const auto at = block.barriers.find(copy.barrier);
                return !copy.raced && copy.block == w.block.number && at != block.barriers.end() &&
                       at->second.missing == 0 && at->second.bytes == 0 && at->second.phase == copy.batch;
            });
        });
}

}  // namespace

asynchronous_block& block_of(worker& w) { return w.asynchronous.blocks[w.block.number]; }

std::vector<const pending_copy*> pending_copies(worker& w) {
    std::vector<const pending_copy*> all;
    for (const auto& [lane, copies] : block_of(w).copies)
        for (const pending_copy& copy : copies) all.push_back(&copy);
    return all;
}

void perform_due(worker& w, worker& of, std::vector<pending_copy>& of_lane, const due_copies& due) {
    std::vector<pending_copy> now;
    std::erase_if(of_lane, [&](const pending_copy& copy) { return due(copy) && (now.push_back(copy), true); });
    for (const pending_copy& copy : now) {
        note_pending(of, copy, -1);
        perform(w, of, copy);
    }
}

void perform_due(worker& w, worker& of, const due_copies& due) {
    for (auto& [lane, copies] : block_of(of).copies) perform_due(w, of, copies, due);
}

void begin_copy(worker& w, worker& owner, pending_copy copy) {
    copy.block = w.block.number;
    copy.lane = w.current->index;
    if (copy.bulk && !copy.of_tensor) check_bulk_alignment(w, copy);
    // Bad addresses are found here; what is copied is read now as far as the checks are concerned.
    const std::size_t read = copy.bytes_read();
    const unsigned odd = read == 4 || read == 8 || read == 16 ? 0u : access_unaligned;
    // Lanes that read nothing must not be taken to be where the others read: that is one place before the store.
    const unsigned plain = copy.of_tensor ? access_tensor : copy.bulk ? 0u : access_copy;
    if (read != 0)
        note_access(w, copy.from, read, access_load | odd | plain, static_cast<const std::byte*>(copy.pc) - 1);
    if (w.observed_by != nullptr) w.observed_by->begin_copy(w, copy);
    copy.to = translated(w, owner, copy.to);
    if (copy.from != nullptr) copy.from = translated(w, owner, copy.from);
    block_of(owner).copies[copy.lane].push_back(copy);
    note_pending(owner, copy, 1);
}

void end_asynchronous(worker& w) {
    if (w.current != nullptr && w.asynchronous.pending) {
        if (w.observed_by != nullptr) w.observed_by->unread_copies(w);
        perform_due(w, w, [](const pending_copy& copy) { return copy.bulk && copy.barrier == 0; });
        perform_unawaited(w);
    }
    w.asynchronous.blocks.erase(w.block.number);
    w.asynchronous.pending = false;
}

void copy_async(site caller, void* to, const void* from, std::size_t bytes, std::size_t zeros) noexcept {
    worker& w = lane_worker();
    begin_copy(w, w,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .zeros = std::min(zeros, bytes),
                .pc = caller.pc,
                .batch = block_of(w).batches[w.current->index]});
}

void bulk_copy_async(site caller, void* to, const void* from, std::size_t bytes, reduction how) noexcept {
    worker& w = lane_worker();
    begin_copy(w, w,
               {.to = static_cast<std::byte*>(to),
                .from = static_cast<const std::byte*>(from),
                .bytes = bytes,
                .reduce = function_of(how),
                .pc = caller.pc,
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

void wait_for_batches(worker& w, site caller, bool bulk, std::uint64_t committed, unsigned batches) {
    std::vector<pending_copy>& copies = block_of(w).copies[w.current->index];
    const auto is_meant = [&](const pending_copy& copy) { return copy.barrier == 0 && copy.bulk == bulk; };
    if (committed > batches)
        perform_due(w, w, copies,
                    [&](const pending_copy& copy) { return is_meant(copy) && copy.batch < committed - batches; });
    if (std::ranges::any_of(copies,
                            [&](const pending_copy& copy) { return is_meant(copy) && copy.batch == committed; }))
        for (pending_copy& copy : copies)
            if (is_meant(copy)) copy.passed_by = caller.pc;
}

}  // namespace

void wait_for_copies(site caller, unsigned batches) noexcept {
    worker& w = lane_worker();
    wait_for_batches(w, caller, false, block_of(w).batches[w.current->index], batches);
}

void wait_for_bulk_copies(site caller, unsigned batches) noexcept {
    worker& w = lane_worker();
    wait_for_batches(w, caller, true, block_of(w).bulk_batches[w.current->index], batches);
}

void fence_proxy(site caller) noexcept {
    worker& w = lane_worker();
    if (w.observed_by == nullptr) return;
    w.observed_by->arrival(w, caller.pc, true);
    w.observed_by->proxy_fence(w);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
