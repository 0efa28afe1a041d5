// When products of a warpgroup begin and end.
#include "warpgroup.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "asynchronous.hpp"
#include "code/places.hpp"
#include "events.hpp"
#include "findings.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

void report_partial(worker& w, site caller, const std::string& message, const void* other = nullptr) {
    if (w.observed_by == nullptr) return;
    add_finding(w, finding_kind::warp_divergence, caller.pc, other, [&](raw_finding& what) {
        what.message = message;
        what.fix = fix_of_partial_warpgroup;
    });
}

/// The compiler may have made two calls of one.
bool on_one_line(worker& w, const void* a, const void* b) {
    thread_local std::map<std::pair<const void*, const void*>, bool> known;
    const auto entry = known.try_emplace({a, b});
    bool& same = entry.first->second;
    if (entry.second)
        outside_of_lane(w, [&] {
            const void* const both[] = {a, b};
            const std::vector<code_place> places = look_up(both);
            same = places[0].line == places[1].line;
        });
    return same;
}

/// Where the current lane is in its warpgroup.
struct member {
    unsigned group, lane, warp;
    warpgroup_state& state;

    warpgroup_state::lane_products& products() const { return state.lanes[lane]; }
};

/// All lanes of the warp make this call. Whether the lane is the one that acts for its warp.
struct meeting {
    member at;
    bool leads;
};
meeting meet(worker& w, site caller) {
    const unsigned lane = w.current->index, group = lane / lanes_of_group;
    if ((group + 1) * lanes_of_group > w.launch->threads) {
        report_partial(w, caller,
                       fmt::format("{} is in a warpgroup of {} threads: a block of {} threads has no four warps there",
                                   who(w, lane), w.launch->threads - group * lanes_of_group, w.launch->threads));
        retire(w);
    }
    const collective_values met =
        warp_collective(caller, collective_kind::group, ~0u, reinterpret_cast<std::uintptr_t>(caller.pc));
    const bool leads = lane % warp_lanes == static_cast<unsigned>(std::countr_zero(met.participants));
    unsigned missing = ~met.participants;  // but for lanes that a finding has ended
    for (unsigned rest = missing; rest != 0; rest &= rest - 1)
        if (w.warps[lane / warp_lanes].first[std::countr_zero(rest)].retired) missing &= ~(rest & -rest);
    if (leads && missing != 0)
        report_partial(w, caller,
                       fmt::format("only {} of the 32 threads of warp {} execute an instruction of its warpgroup",
                                   std::popcount(met.participants), lane / warp_lanes));
    for (unsigned rest = met.participants; leads && rest != 0; rest &= rest - 1) {
        const auto* const other = reinterpret_cast<const void*>(met.values[std::countr_zero(rest)]);
        if (other == caller.pc || on_one_line(w, other, caller.pc)) continue;
        report_partial(w, caller,
                       fmt::format("threads of warp {} execute different instructions of their warpgroup: some this "
                                   "one, others that at {}",
                                   lane / warp_lanes, place(other)),
                       other);
        break;
    }
    return {{group, lane % lanes_of_group, lane % lanes_of_group / warp_lanes, block_of(w).warpgroups[group]}, leads};
}

/// The lane's next product, which another warp may have begun.
begun_product* join(worker& w, site caller, const member& me, const warpgroup_product& what) {
    const std::uint64_t number = me.products().begun++;
    if (number < me.state.done) return nullptr;
    if (number == me.state.done + me.state.products.size()) me.state.products.emplace_back(what, caller.pc);
    begun_product& product = me.state.products[number - me.state.done];
    if (!product.same(what))
        report_partial(w, caller,
                       fmt::format("{} begins another product than other threads of its warpgroup, which begin that "
                                   "at {}: its shape, options or descriptors differ",
                                   who(w, w.current->index), place(product.pc)),
                       product.pc);
    return &product;
}

[[noreturn]] void end_beyond(worker& w, site caller, std::uint32_t offset) {
    add_finding(w, finding_kind::out_of_bounds, caller.pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} begins a wgmma whose descriptor reads shared memory at address {:#x}; the {} bytes of the block begin "
            "at {:#x}",
            who(w, w.current->index), offset + block_window, w.shared.bytes, block_window);
        what.fix = fix_of_descriptor;
    });
    retire(w);
}

