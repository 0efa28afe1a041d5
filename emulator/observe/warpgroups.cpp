#include "warpgroups.hpp"

#include <fmt/format.h>

#include "block.hpp"
#include "code/module.hpp"
#include "race_report.hpp"
#include "races.hpp"
#include "run/findings.hpp"
#include "run/warpgroup.hpp"

namespace strider::emulation {

namespace {

constexpr const char* fence_fix =
    "execute wgmma.fence.sync.aligned (warpgroup_arrive()) after the registers are written, before the wgmma";
constexpr const char* wait_fix =
    "wait for the product first: commit its group (wgmma.commit_group.sync.aligned), then "
    "wgmma.wait_group.sync.aligned with fewer groups left pending, or 0";

void report_registers(worker& w, const void* pc, const void* other, const std::string& message, const char* fix) {
    add_finding(w, finding_kind::race_registers, pc, other, [&](raw_finding& what) {
        what.message = fmt::format("{} {}", who(w, w.current->index), message);
        what.fix = fix;
        what.race.certain = true;
    });
}

/// The product whose tile has a part of these bytes; null if none is pending.
const begun_product* product_that_reads(worker& w, std::size_t offset, std::size_t bytes) {
    for (const auto& [number, group] : block_of(w).warpgroups)
        for (const begun_product& product : group.products)
            for (const std::uint32_t piece : product.reads)
                if (piece < offset + bytes && offset < piece + piece_of_tile) return &product;
    return nullptr;
}

void check_overwritten(worker& w, const located& memory, std::size_t bytes, const void* pc) {
    if (memory.of != nullptr || !memory.of_block || !block_of(w).tiles.may_hold(memory.address, bytes)) return;
    const begun_product* const product = product_that_reads(w, memory.offset, bytes);
    if (product == nullptr) return;
    add_finding(w, finding_kind::race_shared, pc, product->pc, [&](raw_finding& what) {
        what.message = fmt::format("{} writes {}, while the wgmma that a warpgroup began at {} may still read it",
                                   who(w, w.current->index), describe(memory, bytes), place(product->pc));
        name_array(what, memory);
        what.fix = fix_of_read_tile;
        what.race.certain = true;
    });
}

}  // namespace

void warpgroups::note_register(worker& w, const memory_access& what) {
    const auto at = lanes_.find(w.current->index);
    if (at == lanes_.end()) return;
    lane_registers& lane = at->second;
    const bool stores = what.has(access_store);
    for (std::uintptr_t word = what.address / 4; word * 4 < what.address + what.bytes; ++word) {
        if (stores) lane.written[word] = what.pc;
        const auto pending = lane.pending.find(word);
        if (pending == lane.pending.end()) continue;
        report_registers(
            w, what.pc, pending->second.pc,
            fmt::format("{} {} of the wgmma at {}, which may be unfinished: no wait for its group stands between",
                        stores ? "writes" : "reads",
                        pending->second.is_sum ? "an accumulator register" : "a register with a part of matrix A",
                        place(pending->second.pc)),
            wait_fix);
    }
}

// The asynchronous proxy does not see what plain stores have written, until a proxy fence stands between.
void warpgroups::check_tile(worker& w, const touched_memory& what) {
    if (what.writes()) return check_overwritten(w, what.at, what.bytes, what.pc);
    if (!what.has(access_async) || what.at.of != nullptr) return;
    const access_record* const write = unfenced_write(w, what.at, what.bytes);
    if (write == nullptr) return;
    const auto* const stored = reinterpret_cast<const void*>(own_module().base + write->pc);
    add_finding(w, finding_kind::race_shared, what.pc, stored, [&](raw_finding& found) {
        found.message = fmt::format(
            "a wgmma reads {}, which {} writes at {}, without a proxy fence between: it may read the old data",
            describe(what.at, what.bytes), who(w, write->lane()), place(stored));
        name_array(found, what.at);
        found.fix =
            "call fence_proxy_async() (fence.proxy.async) in every thread that writes the tile, before the barrier "
            "that precedes the wgmma";
        found.race.certain = true;
    });
}

void warpgroups::begin_copy_to(worker& w, const located& to, const pending_copy& copy) {
    if (!lanes_.empty() && to.space == memory_space::shared) check_overwritten(w, to, copy.bytes, copy.pc);
}

void warpgroups::begin_use(worker& w, lane_registers& lane, const void* at, const register_use& use) {
    const std::uintptr_t word = reinterpret_cast<std::uintptr_t>(at) / 4;
    const char* const name = use.is_sum ? "an accumulator register" : "a register of matrix A";
    if (const auto written = lane.written.find(word); written != lane.written.end())
        report_registers(w, use.pc, written->second,
                         fmt::format("begins a wgmma with {} that it has written at {}, without wgmma.fence between",
                                     name, place(written->second)),
                         fence_fix);
    register_use& pending = lane.pending[word];
    if (pending.pc != nullptr && (pending.is_sum != use.is_sum || (use.is_sum && !(pending.shape == use.shape))))
        report_registers(w, use.pc, pending.pc,
                         fmt::format("begins a wgmma with {} that the wgmma at {} uses, which may be unfinished: only "
                                     "accumulators of the same shape and types may be used again without a wait",
                                     name, place(pending.pc)),
                         wait_fix);
    pending = use;
}

void warpgroups::begin_product(worker& w, const warpgroup_product& what, std::uint64_t number, const void* pc) {
    lane_registers& lane = lanes_[w.current->index];
    if (!std::exchange(lane.fenced, true))
        report_registers(w, pc, nullptr, "begins its first wgmma without a wgmma.fence before", fence_fix);
    for (unsigned i = 0; i < what.sum_registers(); ++i)
        begin_use(w, lane, what.sums[i], {number, pc, true, what.shape});
    for (const register_place& one : what.a)
        if (one.lasting) begin_use(w, lane, one.at, {number, pc, false, what.shape});
}

void warpgroups::fence_registers(worker& w) {
    lane_registers& lane = lanes_[w.current->index];
    lane.fenced = true;
    lane.written.clear();
}

void warpgroups::end_products(worker& w, unsigned, std::uint64_t, std::uint64_t products) {
    std::erase_if(lanes_[w.current->index].pending, [&](const auto& one) { return one.second.product < products; });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