/// One lane of a warp reads the warp's rows of A, and a quarter of B. It is not the quarter that the warp has probably
/// written itself, so that a missing barrier is seen.
void read_tiles(worker& w, site caller, const member& me, begun_product& product) {
    std::vector<std::uint32_t> pieces;
    const unsigned quarter = product.what.shape.columns / 2;
    for (unsigned n = 0; n < 32 && !product.what.a_in_registers; ++n)
        pieces.push_back(product.a().piece(me.warp * 32 + n));
    for (unsigned n = 0; n < quarter; ++n)
        pieces.push_back(product.b().piece((me.warp + 1) % warps_of_group * quarter + n));
    product.reads.insert(product.reads.end(), pieces.begin(), pieces.end());
    for (const std::uint32_t offset : pieces) block_of(w).tiles.add(w.shared.begin + offset, piece_of_tile, 1);
    for (const std::uint32_t offset : pieces) {
        if (std::size_t{offset} + piece_of_tile > w.shared.bytes) end_beyond(w, caller, offset);
        note_access(w, w.shared.begin + offset, piece_of_tile, access_load | access_async, caller.pc);
    }
}

void complete(worker& w, const member& me) {
    const begun_product& product = me.state.products.front();
    std::array<unsigned, warps_of_group> live{};
    for (unsigned warp = 0; warp < warps_of_group; ++warp) live[warp] = w.warps[me.group * warps_of_group + warp].live;
    multiply(product, {w.shared.begin, w.shared.bytes}, live);
    for (const std::uint32_t offset : product.reads) block_of(w).tiles.add(w.shared.begin + offset, piece_of_tile, -1);
    me.state.products.pop_front();
    ++me.state.done;
}

}  // namespace

void begin_product(site caller, const warpgroup_product& what) noexcept {
    worker& w = lane_worker();
    const auto [me, leads] = meet(w, caller);
    if (w.observed_by != nullptr) w.observed_by->begin_product(w, what, me.products().begun, caller.pc);
    begun_product* const product = join(w, caller, me, what);
    if (product == nullptr) return;
    begun_product::part_of_lane& part = product->lanes[me.lane];
    part.sums.assign(what.sums, what.sums + what.sum_registers());
    for (unsigned i = 0; i < 4 && what.a_in_registers; ++i) std::memcpy(&part.a[i], what.a[i].at, 4);
    if (leads && w.observed_by != nullptr) read_tiles(w, caller, me, *product);
}

void fence_registers(site caller) noexcept {
    worker& w = lane_worker();
    meet(w, caller);
    if (w.observed_by != nullptr) w.observed_by->fence_registers(w);
}

void commit_products(site caller) noexcept {
    worker& w = lane_worker();
    const auto [me, leads] = meet(w, caller);
    me.products().committed.push_back(me.products().begun);
    if (!leads) return;
    if (w.observed_by != nullptr) w.observed_by->commit_products(w, me.group, me.state.groups[me.warp]);
    ++me.state.groups[me.warp];
    for (unsigned warp = 0; warp < warps_of_group; ++warp)
        wake(w, me.group * warps_of_group + warp, std::exchange(me.state.waiting[warp], 0));
}

void wait_for_products(site caller, unsigned groups) noexcept {
    worker& w = lane_worker();
    const member me = meet(w, caller).at;
    warpgroup_state::lane_products& mine = me.products();
    if (mine.committed.size() <= groups) return;
    std::uint64_t products = 0;
    for (; mine.committed.size() > groups; mine.committed.pop_front(), ++mine.groups) products = mine.committed.front();
    while (std::ranges::any_of(me.state.groups, [&](std::uint64_t of_warp) { return of_warp < mine.groups; })) {
        me.state.waiting[me.warp] |= w.current->mask;
        wait(w, waiting::warpgroup, caller.pc);
    }
    while (me.state.done < products && !me.state.products.empty()) complete(w, me);
    if (w.observed_by != nullptr) w.observed_by->end_products(w, me.group, mine.groups, products);
}

void set_registers(site caller, unsigned count) noexcept {
    if (count < 24 || count > 256 || count % 8 != 0)
        refuse(caller, "setmaxnreg with a number that is not 24, 32, ... 256");
    worker& w = lane_worker();
    // A block's last warps may be less than a warpgroup.
    const unsigned group = w.current->index / lanes_of_group;
    if ((group + 1) * lanes_of_group <= w.launch->threads) meet(w, caller);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
